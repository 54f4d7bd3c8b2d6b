import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseDecimal } from '@truemark/core/money/decimal'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { emptyLotForm } from '../../apps/web/src/derivative/lotForm.ts'
import { fineText, summarizeLots } from '../../apps/web/src/derivative/lotSummary.ts'
import { readRecordings } from '../../apps/server/src/market/recordings.ts'
import { Replay } from '../../apps/server/src/market/replay.ts'
import { firstSymbols } from '../../apps/server/src/market/symbols.ts'
import { listAt, textAt, valueAt } from '../client.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'
import { faultsOf } from './books.ts'
import { MovedClock } from './clock.ts'
import { readForm, readTerms } from './lotForm.ts'
import { type Trader, numberIn, openTrader, placeMarket, stopStill, textIn, untilOffered } from './trader.ts'

/** Binance's BTCUSDT of 19 to 25 February 2021, minute by minute; on the 22nd it fell by 7 % within five minutes. */
const recorded = fileURLToPath(new URL('../../../shared/data/market/BTCUSDT_1m_2021-02-19_7d.csv', import.meta.url))
const week = 7 * 24 * 3_600_000
const minute = 60_000
const settleMax = 20_000

const first = Date.UTC(2021, 1, 22, 14, 13, 30)
/** Whole weeks after which the first moment of these tests plays again, an hour from now at the soonest. */
const later = Math.ceil((Date.now() + 3_600_000 - first) / week) * week

/** When a moment of that 22 February plays again: all of them on one day, whatever day and hour it is now. */
function monday(hour: number, at: number, second = 0): number {
  return Date.UTC(2021, 1, 22, hour, at, second) + later
}

const folder = makeFolder()
let clock: MovedClock
let product: Product

const settings = (): Readonly<Record<string, string>> => ({
  ...clock.settings,
  FEED: 'replay',
  REPLAY_FILE: recorded,
})
const open = (accounts?: readonly ('contract' | 'option')[]) =>
  openTrader({ address: () => product.address, now: () => clock.now() }, accounts)

/** Prices as the recording plays them from one moment to another, by the time of their tick; scaled by 10^12. */
function played(from: number, until: number): Map<number, bigint> {
  const replay = new Replay(readRecordings(recorded, firstSymbols), from)
  const prices = new Map<number, bigint>()
  for (let time = from; time <= until; time += 250) {
    replay.advance(time, (event) => {
      if (event.type === 'top' && event.symbol === 'BTCUSDT') prices.set(event.time, event.bid)
    })
  }
  return prices
}

function scaled(text: string): bigint {
  const units = parseDecimal(text, 12)
  if (units === null) throw new Error(`${text} is no price`)
  return units
}

/** What the socket tells of BTCUSDT's derivative book and state: marks with their times, and statuses. */
class Told {
  readonly marks = new Map<number, string>()
  readonly statuses: string[] = []
  asks = 0
  readonly #socket: WebSocket

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString())))
  }

  static async open(address: string, trader: Trader): Promise<Told> {
    const token = textIn(await trader.read('/data'), 'ws', 'token')
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws?token=${encodeURIComponent(token)}`)
    const told = new Told(socket)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.send(JSON.stringify({ type: 'subscribe', symbols: ['BTCUSDT_Dbook'] }))
    return told
  }

  close(): void {
    this.#socket.close()
  }

  #take(frame: unknown): void {
    for (const message of Array.isArray(frame) ? frame : [frame]) {
      const data = valueAt(message, 'data')
      if (valueAt(message, 'type') === 4 && textAt(data, 'code') === 'BTCUSDT') {
        this.statuses.push(`${textAt(data, 'status')} ${textAt(data, 'reason')}`.trim())
      }
      if (valueAt(message, 'type') !== 1 || textAt(data, 'kind') !== 'derivative') continue
      this.asks = listAt(data, 'asks').length
      const mark = textAt(data, 'mark')
      if (mark !== '') this.marks.set(numberIn(data, 'time'), mark)
    }
  }
}

const untilTrading = (trader: Trader) => untilOffered(trader, 'BTCUSDT')

/** A market order of a contract on BTCUSDT; gives the order. */
function ticket(trader: Trader, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  return placeMarket(trader, 'contract', { symbol: 'BTCUSDT', ...body })
}

async function ticketOf(trader: Trader, id: string): Promise<unknown> {
  return trader.read(`/contract/orders/${id}`)
}

async function untilSettled(trader: Trader, id: string, timeout = settleMax): Promise<unknown> {
  const status = async () => textAt(await ticketOf(trader, id), 'order', 'status')
  await expect.poll(status, { timeout }).toBe('settled')
  return ticketOf(trader, id)
}

async function option(trader: Trader, type: 'up' | 'down', seconds: number): Promise<string> {
  const order = await trader.send('/option/orders', { symbol: 'BTCUSDT', type, trade_mode: seconds, amount: '100' })
  return textIn(order, 'order_id')
}

/** Waits for an option's entry; gives it. */
async function entered(trader: Trader, id: string): Promise<unknown> {
  const one = () => trader.read(`/option/orders/${id}`)
  await expect.poll(async () => textAt(await one(), 'entry_price'), { timeout: settleMax }).not.toBe('')
  return one()
}

async function untilEnded(trader: Trader, id: string): Promise<unknown> {
  const one = () => trader.read(`/option/orders/${id}`)
  await expect.poll(async () => textAt(await one(), 'status'), { timeout: settleMax }).not.toBe('open')
  return one()
}

describe.skipIf(!existsSync(recorded))('on the recorded minutes of February 2021 (../shared/data is needed)', () => {
  beforeAll(async () => {
    clock = new MovedClock(monday(14, 13, 30))
    product = await startProduct(folder, settings())
  })

  afterAll(async () => {
    await product.stop()
    await folder.remove()
    clock.remove()
  })

  afterEach(() => {
    clock.flow()
    clock.holdMarket(false)
  })

  it('liquidates a long of 20× on the first tick beyond the price that its form showed', async () => {
    const trader = await open()
    const told = await Told.open(product.address, trader)
    if (clock.now() < monday(14, 15, 10)) clock.moveTo(monday(14, 15, 10))
    // the figures of the form and the order are of one moment
    await stopStill(clock, trader, ['BTCUSDT'])
    const terms = await readTerms(trader.read)
    const setting = { product: 'contract', mode: 'isolated', multiple: 20 } as const
    const { context } = await readForm(trader.read, terms, ['BTCUSDT'], setting)
    const summary = summarizeLots({ ...emptyLotForm, lots: '1', multiple: 20 }, context)
    const order = await trader.send('/contract/orders', {
      symbol: 'BTCUSDT',
      side: 'buy',
      type: 'market',
      lots: '1',
      multiple: 20,
    })
    clock.holdMarket(false)
    clock.flow()
    const fine = summary?.after?.liquidationFine ?? null
    if (fine === null) throw new Error('the form shows no liquidation price')
    const shown = fineText(fine, context.terms)
    expect([textAt(order, 'status'), textAt(order, 'liquidation_price')]).toEqual(['filled', shown])

    const id = textIn(order, 'order_id')
    const settled = await untilSettled(trader, id, 150_000)
    told.close()
    expect(valueAt(settled, 'order')).toMatchObject({ reason: 'liquidation', forced: true, lots_open: '0' })
    const markTime = numberIn(settled, 'liquidation', 'mark_time')
    const mark = scaled(textIn(settled, 'liquidation', 'mark'))
    const path = played(monday(14, 15), markTime)
    expect(mark).toBe(path.get(markTime))
    expect(mark).toBeLessThan(scaled(shown))
    const opened = numberIn(order, 'created_time')
    const beyond = [...path].find(([time, price]) => time > opened && price < scaled(shown))
    // a machine under load may let the market leave out ticks: what was left out, nobody was told
    expect(markTime - (beyond?.[0] ?? 0)).toBeLessThanOrEqual(5_000)
    const before = [...told.marks].filter(([time]) => time < markTime)
    expect(before.length).toBeGreaterThan(20)
    expect(before.filter(([, price]) => scaled(price) < scaled(shown))).toEqual([])
    expect(await faultsOf(product.database())).toEqual([])
  }, 300_000)

  it('stops liquidations, triggers and settlements while prices are stale, says so, and fills where the book then stands', async () => {
    const trader = await open(['contract', 'option'])
    const told = await Told.open(product.address, trader)
    clock.moveTo(monday(14, 18, 10))
    await untilTrading(trader)
    await clock.until(monday(14, 18, 23))
    const bet = await entered(trader, await option(trader, 'up', 60))
    const expiry = numberIn(bet, 'expiration_time')
    await clock.until(monday(14, 19, 9))
    const stop = String(
      Math.round(Number(textIn(await trader.read('/market/BTCUSDT/book?kind=derivative'), 'mark')) * 1.005),
    )
    const short = { side: 'sell', lots: '0.5' }
    const stopped = textIn(await ticket(trader, { ...short, multiple: 5, stop_loss: stop }), 'order_id')
    const risked = textIn(await ticket(trader, { ...short, multiple: 100 }), 'order_id')
    expect(clock.now()).toBeLessThan(monday(14, 19, 22))
    const from = clock.now()
    clock.holdMarket(true)
    await clock.until(Math.max(from + 7_000, expiry + 3_000))

    expect(
      (await trader.ask('/contract/orders', { symbol: 'BTCUSDT', type: 'market', ...short, multiple: 5 })).reason,
    ).toBe('market_stale')
    const statuses = await trader.read('/market/status')
    const status = Array.isArray(statuses) ? statuses.find((one) => textAt(one, 'code') === 'BTCUSDT') : undefined
    expect(status).toMatchObject({ status: 'stale', reason: 'prices_old' })
    await expect.poll(() => told.statuses.at(-1), { timeout: settleMax }).toBe('stale prices_old')
    expect(told.asks).toBe(0)
    await clock.until(monday(14, 19, 36))
    for (const id of [stopped, risked]) {
      const seen = await ticketOf(trader, id)
      expect(valueAt(seen, 'order')).toMatchObject({ status: 'filled', lots_open: '0.5', current_price: null })
    }
    expect(await trader.read(`/option/orders/${textIn(bet, 'order_id')}`)).toMatchObject({ status: 'open' })
    // by now the market itself has passed the stop-loss and the liquidation price
    const path = [...played(monday(14, 19), clock.now())]
    const unseen = path.filter(([time, price]) => time > from && price > scaled(stop))
    expect(unseen.length).toBeGreaterThan(4)

    clock.holdMarket(false)
    const gapped = await untilSettled(trader, stopped)
    expect(valueAt(gapped, 'order')).toMatchObject({ reason: 'stop_loss', forced: false })
    const price = scaled(textIn(gapped, 'order', 'settlement_price'))
    const index = scaled(textIn(gapped, 'fills', 0, 'index'))
    expect(index).toBeGreaterThan(scaled(stop))
    expect(price).toBeGreaterThanOrEqual(index)
    expect(price).toBeLessThan((index * 1_001n) / 1_000n)
    const lost = await untilSettled(trader, risked)
    expect(valueAt(lost, 'order')).toMatchObject({ reason: 'liquidation', forced: true })
    // no sample in the two seconds before its expiry, and a replay leaves no trades to rebuild one from
    expect(await untilEnded(trader, textIn(bet, 'order_id'))).toMatchObject({ status: 'expired', reason: 'no_exit' })
    await expect.poll(() => told.statuses.at(-1), { timeout: settleMax }).toBe('open')
    told.close()
    expect(await faultsOf(product.database())).toEqual([])
  }, 300_000)

  it('moves funding once at a stamp over which the engine was down', async () => {
    const long = await open()
    const short = await open()
    clock.moveTo(monday(15, 59, 10))
    // until then the book that is read may be that of the moment before
    await clock.until(clock.now() + 2_000)
    await untilTrading(long)
    await long.send('/perpetual/BTCUSDT/settings', { mode: 'cross', multiple: 10 }, 'PUT')
    await placeMarket(long, 'perpetual', { symbol: 'BTCUSDT', side: 'buy', lots: '1' })
    const sold = textIn(await ticket(short, { side: 'sell', lots: '1', multiple: 10 }), 'order_id')
    const stamp = monday(16, 0)
    await clock.until(clock.now() + 2_500)
    expect(clock.now()).toBeLessThan(stamp - 2_000)
    await product.kill()
    clock.moveTo(stamp + 15_000)
    product = await startProduct(folder, settings())
    const past = async (trader: Trader) => listAt(await trader.read('/perpetual/funding?symbol=BTCUSDT'), 'items')
    const at = async (trader: Trader) => (await past(trader)).filter((one) => valueAt(one, 'time') === stamp)
    await expect.poll(() => at(long).then(({ length }) => length), { timeout: settleMax }).toBe(1)
    const shown = async () => {
      const [position] = listAt(await long.read('/perpetual/positions?status=open'), 'items')
      const other = await ticketOf(short, sold)
      return [textAt(position, 'funding'), textAt(other, 'order', 'funding')]
    }
    // a premium of nothing: the rate is 0.01 % of 0.1 BTC at the last sample before the stamp
    const [paid] = await at(long)
    const samples = await long.read(`/transparency/index_samples/BTCUSDT?from=${stamp - minute}&to=${stamp}`)
    const last = Array.isArray(samples) ? samples.at(-1) : undefined
    expect(paid).toMatchObject({ rate: '0.0001', mark: textIn(last, 'index') })
    const exact = scaled(textIn(paid, 'mark')) / 100_000n
    const unit = 10n ** 6n
    const up = String((exact + unit - 1n) / unit)
    const down = String(exact / unit)
    const micro = (text: string) => String(parseDecimal(text.replace('-', ''), 6) ?? 'none')
    await expect.poll(async () => (await shown()).map(micro), { timeout: settleMax }).toEqual([up, down])
    expect((await shown()).map((text) => text.startsWith('-'))).toEqual([true, false])
    expect(micro(textIn(paid, 'payment'))).toBe(up)

    const once = [await shown(), await at(long), await at(short)]
    await product.kill()
    product = await startProduct(folder, settings())
    await untilTrading(long)
    expect([await shown(), await at(long), await at(short)]).toEqual(once)
    expect(await faultsOf(product.database())).toEqual([])
  }, 300_000)

  it('settles an option that is open across a restart on its sample, and voids one that expired meanwhile', async () => {
    const trader = await open(['option'])
    await untilTrading(trader)
    const [up, down] = await Promise.all([option(trader, 'up', 180), option(trader, 'down', 180)])
    const early = await option(trader, 'up', 60)
    const bets = await Promise.all([up, down].map((id) => entered(trader, id)))
    const lost = numberIn(await entered(trader, early), 'expiration_time')
    await product.kill()
    clock.moveTo(lost + 5_000)
    product = await startProduct(folder, settings())
    expect(await untilEnded(trader, early)).toMatchObject({ status: 'expired', reason: 'no_exit', close_price: null })
    const expiry = Math.max(...bets.map((one) => numberIn(one, 'expiration_time')))
    expect(clock.now()).toBeLessThan(expiry - 5_000)
    clock.moveTo(expiry - 5_000)
    const [won, other] = await Promise.all([up, down].map((id) => untilEnded(trader, id)))
    for (const one of [won, other]) {
      expect(valueAt(one, 'close_sample_time')).toBe(valueAt(one, 'expiration_time'))
      const time = numberIn(one, 'close_sample_time')
      const samples = await trader.read(`/transparency/index_samples/BTCUSDT?from=${time}&to=${time + 1}`)
      expect(listAt({ samples }, 'samples')).toMatchObject([{ time, index: textIn(one, 'close_price') }])
    }
    if (valueAt(won, 'entry_time') === valueAt(other, 'entry_time')) {
      const outcomes = [textAt(won, 'outcome'), textAt(other, 'outcome')].toSorted()
      expect([['loss', 'win'].join(), ['tie', 'tie'].join()]).toContain(outcomes.join())
    }
    expect(await faultsOf(product.database())).toEqual([])
  }, 300_000)
})
