import { startUsedKeySweep, startWorthSweep } from './account/door.ts'
import { listenAt, openFace, serveApps } from './face.ts'
import type { Gateway } from './platform/http/gateway.ts'
import { startForgettingClientErrors } from './content/door.ts'
import { openPriceHistory } from './market/door.ts'
import { openMonitoring } from './monitoring.ts'
import { bindNotifications } from './notification/door.ts'
import { startNotifications } from './notifications.ts'
import { startTellingNews } from './publication/door.ts'
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
import {
  type Witness,
  type WitnessName,
  fileWitness,
  httpWitness,
  noteRulesInForce,
  owedReader,
  startEvidenceLog,
  startInvariants,
  startOwnEvidenceChecks,
  startPriceHistoryChecks,
  startProofs,
  calendarWitness,
  startWitnesses,
  startWritten,
} from './transparency/door.ts'
import type { ProcessParts } from './threads.ts'
import {
  type DeskPorts,
  noteAnnouncing,
  settleDeeds,
  settleListings,
  startEscalationMails,
  startFactorResets,
  startNotingExposures,
  startNotingPeriods,
} from './operator/door.ts'
import { watchRealMoney } from './realMoneyWatch.ts'
import { startRounds } from './platform/rounds.ts'
import { startWholeChecks } from './wholeCheckSweep.ts'
import { openChainPort, startDecisionMails } from './wallet/door.ts'

const chainStopTimeout = 1_500
const settleEveryMs = 10_000
const letterStopTimeout = 1_000
const worthStopTimeout = 1_000
const publishStopTimeout = 1_000

/** Binds the parts to routes and listens. Returns the address to open. Throws a StartRefusal. */
export async function serve(process: ProcessParts, parts: Parts): Promise<string> {
  const { clock, database } = parts
  const gateway = openFace(process, parts)
  await noteRulesInForce(database, clock.now())
  await noteAnnouncing(database, clock.now())
  const open = bindAll(gateway, process, parts)
  recordWorth(process, parts)
  sweepKeys(process, parts)
  publishOnTime(process, parts)
  bindNotifications(gateway, await startNotifications(process, parts))
  serveApps(process, parts, gateway, open)
  await openMonitoring(process, parts, gateway, await openChain(process, open.wallet))
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

/** Records what accounts are worth, hour by hour, and what the house has at stake, day by day. */
function recordWorth(
  { lifecycle, logger }: ProcessParts,
  { clock, database, catalogue, exchange, market }: Parts,
): void {
  const indexOf = (symbol: string): string | null => market.view.figures(symbol).index
  const ports = { database, catalogue, exchange, indexOf, now: () => clock.now() }
  const stop = startWorthSweep(ports, (error) =>
    logger.warn({ err: error }, 'the worth of accounts could not be recorded'),
  )
  lifecycle.add('worth', worthStopTimeout, stop)
  const stopNoting = startNotingExposures(ports, (error) =>
    logger.warn({ err: error }, 'what the house has at stake could not be recorded'),
  )
  lifecycle.add('exposure', worthStopTimeout, stopNoting)
}

/** Takes out the used keys that nobody may send again. */
function sweepKeys({ lifecycle, logger }: ProcessParts, { clock, database }: Parts): void {
  const onError = (error: unknown): void => logger.warn({ err: error }, 'used keys could not be swept')
  lifecycle.add(
    'used keys',
    worthStopTimeout,
    startUsedKeySweep(database, () => clock.now(), onError),
  )
}

/** What is made public by the clock alone: announcements that fall due, the daily proof of what is owed, and evidence. */
function publishOnTime({ config, lifecycle, logger, programs }: ProcessParts, parts: Parts): void {
  const { appData, catalogue, clock, database, ids, keys, market, post } = parts
  const now = (): number => clock.now()
  const failed =
    (what: string) =>
    (error: unknown): void =>
      logger.warn({ err: error }, what)
  const stopTelling = startTellingNews({ database, now }, failed('announcements could not be told'))
  lifecycle.add('announcements', publishStopTimeout, stopTelling)
  const ports = { catalogue, database, ids, secret: keys.tokens.names, signing: keys.signing, now }
  const prover = { ...ports, owed: owedReader(new URL('owedWorker.js', programs), database.url) }
  lifecycle.add('proofs', publishStopTimeout, startProofs(prover, failed('what is owed could not be proved')))
  const alarm = (sentences: string): void => logger.error(sentences)
  const wholeChecks = {
    database,
    keysFolder: config.keysFolder,
    now,
    alarm,
    program: new URL('wholeCheckWorker.js', programs),
  }
  const stopChecks = startWholeChecks({ ...wholeChecks, onError: failed('the journal could not be checked') })
  lifecycle.add('own checks', publishStopTimeout, stopChecks)
  const clockLead = (): number => clock.lead
  const invariants = { catalogue, clockLead, database, exchange: parts.exchange, now }
  const stopInvariants = startInvariants(invariants, failed('the invariants could not be looked at'))
  lifecycle.add('invariants', publishStopTimeout, stopInvariants)
  const stopWritten = startWritten({ database, now }, failed('what was written could not be chained'))
  lifecycle.add('written', publishStopTimeout, stopWritten)
  const stopForgetting = startForgettingClientErrors({ database, now }, failed('old crashes could not be forgotten'))
  lifecycle.add('crashes', publishStopTimeout, stopForgetting)
  const mails = post.staysInOutbox('email') ? null : { post, ...wordsOf(appData) }
  const witnesses = { database, signing: keys.signing, witnesses: witnessesOf(config), mails, now }
  lifecycle.add('witnesses', publishStopTimeout, startWitnesses(witnesses, failed('witnesses could not be told')))
  const evidence = { ...ports, kind: () => market.view.kind }
  lifecycle.add('evidence', publishStopTimeout, startEvidenceLog(evidence, failed('evidence could not be logged')))
  const stopFills = startOwnEvidenceChecks(evidence, failed('what met the house could not be checked'))
  lifecycle.add('fills', publishStopTimeout, stopFills)
  const history = openPriceHistory(clock, { symbols: parts.symbols })
  const stopPrices = startPriceHistoryChecks(
    { catalogue, database, history, random: Math.random, now },
    failed('prices could not be compared with the sources’ history'),
  )
  lifecycle.add('price history', publishStopTimeout, () => {
    history.stop()
    return stopPrices()
  })
}

function wordsOf(appData: Parts['appData']) {
  return { appName: () => appData.name, momentText: appData.momentText.bind(appData) }
}

function witnessesOf({ witnessCalendars, witnessFile, witnessUrl }: ProcessParts['config']): Map<WitnessName, Witness> {
  const witnesses = new Map<WitnessName, Witness>()
  if (witnessFile !== null) witnesses.set('file', fileWitness(witnessFile))
  if (witnessUrl !== null) witnesses.set('http', httpWitness(witnessUrl))
  if (witnessCalendars.length > 0) witnesses.set('calendar', calendarWitness(witnessCalendars))
  return witnesses
}
