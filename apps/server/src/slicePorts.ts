import type { SessionEndCode } from '@truemark/protocol/stream'
import { createStatementPrinter } from './account/door.ts'
import { findDerivativeKinds } from './derivative/door.ts'
import { house } from './engine/door.ts'
import { checkCode, openAlerts, openLetters, openStepUp, ownerOf, watchSessionLimits } from './identity/door.ts'
import type { SymbolSpec } from './market/door.ts'
import { DayCap, Proposals, codesAtDesk, houseProfits, mailSettingOf } from './operator/door.ts'
import { type TransparencyPorts, findOwnChecks, forgetHeadMail, owedReader } from './transparency/door.ts'
import { buildFolders, readPublished } from './platform/published.ts'
import { noteAgreement } from './publication/door.ts'
import { RealMoney, unmetHere } from './realMoney.ts'
import { type Served, socketPath } from './served.ts'
import type { Parts } from './start.ts'
import { SupportStream, disputeTickets } from './support/door.ts'
import type { ProcessParts } from './threads.ts'
import { chainNetworksOf, payoutBoundsOf, screenOf, tellPayments } from './wallet/door.ts'

const supportStopTimeout = 1_000
const sessionLimitsStopTimeout = 1_000

/** What several slices stand on, opened once. */
export type Common = ReturnType<typeof openCommon>

/** Opens what several slices share beside the server's parts. */
export function openCommon({ config, lifecycle, logger, programs }: ProcessParts, parts: Served) {
  const { clock, database, ids, exchange, catalogue, reads, market, everywhere } = parts
  const isGateway = config.role === 'gateway'
  const { post, keys, appData, translate } = parts
  const { tokens, sealing } = keys
  const now = (): number => clock.now()
  const appName = (): string => appData.name
  const momentText = appData.momentText.bind(appData)
  const indexOf = (symbol: string): string | null => market.view.figures(symbol).index
  // what real money is worth is said by live prices alone
  const liveIndexOf = (symbol: string): string | null => market.view.liveIndex(symbol)
  const terms = async () => (await exchange.ask(house, { type: 'wallet', holder: 0 })).view.terms
  const dayCap = new DayCap({ database, catalogue, indexOf: liveIndexOf, now, max: config.operatorDayMax, terms })
  const mailSetting = mailSettingOf(config.smtpUrl, config.mailFrom)
  const installation = { database, mailSetting, publicUrl: config.publicUrl, now }
  const realMoney = new RealMoney({ exchange, unmetHere: () => unmetHere(installation) })
  const alerts = openAlerts({ database, post, logger, appName, momentText, now })
  const support = new SupportStream({
    hub: everywhere,
    database,
    ids,
    leads: !isGateway,
    onError: (error) => logger.warn({ err: error }, 'customer service could not be told'),
  })
  lifecycle.add('support', supportStopTimeout, () => support.stop())
  const sessionsEnded = (sessionIds: readonly string[], code?: SessionEndCode): void =>
    everywhere.endSessions(sessionIds, code)
  if (!isGateway) {
    const onError = (error: unknown): void => logger.warn({ err: error }, 'sessions could not be ended by their limit')
    lifecycle.add('session limits', sessionLimitsStopTimeout, watchSessionLimits(database, sessionsEnded, onError))
  }
  return {
    config,
    logger,
    programs,
    parts,
    shared: {
      exchange,
      catalogue,
      reads,
      database,
      ids,
      simulated: () => market.view.kind !== 'live',
      readOnly: parts.readOnly,
    },
    now,
    appName,
    momentText,
    indexOf,
    realMoney,
    alerts,
    letters: openLetters({ post, translate, appName }),
    stepUp: openStepUp({ database, secret: tokens.newest, secrets: tokens.all, sealing, alerts }),
    proposals: new Proposals({
      database,
      exchange,
      reads,
      ids,
      now,
      dayCap,
      readOnly: parts.readOnly,
      singleOperator: config.singleOperator,
    }),
    support,
    sessionsEnded,
  }
}

/** The ports of what people trade and own. */
export function tradingPorts({ appName, indexOf, now, parts, programs, proposals, shared }: Common) {
  const { catalogue, database, exchange, market, seqOf } = parts
  return {
    spot: shared,
    derivative: { ...shared, seqOf, now },
    option: { ...shared, indexOf, now },
    invest: { ...shared, proposals, indexOf, now },
    listings: { exchange, catalogue, symbols: parts.symbols, view: market.view },
    account: {
      ...shared,
      indexOf,
      seqOf,
      now,
      derivativeKinds: (numbers: readonly number[]) => findDerivativeKinds(database, numbers),
      printer: createStatementPrinter(new URL('statementWorker.js', programs)),
      ownerOf: (caller: Parameters<typeof ownerOf>[1]) => ownerOf(database, caller),
      appName,
    },
  }
}

/** The ports of what is published, and of what anyone may check. */
export function publicPorts({ config, logger, now, parts, programs, proposals, realMoney, shared }: Common) {
  const { appData, catalogue, database, exchange, keys, market, post, translate, vault } = parts
  return {
    content: {
      ...shared,
      appData,
      logger,
      socketToken: (sessionId: string, at: number) => parts.sessions.socketToken(sessionId, at),
      demoOnly: async () => (await realMoney.unmet()).length > 0,
      singleOperator: config.singleOperator,
      codesAtDesk: () => codesAtDesk({ database, post }),
      now,
    },
    credit: { database, now },
    disclosure: { database, translate, now },
    publication: { ...shared, vault, proposals, translate, now },
    transparency: {
      ...shared,
      kind: () => market.view.kind,
      sourceOf: (symbol: string) => market.view.figures(symbol).source,
      secret: keys.tokens.names,
      signing: keys.signing,
      replacements: keys.replacements,
      houseProfits: () => houseProfits({ database, exchange, catalogue, market }),
      owed: owedReader(new URL('owedWorker.js', programs), database.url),
      proposals,
      heads: headMailPeople({ database, post, secret: keys.tokens.newest }),
      published: () => readPublished(buildFolders(programs)),
      now,
    },
  }
}

/** Who can get the day's signed head by mail. */
export function headMailPeople({
  database,
  post,
  secret,
}: Pick<Served, 'database' | 'post'> & { readonly secret: Uint8Array }): TransparencyPorts['heads'] {
  return {
    canMail: () => !post.staysInOutbox('email'),
    checkCode: (address, network, code) =>
      checkCode({ database, secret }, { purpose: 'heads', address, network, code }),
    mailOf: async (caller) => {
      const { account } = await ownerOf(database, caller)
      return account.includes('@') ? account : null
    },
  }
}

/** The ports of who people are and what they bring in and take out. */
export function peoplePorts(common: Common) {
  const { alerts, appName, config, letters, logger, now, parts, proposals, sessionsEnded, shared, stepUp } = common
  const { keys, post, vault } = parts
  const { tokens, sealing } = keys
  const secret = tokens.newest
  const paymentTold = tellPayments(parts.everywhere, now)
  const disputes = disputeTickets({ database: shared.database, support: common.support })
  return {
    wallet: {
      ...shared,
      vault,
      stepUp,
      alerts,
      letters,
      proposals,
      disputes,
      chain: chainNetworksOf(config),
      screen: screenOf(config),
      payouts: payoutBoundsOf(config),
      chainHeard: new Map(),
      paymentTold,
      now,
    },
    verification: { ...shared, vault, logger, letters, proposals, tokens, sealing, now },
    identity: {
      ...shared,
      noteAgreement,
      forgetAddress: forgetHeadMail,
      vault,
      post,
      canTell: async (channel: 'email' | 'sms') =>
        !post.staysInOutbox(channel) || (await codesAtDesk({ database: shared.database, post })),
      logger,
      secret,
      secrets: tokens.all,
      sealing,
      sessionsEnded,
      now,
      alerts,
      stepUp,
      appName,
      momentText: common.momentText,
      passwordLengthMin: config.passwordLengthMin,
      guestsPerAddressMax: config.guestsPerAddressMax,
    },
  }
}

/** The ports of the desk. */
export function deskPorts(
  { config, now, proposals, realMoney, sessionsEnded, shared }: Common,
  { appData, clock, database, everywhere, feed, keys, market, post, symbols, translate }: Parts,
) {
  return {
    ...shared,
    market,
    symbols,
    tellSymbol: (spec: SymbolSpec) => market.setSymbol(spec, shared.catalogue.listing(spec.listing)),
    feed,
    appData,
    translate,
    post,
    mailSetting: mailSettingOf(config.smtpUrl, config.mailFrom),
    secret: keys.tokens.newest,
    sealing: keys.sealing,
    sessionsEnded,
    personChanged: (userId: number) => everywhere.forgetUser(userId),
    realMoney,
    proposals,
    now,
    clockLead: () => clock.lead,
    ownChecks: () => findOwnChecks(database),
  }
}

/** The ports of customer service. */
export function supportPorts({ config, logger, now, parts, shared, support }: Common) {
  const { appData, operatorSockets, post, translate, vault } = parts
  const { supportLinkSecret: linkSecret } = config
  return { ...shared, vault, post, logger, appData, translate, operatorSockets, socketPath, support, linkSecret, now }
}
