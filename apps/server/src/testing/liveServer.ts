import { randomBytes } from 'node:crypto'
import { successCode } from '@truemark/protocol/errors'
import { type AnswerOf, type RouteDefinition, pathWith } from '@truemark/protocol/routes/route'
import * as z from 'zod/mini'
import { bindAccount } from '../account/door.ts'
import { AppData, bindContent } from '../content/door.ts'
import { Catalogue, Reads, house } from '../engine/door.ts'
import { btcTerms } from '../engine/testing/exchangeRun.ts'
import { bindIdentity, openSessions } from '../identity/door.ts'
import { MarketView, bindListings } from '../market/door.ts'
import { bindDesk, openOperatorSessions } from '../operator/door.ts'
import { systemClock } from '../platform/clock.ts'
import { createGateway } from '../platform/http/gateway.ts'
import { createLimits } from '../platform/http/limits.ts'
import { portOf } from '../platform/http/listen.ts'
import { cacheSessions } from '../platform/http/session.ts'
import { createLogger } from '../platform/log.ts'
import { startPost } from '../platform/mail/post.ts'
import type { Database } from '../platform/postgres/database.ts'
import { createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { gatewayTexts, loadTranslate } from '../platform/texts/translator.ts'
import { bindSpot } from '../spot/door.ts'
import { bindTransparency } from '../transparency/door.ts'
import { type InlineEngine, startInlineEngine } from './inlineEngine.ts'

/** What a call came back as; `data` is null where it was refused. */
export interface Answered<R> {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data: AnswerOf<R> | null
}

export interface CallOptions {
  readonly token?: string
  readonly body?: unknown
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly key?: string
  readonly lang?: string
}

/** The server's slices on a real database, a real engine and a real socket, in the test's own process. */
export interface LiveServer {
  readonly database: Database
  readonly engine: InlineEngine
  readonly ended: string[]
  /** A tick at an index in tenths of a tick (of 0.1 USDT); the house's levels follow. */
  tick(indexTenths: number): Promise<void>
  call<R extends RouteDefinition>(route: R, options?: CallOptions): Promise<Answered<R>>
  /** The data of a call that must succeed. */
  ok<R extends RouteDefinition>(route: R, options?: CallOptions): Promise<AnswerOf<R>>
  stop(): Promise<void>
}

async function seed(engine: InlineEngine): Promise<void> {
  for (const command of [
    { type: 'listCurrency', code: 'USDT', scale: 6 },
    { type: 'listCurrency', code: 'BTC', scale: 8 },
    { type: 'listSymbol', terms: btcTerms },
  ] as const) {
    const done = await engine.exchange.command(house, command)
    if (!done.ok) throw new Error(done.reason)
  }
}

const envelope = z.object({ code: z.int(), data: z.unknown(), message: z.string() })

async function send(port: number, { method, path }: RouteDefinition, options: CallOptions): Promise<Response> {
  const address = new URL(`http://127.0.0.1:${port}${pathWith(path, options.params ?? {})}`)
  for (const [name, value] of Object.entries(options.query ?? {})) address.searchParams.set(name, value)
  const headers: Record<string, string> = { lang: options.lang ?? 'en' }
  if (options.token !== undefined) headers['authorization'] = `Bearer ${options.token}`
  if (options.key !== undefined) headers['idempotency-key'] = options.key
  if (options.body !== undefined) headers['content-type'] = 'application/json'
  const body = options.body === undefined ? null : JSON.stringify(options.body)
  return fetch(address, { method, headers, body, signal: AbortSignal.timeout(20_000) })
}

function caller(port: () => number): Pick<LiveServer, 'call' | 'ok'> {
  const call: LiveServer['call'] = async <R extends RouteDefinition>(route: R, options: CallOptions = {}) => {
    const response = await send(port(), route, options)
    const { code, data, message } = z.parse(envelope, await response.json())
    const parsed = code === successCode ? (z.parse(route.answer, data) as AnswerOf<R>) : null
    return { status: response.status, code, message, data: parsed }
  }
  return {
    call,
    ok: async (route, options) => {
      const { code, message, data } = await call(route, options)
      if (code !== successCode) throw new Error(`${route.method} ${route.path}: ${code} ${message}`)
      return data as AnswerOf<typeof route>
    },
  }
}

/** Starts the slices; the market trades at 10 000 USDT until the test ticks otherwise. */
export async function startLiveServer(): Promise<LiveServer> {
  const test = await createTestDatabase()
  const { database } = test
  const engine = await startInlineEngine(database)
  await seed(engine)
  const { exchange } = engine
  const secret = randomBytes(16)
  const clock = systemClock()
  const now = (): number => clock.now()
  const translate = await loadTranslate()
  const catalogue = await Catalogue.load(exchange)
  engine.onCommitted((events) => events.forEach((event) => catalogue.take(event)))
  const post = startPost({ database, translate, mail: null, sms: null, onError: raise })
  const sessions = openSessions(database, secret, now, raise)
  const operators = openOperatorSessions(database)
  const authenticate = async (token: string) => (await operators.authenticate(token)) ?? sessions.authenticate(token)
  const cache = cacheSessions({ authenticate })
  const logger = createLogger('silent')
  const gateway = createGateway({
    logger,
    sessions: cache,
    texts: gatewayTexts(translate),
    limits: createLimits(0),
    publicUrl: null,
    trustedProxies: 0,
    checkAnswers: true,
  })
  const ended: string[] = []
  const sessionsEnded = (ids: readonly string[]): void => {
    ended.push(...ids)
    ids.forEach((id) => cache.forget(id))
  }
  const view = new MarketView()
  const reads = new Reads(engine.watermark)
  const appData = await AppData.load(database)
  const ids = createPublicIds(secret)
  const shared = { exchange, catalogue, reads, database, ids, now, simulated: () => true }
  bindSpot(gateway, shared)
  bindAccount(gateway, { ...shared, indexOf: () => '10000', seqOf: () => 0 })
  bindListings(gateway, { exchange, catalogue, view })
  bindTransparency(gateway, { ...shared, kind: () => 'simulated', sourceOf: () => '' })
  const { socketToken } = sessions
  bindContent(gateway, { ...shared, appData, logger, socketToken, demoOnly: () => true })
  bindDesk(gateway, { ...shared, market: { view }, appData, translate, secret, sessionsEnded })
  bindIdentity(
    gateway,
    {
      ...shared,
      post,
      logger,
      secret,
      sessionsEnded,
      appName: () => 'Truemark',
      passwordLengthMin: 6,
      guestsPerAddressMax: 20,
    },
    (code) => catalogue.byCode(code) !== undefined,
  )
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  let quoted = { listing: 0, indexTenths: 1_000_000, dispersionTenths: 0, sources: 4, kind: 'simulated' as const }
  const quote = async (): Promise<void> => {
    await exchange.command(house, { type: 'quote', time: Date.now(), ...quoted })
  }
  await quote()
  // like any market, this one says the same again until it says something else
  const market = setInterval(() => void quote(), 250)
  return {
    database,
    engine,
    ended,
    tick: async (indexTenths) => {
      quoted = { ...quoted, indexTenths }
      await quote()
    },
    ...caller(() => portOf(gateway.server)),
    stop: async () => {
      clearInterval(market)
      await gateway.app.close()
      await sessions.close()
      await post.close()
      await engine.stop()
      await test.drop()
    },
  }
}

function raise(error: unknown): never {
  throw error
}
