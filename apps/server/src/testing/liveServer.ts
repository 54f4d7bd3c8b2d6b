import { join } from 'node:path'
import type { ToldCondition } from '@truemark/core/book/realMoney'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { Disclosures } from '../disclosure/door.ts'
import { findDerivativeKinds } from '../derivative/door.ts'
import { AppData } from '../content/door.ts'
import { Catalogue, house } from '../engine/door.ts'
import { Alerts, bindNotifications } from '../notification/door.ts'
import {
  type StepUp,
  openAlerts,
  openLetters,
  openSessions,
  openStepUp,
  ownerOf,
  watchSessionLimits,
} from '../identity/door.ts'
import { ListedSymbols, MarketView, type SymbolSpec, firstFeed, firstSymbols } from '../market/door.ts'
import {
  DayCap,
  Proposals,
  codesAtDesk,
  loadReadOnly,
  houseProfits,
  mailSettingOf,
  openOperatorSessions,
  openOperatorSockets,
  settleListings,
} from '../operator/door.ts'
import { SteadyClock } from '../platform/clock.ts'
import { createGateway } from '../platform/http/gateway.ts'
import { ReadOnly } from '../platform/http/readOnly.ts'
import { buildFolders, readPublished } from '../platform/published.ts'
import { findOwnChecks, forgetHeadMail, readOwed } from '../transparency/door.ts'
import { createLimits } from '../platform/http/limits.ts'
import { portOf } from '../platform/http/listen.ts'
import { bothSessions, cacheSessions } from '../platform/http/session.ts'
import { serveWebApps } from '../platform/http/webApps.ts'
import { createLogger } from '../platform/log.ts'
import { smtpCarrier } from '../platform/mail/carriers.ts'
import { startPost } from '../platform/mail/post.ts'
import type { Vault } from '../platform/files/vault.ts'
import type { Database } from '../platform/postgres/database.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { type Hub, createHub } from '../platform/socket/hub.ts'
import { gatewayTexts, loadTranslate } from '../platform/texts/translator.ts'
import { openReceipts } from '../ownReceipts.ts'
import { noteAgreement } from '../publication/door.ts'
import { RealMoney } from '../realMoney.ts'
import { headMailPeople } from '../slicePorts.ts'
import { bindSlices } from '../slices.ts'
import { createSealedDatabase } from './sealedDatabase.ts'
import { seedExchange } from './seedExchange.ts'
import { type TestKeys, testKeys } from './testKeys.ts'
import { type ChainNetwork, type ChainPort, type WalletPorts, openChainPort, tellPayments } from '../wallet/door.ts'
import { SupportStream, disputeTickets } from '../support/door.ts'
import { startTestMarket } from './testMarket.ts'
import { lazyPrinter } from './testPrinter.ts'
import { openTestVault } from './testVault.ts'
import { type LiveCalls, callsAt } from './liveCalls.ts'
import { type InlineEngine, startInlineEngine } from './inlineEngine.ts'

/** The server's slices on a real database, a real engine and a real socket, in the test's own process. */
export interface LiveServer extends LiveCalls {
  readonly database: Database
  readonly engine: InlineEngine
  /** The key of tokens, which is one of `keys`. */
  readonly secret: Uint8Array
  readonly keys: TestKeys
  /** Where images that were sent lie. */
  readonly filesFolder: string
  readonly vault: Vault
  readonly ended: string[]
  /** What the market's thread has told: nothing until a test says so. */
  readonly view: MarketView
  /** What the market's thread would have been told of symbols. */
  readonly told: readonly SymbolSpec[]
  /** What operators ask of each other. */
  readonly proposals: Proposals
  /** Goes on with listings that were cut off, as a start does or later on. */
  settleListings(atStart: boolean): Promise<void>
  readonly stepUp: StepUp
  /** The socket's hub, at /ws of `port`. */
  readonly hub: Hub
  readonly port: number
  readonly support: SupportStream
  /** Every route that is bound. */
  readonly routes: readonly RouteDefinition[]
  /** Whether the market goes on saying what it said last: a test may silence it until its prices are stale. */
  speaking: boolean
  /** A tick at an index in tenths of a tick (of 0.1 USDT); the house's levels follow. */
  tick(indexTenths: number): Promise<void>
  /** Opens the port of programs that tell of payments. */
  chainPort(onError?: (error: unknown) => void): Promise<ChainPort | null>
  stop(): Promise<void>
}

const socketPath = '/ws'
// so long that a machine under load does not change what a test reads
const readPatienceUsual = 20_000

export interface LiveOptions {
  readonly singleOperator?: boolean
  /** The most guests from one address. */
  readonly guestsPerAddressMax?: number
  /** Whole USDT that one operator may complete in a day. */
  readonly operatorDayMax?: number
  readonly readPatience?: number // of reads for the read models, in ms
  /** Where people reach this server, if not where it listens. */
  readonly publicUrl?: string | null
  /** Serves the built apps too, from the folder that holds `web` and `desk`. */
  readonly appsFolder?: string
  /** What this installation lacks for real money, as the server finds it; without it, it lacks nothing. */
  readonly missing?: (database: Database) => Promise<readonly ToldCondition[]>
  /** The mail server; without it mails stay in the outbox. */
  readonly smtpUrl?: string | null
  /** What it seals, signs and names by; drawn where none are given. */
  readonly keys?: TestKeys
  /** Networks whose payments a machine tells of. */
  readonly chain?: readonly ChainNetwork[]
  /** Whoever is asked before such a payment is credited. */
  readonly screen?: WalletPorts['screen']
  /** What programs may pay. */
  readonly payouts?: WalletPorts['payouts']
}

/**
 * Starts the slices; the market trades at 10 000 USDT until the test ticks otherwise. One operator approves alone
 * unless `singleOperator` is false.
 */
export async function startLiveServer({
  singleOperator = true,
  guestsPerAddressMax = 20,
  operatorDayMax = 1_000_000,
  readPatience = readPatienceUsual,
  publicUrl = null,
  appsFolder,
  missing = async () => [],
  smtpUrl = null,
  keys = testKeys(),
  chain = [],
  screen = null,
  payouts = { orderMax: new Map(), dayMax: 0n },
}: LiveOptions = {}): Promise<LiveServer> {
  const test = await createSealedDatabase(keys.tokens.newest)
  const { database } = test
  const { tokens, sealing, signing, replacements } = keys
  const keyed = { secret: tokens.newest, secrets: tokens.all, sealing }
  const shown = { secret: tokens.names, signing, replacements }
  const ids = createPublicIds(tokens.names)
  const given = openReceipts({ database, keys, ids, onError: raise, watermark: () => engine.watermark })
  const engine: InlineEngine = await startInlineEngine(database, Date.now, given.notes, readPatience)
  await seedExchange(engine)
  const { exchange, reads } = engine
  const clock = new SteadyClock()
  const now = (): number => clock.now()
  const translate = await loadTranslate()
  const catalogue = await Catalogue.load(exchange)
  const symbols = await ListedSymbols.load(database, firstSymbols.slice(0, 1))
  engine.onCommitted((events) => events.forEach((event) => catalogue.take(event)))
  const mail = smtpUrl === null ? null : smtpCarrier(smtpUrl, 'desk@example.org')
  const mailSetting = mailSettingOf(smtpUrl, 'desk@example.org')
  const post = startPost({ database, sealing, translate, mail, sms: null, onError: raise })
  const feed = { setting: firstFeed, fixed: null, hasReplay: false, waitsOn: null }
  const sessions = openSessions(database, { secret: tokens.newest, sealing, ids }, now, raise)
  const cache = cacheSessions(bothSessions(sessions, openOperatorSessions(database)))
  const logger = createLogger('silent')
  const readOnly = new ReadOnly(now)
  await loadReadOnly({ database, readOnly })
  const gateway = createGateway({
    logger,
    sessions: cache,
    texts: gatewayTexts(translate),
    limits: createLimits(0),
    disclosures: new Disclosures(database, exchange),
    receipts: given.receipts,
    readOnly,
    publicUrl,
    trustedProxies: 0,
    checkAnswers: true,
  })
  const operatorSockets = openOperatorSockets(database, tokens.newest, now)
  const hub = createHub({
    clock,
    path: socketPath,
    publicUrl,
    authenticateSocket: async (token) =>
      (await operatorSockets.authenticate(token)) ?? sessions.authenticateSocket(token),
    hasSymbol: (code) => catalogue.byCode(code) !== undefined,
    history: async () => '[]',
    onError: raise,
  })
  const ended: string[] = []
  const told: SymbolSpec[] = []
  const tellSymbol = (spec: SymbolSpec) => void told.push(spec)
  const sessionsEnded = (ids: readonly string[], code?: Parameters<Hub['closeSession']>[1]): void => {
    ended.push(...ids)
    for (const id of ids) cache.forget(id)
    for (const id of ids) hub.closeSession(id, code)
  }
  const stopLimits = watchSessionLimits(database, sessionsEnded, raise)
  const files = await openTestVault(database, sealing, raise)
  const view = new MarketView(clock)
  const realMoney = new RealMoney({ exchange, unmetHere: () => missing(database) })
  await realMoney.look()
  const watched = new Alerts({ database, now, onError: raise })
  const appData = await AppData.load(database)
  const shared = { exchange, catalogue, reads, database, ids, now, readOnly, simulated: () => true }
  const support = new SupportStream({ hub, database, ids, leads: true, onError: raise })
  const momentText = appData.momentText.bind(appData)
  const alerts = openAlerts({ database, post, logger, appName: () => 'Truemark', momentText, now })
  const letters = openLetters({ post, translate, appName: () => 'Truemark' })
  const stepUp = openStepUp({ database, ...keyed, alerts })
  const disputes = disputeTickets({ database, support })
  const terms = async () => (await exchange.ask(house, { type: 'wallet', holder: 0 })).view.terms
  const dayCap = new DayCap({ database, catalogue, indexOf: () => '10000', now, max: operatorDayMax, terms })
  const proposals = new Proposals({ ...shared, singleOperator, dayCap })
  const paymentTold = tellPayments(hub)
  const own = { stepUp, alerts, letters, proposals, disputes }
  const wallet: WalletPorts = {
    ...shared,
    ...own,
    vault: files.vault,
    chain,
    screen,
    payouts,
    chainHeard: new Map(),
    paymentTold,
  }
  bindSlices({
    gateway,
    market: { view, history: async () => ({ ok: true, found: null }) }, // no market room stands behind: it knows none
    hasSymbol: (code) => catalogue.byCode(code) !== undefined,
    spot: shared,
    derivative: { ...shared, seqOf: () => 0 },
    option: { ...shared, indexOf: () => '10000' },
    account: {
      ...shared,
      indexOf: () => '10000',
      seqOf: () => 0,
      derivativeKinds: (numbers) => findDerivativeKinds(database, numbers),
      printer: lazyPrinter(),
      ownerOf: (caller) => ownerOf(database, caller),
      appName: () => 'Truemark',
    },
    invest: { ...shared, proposals, indexOf: () => '10000' },
    listings: { exchange, catalogue, symbols, view },
    transparency: {
      ...shared,
      ...shown,
      kind: () => 'simulated',
      sourceOf: () => '',
      owed: () => readOwed(database),
      proposals,
      heads: headMailPeople({ database, post, secret: tokens.newest }),
      houseProfits: () => houseProfits({ database, exchange, catalogue, market: { view } }),
      published: () => readPublished(buildFolders(new URL('.', import.meta.url))),
    },
    content: {
      ...shared,
      appData,
      logger,
      socketToken: sessions.socketToken,
      demoOnly: async () => (await realMoney.unmet()).length > 0,
      singleOperator,
      codesAtDesk: () => codesAtDesk({ database, post }),
    },
    credit: { database, now },
    disclosure: { database, translate, now },
    publication: { ...shared, vault: files.vault, proposals, translate },
    wallet,
    verification: { ...shared, vault: files.vault, logger, letters, proposals, tokens, sealing },
    support: {
      ...shared,
      vault: files.vault,
      post,
      logger,
      appData,
      translate,
      operatorSockets,
      socketPath,
      support,
      linkSecret: 'a-secret-for-links-of-tests',
    },
    desk: {
      ...shared,
      market: { view },
      symbols,
      tellSymbol,
      feed,
      appData,
      translate,
      post,
      mailSetting,
      ...keyed,
      sessionsEnded,
      personChanged: cache.forgetUser,
      realMoney,
      proposals,
      clockLead: () => clock.lead,
      ownChecks: () => findOwnChecks(database),
    },
    identity: {
      ...shared,
      noteAgreement,
      forgetAddress: forgetHeadMail,
      vault: files.vault,
      post,
      // tests take codes out of the table
      canTell: async () => true,
      alerts,
      stepUp,
      logger,
      ...keyed,
      sessionsEnded,
      appName: () => 'Truemark',
      momentText,
      passwordLengthMin: 6,
      guestsPerAddressMax,
    },
  })
  if (appsFolder !== undefined) {
    serveWebApps(gateway, {
      webFolder: join(appsFolder, 'web/dist'),
      deskFolder: join(appsFolder, 'desk/dist'),
      publicUrl,
      socketPath,
      texts: gatewayTexts(translate),
      appName: () => appData.name,
      imageOrigins: () => appData.imageOrigins,
    })
  }
  hub.attach(gateway.server, gateway.socketCalls)
  const figures = (symbol: string) => view.figures(symbol)
  bindNotifications(gateway, { ...shared, figures, alerts: watched, push: livePush })
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  const market = await startTestMarket(exchange, () => live.speaking)
  const live: LiveServer = {
    speaking: true,
    database,
    engine,
    secret: tokens.newest,
    keys,
    filesFolder: files.folder,
    vault: files.vault,
    ended,
    view,
    told,
    proposals,
    settleListings: (atStart) => settleListings({ database, catalogue, symbols, proposals, tellSymbol }, atStart),
    stepUp,
    hub,
    port: portOf(gateway.server),
    support,
    routes: gateway.routes,
    tick: market.tick,
    ...callsAt(() => portOf(gateway.server)),
    chainPort: (onError = raise) => openChainPort(wallet, { chainHost: '127.0.0.1', chainPort: 0 }, onError),
    stop: async () => {
      market.stop()
      await support.stop()
      await hub.close()
      await gateway.app.close()
      await Promise.all([watched.close(), given.close()])
      await stopLimits()
      await sessions.close()
      await post.close()
      await engine.stop()
      await files.stop()
      await test.drop()
    },
  }
  return live
}

/** No push service is reached from here, and no key is made for one. */
const livePush = { publicKey: '', origins: [] }

function raise(error: unknown): never {
  throw error
}
