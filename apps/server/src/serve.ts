import { listenAt, openFace, serveApps } from './face.ts'
import type { Gateway } from './platform/http/gateway.ts'
import { openMonitoring } from './monitoring.ts'
import { doClockWork } from './clockWork.ts'
import { bindNotifications } from './notification/door.ts'
import { startNotifications } from './notifications.ts'
import {
  type Common,
  deskPorts,
  openCommon,
  peoplePorts,
  publicPorts,
  supportPorts,
  tradingPorts,
} from './slicePorts.ts'
import { bindSlices, type SlicesOptions } from './slices.ts'
import type { Parts } from './start.ts'
import { noteRulesInForce } from './transparency/door.ts'
import type { ProcessParts } from './threads.ts'
import {
  type DeskPorts,
  noteAnnouncing,
  settleDeeds,
  settleListings,
  startEscalationMails,
  startFactorResets,
  startNotingPeriods,
} from './operator/door.ts'
import { watchRealMoney } from './realMoneyWatch.ts'
import { startRounds } from './platform/rounds.ts'
import { openChainPort, startDecisionMails } from './wallet/door.ts'

const chainStopTimeout = 1_500
const settleEveryMs = 10_000
const letterStopTimeout = 1_000

/** Binds the parts to routes and listens. Returns the address to open. Throws a StartRefusal. */
export async function serve(process: ProcessParts, parts: Parts): Promise<string> {
  const { clock, database } = parts
  const gateway = openFace(process, parts)
  await noteRulesInForce(database, clock.now())
  await noteAnnouncing(database, clock.now())
  const open = bindAll(gateway, process, parts)
  const isClockWorkMine = doClockWork(process, parts)
  bindNotifications(gateway, await startNotifications(process, parts))
  serveApps(process, parts, gateway, open)
  const chain = await openChain(process, open.wallet)
  await openMonitoring(process, parts, gateway, { chain, isClockWorkMine })
  return listenAt(process, parts, gateway)
}

function bindAll(gateway: Gateway, process: ProcessParts, parts: Parts): OpenPorts {
  const common = openCommon(process, parts)
  const { catalogue, market } = parts
  const [trading, open, people] = [tradingPorts(common), publicPorts(common), peoplePorts(common)]
  const desk = deskPorts(common, parts)
  bindSlices({
    gateway,
    market,
    hasSymbol: (code) => catalogue.byCode(code) !== undefined,
    ...trading,
    ...open,
    ...people,
    desk,
    support: supportPorts(common),
  })
  finishDecisions(process, parts, common)
  finishListings(process, desk)
  return { content: open.content, listings: trading.listings, wallet: people.wallet }
}

/** Opens the port of the programs that tell of payments, where one is set. Throws a StartRefusal. */
async function openChain({ config, lifecycle, logger }: ProcessParts, wallet: OpenPorts['wallet']) {
  const onError = (error: unknown): void => logger.warn({ err: error }, 'a payment could not be dealt with')
  const chain = await openChainPort(wallet, config, onError)
  if (chain !== null) lifecycle.add('chain', chainStopTimeout, () => chain.stop())
  return chain
}

/** What is asked of, for anyone. */
type OpenPorts = Pick<SlicesOptions, 'content' | 'listings' | 'wallet'>

/** Tells and does what was decided before a crash, and tells from then on. */
function finishDecisions(
  { config, lifecycle, logger }: ProcessParts,
  { appData, clock, database, catalogue, post }: Parts,
  { letters, now, proposals, realMoney, sessionsEnded, shared }: Common,
): void {
  const onError = (error: unknown): void => logger.warn({ err: error }, 'a decision could not be told')
  const stop = startDecisionMails({ database, catalogue, letters, now: () => clock.now() }, onError)
  lifecycle.add('decision mails', letterStopTimeout, stop)
  const escalations = { appData, database, post, deskMail: config.deskMail, now: () => clock.now() }
  const stopTelling = startEscalationMails(escalations, (error) =>
    logger.warn({ err: error }, 'the administrators could not be told of a passed deadline'),
  )
  lifecycle.add('escalations', letterStopTimeout, stopTelling)
  const periods = { database, post, singleOperator: config.singleOperator }
  const stopNoting = startNotingPeriods(periods, (error) => logger.warn({ err: error }, 'a period could not be noted'))
  lifecycle.add('periods', letterStopTimeout, stopNoting)
  const stopWatching = watchRealMoney({ realMoney, ...escalations }, (error) =>
    logger.warn({ err: error }, 'the conditions of real money could not be looked at'),
  )
  lifecycle.add('real money', letterStopTimeout, stopWatching)
  const resets = { ...shared, appData, post, now, sessionsEnded }
  const stopResets = startFactorResets(resets, (error) =>
    logger.error({ err: error }, 'a lost second factor could not be removed'),
  )
  lifecycle.add('lost factors', letterStopTimeout, stopResets)
  // the engine does none of it twice
  const settle = async (): Promise<void> => {
    try {
      await settleDeeds(shared)
    } finally {
      await proposals.settle()
    }
  }
  const settling = startRounds(settle, {
    everyMs: settleEveryMs,
    first: 'now',
    onError: (error) => logger.error({ err: error }, 'what operators decided could not be gone on with'),
  })
  lifecycle.add('proposals', letterStopTimeout, settling)
}

/** Goes on with markets of which it was left open whether the exchange has listed them. */
function finishListings({ lifecycle, logger }: ProcessParts, desk: DeskPorts): void {
  let atStart = true
  const settle = (): Promise<void> => {
    const first = atStart
    // from then on requests come, whose rows wait for the exchange
    atStart = false
    return settleListings(desk, first)
  }
  const settling = startRounds(settle, {
    everyMs: settleEveryMs,
    first: 'now',
    onError: (error) => logger.error({ err: error }, 'a market that was decided on could not be gone on with'),
  })
  lifecycle.add('listings', letterStopTimeout, settling)
}
