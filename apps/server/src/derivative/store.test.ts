import { decode, list } from '@truemark/core/codec/codec'
import { type Command, type Event, eventCodec } from '@truemark/core/vocabulary'
import { userHolderMin, type HolderId } from '@truemark/core/ledger/holders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerProjection } from '../account/door.ts'
import { Projector } from '../engine/projector.ts'
import { ExchangeRun, btcTerms } from '../engine/testing/exchangeRun.ts'
import { firstSymbols } from '../market/door.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { derivativeTermsOf } from '../seedDerivatives.ts'
import { fundingProjection } from './funding.store.ts'
import { findFillsOf, findFillsOfOrder, findPerpetualOrders, findPositions, findTickets } from './history.store.ts'
import { insuranceBalance, insuranceProjection } from './insurance.store.ts'
import { liquidationProjection } from './liquidation.store.ts'
import { derivativeProjection } from './store.ts'

const holders = 6
const everyone = Array.from({ length: holders }, (_, i) => userHolderMin + i)
const all = { limit: 10_000 } as const
let test: TestDatabase
let run: ExchangeRun
let projector: Projector<Event>
let projected = 0
let index = 6_000_000

beforeAll(async () => {
  test = await createTestDatabase()
  run = await ExchangeRun.start(test.database, 5)
  projector = new Projector<Event>({
    database: test.database,
    projections: [
      ledgerProjection,
      derivativeProjection,
      fundingProjection,
      liquidationProjection,
      insuranceProjection,
    ],
    decode: (frame) => decode(list(eventCodec), frame),
    projected: (to) => {
      projected = to.seq
    },
    warn: (message) => {
      throw new Error(message)
    },
  })
  projector.start()
  await run.open(holders)
  await prepare()
  for (let round = 0; round < 150; round += 1) await Promise.all(Array.from({ length: 4 }, act))
  // half of it is done by an engine that was restored from the journal
  await run.close()
  run = await ExchangeRun.start(test.database, 9)
  await tick(0)
  for (let round = 0; round < 150; round += 1) await Promise.all(Array.from({ length: 4 }, act))
  for (const holder of everyone) {
    const price = Math.trunc((index / 10) * 0.985)
    const what = { holder, symbol: 'BTCUSDT', side: 'buy', kind: 'limit', timeInForce: 'GTC', price, lots: 1 } as const
    const targets = { stopLoss: null, takeProfit: null, reduceOnly: false, fault: '' } as const
    await run.run({ type: 'placePerpetualOrder', ...what, ...targets })
  }
  await caughtUp()
}, 120_000)
afterAll(async () => {
  await projector.stop()
  await run.close()
  await test.drop()
})

async function caughtUp(): Promise<void> {
  const end = performance.now() + 20_000
  while (projected < run.engine.end.seq && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 20))
  expect(projected).toBe(run.engine.end.seq)
}

async function prepare(): Promise<void> {
  const btc = firstSymbols.find(({ code }) => code === btcTerms.code)
  if (btc === undefined) throw new Error('the product has no BTC')
  const terms = { ...derivativeTermsOf(btc, 8), insuranceFloor: 0n }
  await run.run({ type: 'configureDerivative', listing: 0, terms })
  const hands = { currency: 0, amount: 1_000_000_000_000n, asker: 0, approver: 0 }
  await run.run({ type: 'moveHouse', realm: 'demo', from: 'external', to: 'insurance', ...hands })
  for (const holder of everyone) {
    const amount = 20_000_000_000n
    await run.run({ type: 'transfer', holder, from: 'coin', to: 'contract', amount, fault: '' })
    const mode = holder % 2 === 0 ? 'cross' : 'isolated'
    await run.run({ type: 'setPerpetual', holder, symbol: 'BTCUSDT', mode, multiple: 20, fault: '' })
  }
}

function tick(move: number): Promise<unknown> {
  index += move
  const quote = { listing: 0, dispersionTenths: 0, sources: 3, kind: 'simulated' } as const
  return run.run({ type: 'quote', time: Date.now(), indexTenths: index, ...quote })
}

/** One thing that somebody of the crowd might do, a sudden move of the market among them. */
function act(): Promise<unknown> {
  const holder = userHolderMin + run.next(holders)
  const dice = run.next(100)
  if (dice < 45) return run.run(order(holder, dice % 2 === 0))
  const id = 1 + run.next(900)
  const fault = ''
  if (dice < 52) return run.run({ type: 'closeContract', holder, order: id, lots: run.next(30), fault })
  if (dice < 58) return run.run({ type: 'closePerpetual', holder, position: id, lots: run.next(30), fault })
  if (dice < 63) return run.run({ type: 'cancelContractOrder', holder, order: id })
  if (dice < 68) return run.run({ type: 'cancelPerpetualOrder', holder, order: id })
  const target = { change: 'set', price: Math.trunc(index / 10) + 1 + run.next(300) } as const
  const keep = { change: 'keep', price: 0 } as const
  if (dice < 72)
    return run.run({ type: 'setContractTargets', holder, order: id, stopLoss: keep, takeProfit: target, fault })
  if (dice < 75)
    return run.run({ type: 'setPerpetualTargets', holder, position: id, stopLoss: keep, takeProfit: target, fault })
  if (dice < 78) return run.run({ type: 'addContractMargin', holder, order: id, amount: 5_000_000n, fault })
  if (dice < 79) return run.run({ type: 'closeAllContracts', holder, symbol: '' })
  if (dice < 80) return run.run({ type: 'closeAllPerpetual', holder, symbol: '' })
  return tick(dice < 97 ? run.next(6_001) - 3_000 : (run.next(2) === 0 ? 1 : -1) * 150_000)
}

function order(holder: HolderId, contract: boolean): Command {
  const market = run.next(2) === 0
  const buys = run.next(2) === 0
  const target = Math.trunc(index / 10) + (buys ? 900 : -900)
  const common = {
    holder,
    symbol: 'BTCUSDT',
    side: buys ? 'buy' : 'sell',
    kind: market ? 'market' : 'limit',
    timeInForce: market ? 'IOC' : 'GTC',
    price: market ? 0 : Math.trunc(index / 10) + run.next(1_000) - 500,
    lots: 1 + run.next(100),
    stopLoss: null,
    takeProfit: run.next(3) === 0 ? target : null,
    fault: '',
  } as const
  return contract
    ? { type: 'placeContractOrder', ...common, multiple: [5, 20, 50][run.next(3)] ?? 5 }
    : { type: 'placePerpetualOrder', ...common, reduceOnly: run.next(8) === 0 }
}

describe('the tables of contracts and perpetuals', () => {
  it('hold each open order as the engine does', async () => {
    let open = 0
    for (const holder of everyone) {
      const reply = await run.ask({ type: 'perpetualOrders', holder })
      if (reply.type !== 'perpetualOrders') throw new Error('no orders')
      const stored = (await findPerpetualOrders(test.database, { holder, ...all })).filter(
        ({ status }) => status === 'new',
      )
      expect(stored).toMatchObject(reply.orders.toSorted((a, b) => b.order - a.order))
      open += stored.length
    }
    expect(open).toBeGreaterThan(2)
  })

  it('hold each open ticket as the engine does', async () => {
    let open = 0
    for (const holder of everyone) {
      const reply = await run.ask({ type: 'contractOrders', holder })
      if (reply.type !== 'contractOrders') throw new Error('no tickets')
      const stored = await findTickets(test.database, { holder, ...all })
      const live = stored.filter(({ order: { status }, position }) => status === 'new' || position?.status === 'open')
      const seen = live.map(({ order: of, position }) => ({
        order: of.order,
        side: of.side,
        price: of.price,
        lots: of.lots,
        filled: of.filled,
        quoteFilled: of.quoteFilled,
        open: position?.lots ?? 0,
        cost: position?.cost ?? 0n,
        margin: position?.margin ?? 0n,
        hold: of.hold,
        feePaid: position?.feePaid ?? of.feePaid,
        realised: position?.realised ?? 0n,
        funding: position?.funding ?? 0n,
        stopLoss: position?.stopLoss ?? of.stopLoss,
        takeProfit: position?.takeProfit ?? of.takeProfit,
        lotsClosed: position?.lotsClosed ?? 0,
        proceeds: position?.proceeds ?? 0n,
        acceptedAt: of.acceptedAt,
      }))
      const wanted = reply.orders.toSorted((a, b) => b.order - a.order)
      expect(wanted).toMatchObject(seen)
      open += live.length
    }
    expect(open).toBeGreaterThan(5)
  })

  it('hold each open position as the engine does', async () => {
    let open = 0
    for (const holder of everyone) {
      const reply = await run.ask({ type: 'perpetualPositions', holder })
      if (reply.type !== 'perpetualPositions') throw new Error('no positions')
      const stored = (await findPositions(test.database, { holder, ...all })).filter(({ status }) => status === 'open')
      const seen = stored.map(
        ({ position, side, lots, cost, feePaid, realised, funding, stopLoss, takeProfit, openedAt }) => ({
          position,
          side,
          lots,
          cost,
          feePaid,
          realised,
          funding,
          stopLoss,
          takeProfit,
          openedAt,
        }),
      )
      expect(reply.positions.toSorted((a, b) => b.position - a.position)).toMatchObject(seen)
      open += stored.length
    }
    expect(open).toBeGreaterThan(2)
  })

  it('keep what has ended with a reason, and fills that come to what was filled', async () => {
    const reasons = new Set<string>()
    for (const holder of everyone) {
      for (const { order: of, position } of await findTickets(test.database, { holder, status: 'history', ...all })) {
        const fills = await findFillsOfOrder(test.database, of.order, 10_000)
        expect(fills.reduce((sum, { lots }) => sum + lots, 0)).toBe(of.filled)
        expect(fills.reduce((sum, { fee }) => sum + fee, 0n)).toBe(of.feePaid)
        if (position === null) continue
        expect(position.lots).toBe(0)
        expect(position.lotsClosed).toBe(position.lotsOpened)
        expect(position.endedAt).not.toBeNull()
        reasons.add(position.reason ?? '')
        const traded = await findFillsOf(test.database, position, 10_000)
        const closed = traded.reduce((sum, { lotsClosed }) => sum + lotsClosed, 0)
        expect(closed).toBeLessThanOrEqual(position.lotsClosed)
        if (closed === position.lotsClosed)
          expect(traded.reduce((sum, { realised }) => sum + realised, 0n)).toBe(position.realised)
      }
      for (const position of await findPositions(test.database, { holder, status: 'history', ...all })) {
        expect([position.lots, position.lotsClosed]).toEqual([0, position.lotsOpened])
        reasons.add(position.reason ?? '')
      }
    }
    expect([...reasons]).toEqual(expect.arrayContaining(['by_user', 'liquidation', 'take_profit']))
  })

  it('tell the insurance fund as the ledger does', async () => {
    const reply = await run.ask({ type: 'derivativeHouse', realm: 'demo' })
    if (reply.type !== 'derivativeHouse') throw new Error('no house')
    expect(await insuranceBalance(test.database, 'demo')).toBe(reply.insurance)
    const { rows } = await test.database.query<{ n: string }>(
      'SELECT count(*) AS n FROM insurance_move WHERE amount <> 0',
    )
    expect(Number(rows[0]?.n)).toBeGreaterThan(1)
  })

  it('show what is held as lines whose amounts come to what is available', async () => {
    const { rows } = await test.database.query<{ holder: HolderId; off: string }>(
      `SELECT b.holder, b.posted - b.frozen - coalesce((SELECT sum(amount) FROM ledger_entry AS e
         WHERE (e.holder, e.account, e.currency) = (b.holder, b.account, b.currency)), 0) AS off
       FROM balance AS b WHERE b.account = 1 AND b.holder >= $1`,
      [userHolderMin],
    )
    expect(rows.filter(({ off }) => off !== '0')).toEqual([])
  })
})
