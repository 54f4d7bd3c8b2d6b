import { optionTerms } from '@truemark/core/testing/optionFixture'
import { btcTerms } from '../../apps/server/src/engine/testing/exchangeRun.ts'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { optionRoutes } from '@truemark/protocol/routes/option'
import { fillChecks } from '@truemark/protocol/evidence/fillChecks'
import { fundedChecks } from '@truemark/protocol/evidence/fundedChecks'
import { readOwnDocument } from '@truemark/protocol/evidence/ownFile'
import { type FillsEvidence, ownEvidence } from '@truemark/protocol/routes/ownEvidence'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import type { AnswerOf, RouteDefinition } from '@truemark/protocol/routes/route'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '../../apps/server/src/invest/testing/saver.ts'
import { logAll } from '../../apps/server/src/testing/evidence.ts'
import { keyNow } from '../../apps/server/src/testing/keys.ts'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { evidenceKinds } from '../../apps/server/src/transparency/door.ts'
import { locales } from '@truemark/protocol/locale'
import { btcDerivativeTerms } from '../../apps/server/src/testing/seedExchange.ts'

// Forty-eight people, whose numbers follow one another and whose apps speak eight languages, do the same at the same prices.
// All that the server tells each of them is the same but for ids and times, and the figures are reckoned by hand.
const count = 48
const languages = locales.map(({ tag }) => tag)
const atOnce = 20

interface Person {
  readonly at: number
  readonly token: string
  readonly lang: string
}

let server: LiveServer
let everyone: readonly Person[] = []

const deep = {
  levels: 3,
  halfSpreadRate: 500_000,
  gapRate: 500_000,
  refillPerSecond: 1_000_000_000,
  levelQuantity: 1_000_000_000,
}
const ladder = { ...deep, positionMax: 1_000_000_000_000 }
const every = 28_800_000

beforeAll(async () => {
  server = await startLiveServer({ guestsPerAddressMax: count })
  await must(server, { type: 'configureListing', listing: 0, terms: { ...btcTerms, ladder } })
  await must(server, { type: 'configureDerivative', listing: 0, terms: { ...btcDerivativeTerms(), ladder } })
  await must(server, { type: 'configureOption', listing: 0, terms: optionTerms })
  await server.tick(1_000_000)
  everyone = await ofAll(
    Array.from({ length: count }, (_, at) => at),
    async (at) => {
      const lang = languages[at % languages.length] ?? 'en'
      const { token } = await server.ok(identityRoutes.simulationLogin, { body: {}, lang })
      return { at, token, lang }
    },
  )
  for (const to of ['contract', 'option'])
    await eachDoes(accountRoutes.transferMake, { from: 'coin', to, amount: '20000' })
}, 180_000)
afterAll(() => server.stop())

/** So many at once as a browser's worth of connections; the answers in the order of what was given. */
async function ofAll<T, R>(all: readonly T[], of: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let from = 0; from < all.length; from += atOnce) {
    done.push(...(await Promise.all(all.slice(from, from + atOnce).map(of))))
  }
  return done
}

type Asking<R extends RouteDefinition> = Parameters<typeof server.ok<R>>[1]

function eachAsks<R extends RouteDefinition>(route: R, asking: (person: Person) => Asking<R>): Promise<AnswerOf<R>[]> {
  return ofAll(everyone, (person) => server.ok(route, { token: person.token, lang: person.lang, ...asking(person) }))
}

function eachDoes<R extends RouteDefinition>(route: R, body: unknown): Promise<AnswerOf<R>[]> {
  return eachAsks(route, () => ({ body, ...(route.idempotent ? { key: keyNow() } : {}) }))
}

/** What an answer tells but ids and times, which are everybody's own. */
function figuresOf(told: unknown): unknown {
  if (Array.isArray(told)) return told.map(figuresOf)
  if (typeof told !== 'object' || told === null) return told
  const fields = Object.entries(told).filter(
    ([name]) => !/(^|_)(id|time|date|at|reference|countdown|validUntil)$|^(created|updated)/.test(name),
  )
  return Object.fromEntries(fields.map(([name, value]) => [name, figuresOf(value)]))
}

function expectSame<T extends object>(told: readonly T[], right: Partial<T>): void {
  expect(told.length).toBe(count)
  const [first, ...others] = told.map(figuresOf)
  const unlike = others.findIndex((one) => JSON.stringify(one) !== JSON.stringify(first))
  if (unlike >= 0) expect({ at: unlike + 1, told: others[unlike] }).toEqual({ at: unlike + 1, told: first })
  expect(told[0]).toMatchObject(right)
}

/** What everybody is told alike, once the market's steps have come to all of them. */
async function expectSameSoon<T extends object>(read: () => Promise<T[]>, right: Partial<T>): Promise<void> {
  await expect
    .poll(async () => (await read()).map((one) => isLike(one, right)).filter(Boolean).length, {
      timeout: 30_000,
      interval: 200,
    })
    .toBe(count)
  expectSame(await read(), right)
}

function isLike(one: object, right: object): boolean {
  return Object.entries(right).every(([name, value]) => Reflect.get(one, name) === value)
}

function ownIdOf(orders: readonly { readonly order_id: string }[]) {
  return ({ at }: Person) => ({ params: { id: orders[at]?.order_id ?? '' } })
}

/** Samples are stamped ahead of the clock. */
async function sample(stamp: number, indexTenths: number): Promise<void> {
  const samples = [{ listing: 0, indexTenths, sources: 4, fresh: true }]
  await must(server, { type: 'sampleIndex', stamp, kind: 'simulated', samples })
}

const btc = { symbol: 'BTCUSDT' } as const
const buy = { ...btc, side: 'buy', type: 'market' } as const

describe('what forty-eight people are told who do the same', () => {
  it('is the same of a spot order, and of what has come of it', async () => {
    const orders = await eachDoes(spotRoutes.spotOrderPlace, { ...buy, time_in_force: 'IOC', quantity: '0.01' })
    // the house asks 10 000 and half a thousandth; a thousandth of the coin is the fee
    const right = {
      filled: '0.01',
      amount: '100.05',
      average_price: '10005',
      fee: '0.00001',
      status: 'filled',
    } as const
    expectSame(orders, right)
    expectSame(await eachAsks(spotRoutes.spotOrderOne, ownIdOf(orders)), {})
    const kind = () => ({ params: { kind: 'coin' } })
    const coin = (await eachAsks(accountRoutes.accountOne, kind)).map(({ balances }) => ({ balances }))
    expectSame(coin, {})
    expect(coin[0]?.balances).toMatchObject([{ available: '59899.95' }, { available: '0.00999' }])
  })

  it('is the same of a quote and of its conversion', async () => {
    const quotes = await eachDoes(accountRoutes.quoteAsk, { source: 'USDT', target: 'BTC', amount: '100' })
    expectSame(quotes, { source_amount: '100', target_amount: '0.00998001' })
    const made = await eachAsks(accountRoutes.exchangeMake, ({ at }) => ({
      body: { quote_id: quotes[at]?.id ?? '' },
      key: keyNow(),
    }))
    expectSame(made, { source_amount: '100', target_amount: '0.00998001' })
  })

  it('is the same of a contract, at the mark that liquidates it and at none before', async () => {
    const tickets = await eachDoes(contractRoutes.contractOrderPlace, { ...buy, lots: '1', multiple: 20 })
    expectSame(tickets, { entry_price: '10005', margin: '50.025', liquidation_price: '9542.92169' })
    const one = () => eachAsks(contractRoutes.contractOrderOne, ownIdOf(tickets))
    await server.tick(954_293)
    expectSame(
      (await one()).map(({ order }) => order),
      { status: 'filled' },
    )
    await server.tick(954_292)
    await expectSameSoon(async () => (await one()).map(({ order }) => order), {
      status: 'settled',
      reason: 'liquidation',
    })
    const ends = await one()
    expectSame(
      ends.map(({ order, liquidation, fills }) => ({ order, liquidation, fills })),
      {},
    )
    expect(ends[0]?.liquidation).toMatchObject({ mark: '9542.92' })
    await server.tick(1_000_000)
  })

  it('is the same of options, by samples of one price: a win, a tie and a loss', async () => {
    const ends = [
      { seconds: 60, indexTenths: 1_000_001, right: { outcome: 'win', close_price: '10000.01', earnings: '80' } },
      { seconds: 180, indexTenths: 1_000_000, right: { outcome: 'tie', close_price: '10000', earnings: '0' } },
      { seconds: 300, indexTenths: 999_999, right: { outcome: 'loss', close_price: '9999.99', earnings: '-100' } },
    ] as const
    const taken = []
    for (const end of ends) {
      const body = { ...btc, type: 'up', trade_mode: end.seconds, amount: '100' }
      taken.push({ ...end, orders: await eachDoes(optionRoutes.optionOrderPlace, body) })
    }
    const moments = taken.flatMap(({ orders }) => orders.map(({ created_time }) => created_time))
    const second = (moment: number) => Math.ceil(moment / 1_000) * 1_000
    // some may enter a second later than others, and leave so
    const entries = [second(Math.min(...moments)), second(Math.max(...moments) + 2_000)] as const
    const sampleAll = async (after: number, indexTenths: number) => {
      for (let stamp = entries[0]; stamp <= entries[1]; stamp += 1_000) await sample(stamp + after, indexTenths)
    }
    await sampleAll(0, 1_000_000)
    for (const { seconds, indexTenths } of ends) await sampleAll(seconds * 1_000, indexTenths)
    for (const { orders, right } of taken) {
      const of = () => eachAsks(optionRoutes.optionOrderOne, ownIdOf(orders))
      await expectSameSoon(of, { entry_price: '10000', ...right })
    }
  })

  it('is the same of a perpetual: its figures, its funding, and the mark that stops it', async () => {
    await eachAsks(perpetualRoutes.perpetualSet, () => ({
      params: btc,
      body: { mode: 'cross', multiple: 10 },
      key: keyNow(),
    }))
    await eachDoes(perpetualRoutes.perpetualOrderPlace, { ...buy, lots: '1', stop_loss: '9900' })
    const positions = (status: string) => async () =>
      (await eachAsks(perpetualRoutes.perpetualPositions, () => ({ query: { status } }))).map(
        ({ items: [first] }) => first ?? {},
      )
    const open = await positions('open')()
    expectSame(open, { entry_price: '10005', margin: '100.05', stop_loss: '9900' })
    const stamp = (Math.floor(Date.now() / every) + 1) * every
    for (const at of [stamp - 2_000, stamp - 1_000, stamp]) await sample(at, 1_000_000)
    // a ten-thousandth of 1 000 USDT
    await expectSameSoon(positions('open'), { funding: '-0.1' })
    // only then all that is told of the stamp is there
    await sample(stamp + 1_000, 1_000_000)
    await server.tick(990_001)
    expectSame(await positions('open')(), { stop_loss: '9900' })
    await server.tick(990_000)
    await expectSameSoon(positions('history'), { funding: '-0.1' })
    await server.tick(1_000_000)
  })

  it('is the same of every line of their accounts', async () => {
    const lines = await eachAsks(accountRoutes.records, () => ({ query: { limit: '100' } }))
    expectSame(
      lines.map(({ items }) => ({ items })),
      {},
    )
    expect(lines[0]?.items.length).toBeGreaterThan(10)
    expect(await server.engine.imbalance()).toEqual([])
  })

  it('has its evidence for everybody: each option, liquidation and stop, and what each traded with the house', async () => {
    // samples and funding are ahead of the clock
    await logAll(server, server.keys, every)
    const { rows } = await server.database.query<{ kind: number; count: string }>(
      'SELECT kind, count(*) AS count FROM evidence_entry GROUP BY kind',
    )
    const logged = new Map(rows.map(({ kind, count: entries }) => [evidenceKinds[kind], Number(entries)]))
    expect([logged.get('option'), logged.get('liquidation'), logged.get('trigger')]).toEqual([3 * count, count, count])
    const orders = await eachAsks(spotRoutes.spotOrders, () => ({ query: {} }))
    const files = await eachAsks(ownEvidence, ownIdOf(orders.flatMap(({ items }) => items)))
    const fills = files.map(({ file }) => readOwnDocument(file.document))
    const isTold = fills.map(
      (found) => found?.kind === 'fills' && found.fills.length === 1 && wrongIn(found).length === 0,
    )
    expect(isTold).toEqual(Array<boolean>(count).fill(true))
  })

  it('has evidence for everybody of what a funding took', async () => {
    const past = await eachAsks(perpetualRoutes.perpetualFunding, () => ({ query: btc }))
    const ids = past.map(({ items: [first] }) => ({ order_id: first?.id ?? '' }))
    const files = await eachAsks(ownEvidence, ownIdOf(ids))
    const told = files.map(({ file }) => {
      const found = readOwnDocument(file.document)
      if (found?.kind !== 'funding') return null
      const wrong = fundedChecks(found).filter(({ name, holds }) => holds !== (name === 'mark' ? null : true))
      return { wrong, paid: found.positions.map(({ side, lots, amount }) => `${side} ${lots} ${amount}`) }
    })
    expect(told).toEqual(Array(count).fill({ wrong: [], paid: ['long 1 -0.1'] }))
  })
})

/** What of fills does not follow from what was told of them; the market of tests tells an index alone. */
function wrongIn(found: FillsEvidence): string[] {
  return fillChecks(found)
    .filter(({ name, holds }) => holds !== (name === 'index' ? null : true))
    .map(({ name }) => name)
}
