import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LotContext, LotProduct } from '../../apps/web/src/derivative/lotContext.ts'
import { type LotForm, emptyLotForm } from '../../apps/web/src/derivative/lotForm.ts'
import { fineText, type LotSummary } from '../../apps/web/src/derivative/lotSummary.ts'
import { type LotTerms, priceText, worthOf } from '../../apps/web/src/derivative/lotTerms.ts'
import { liquidationOnGrid, liquidationWith } from '../../apps/web/src/derivative/liquidationShown.ts'
import { textAt } from '../client.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'
import { MovedClock } from './clock.ts'
import { type Seen, decimalOf, readForm, readTerms } from './lotForm.ts'
import { type Trader, openTrader, stopStill, textIn } from './trader.ts'

const orders = 1_000
const perMoment = 20
const symbols = ['BTCUSDT', 'ETHUSDT'] as const
const assets = join(import.meta.dirname, '../../apps/web/dist/assets')

const folder = makeFolder()
const clock = new MovedClock(Date.now())
let product: Product
let browser: Browser
let page: Page
let traders: readonly [Trader, Trader, Trader, Trader]
let terms: ReadonlyMap<string, LotTerms>

/** The file of the web app's build that holds the engine's preview, by a sentence and a figure of it that no build changes. */
function bundleWithPreview(): string {
  const name = readdirSync(assets).find((file) => {
    const text = file.endsWith('.js') ? readFileSync(join(assets, file), 'utf8') : ''
    return text.includes('no market ') && text.includes('filledNow')
  })
  if (name === undefined) throw new Error('no file of the web build holds the preview')
  return `/assets/${name}`
}

/** Loads the app, and finds its form's summary among what the file shares: by what it answers, for names are mangled. */
async function loadBundle(): Promise<void> {
  await page.goto(`${product.address}/login`)
  const seen = await readForm(traders[0].read, terms, ['BTCUSDT'], {
    product: 'contract',
    mode: 'isolated',
    multiple: 10,
  })
  const form: LotForm = { ...emptyLotForm, lots: '1' }
  // as text, since a dynamic import of the test's own would be rewritten
  await page.evaluate(`import('${bundleWithPreview()}').then((shared) => { globalThis.shipped = { ...shared } })`)
  const found = await page.evaluate(
    ([typed, context]) => {
      const shared = Object.values<unknown>(Reflect.get(globalThis, 'shipped'))
      const answers = (each: unknown): boolean => {
        if (typeof each !== 'function' || each.length !== 2) return false
        try {
          const answer: unknown = each(typed, context)
          return typeof answer === 'object' && answer !== null && 'filledNow' in answer
        } catch {
          return false
        }
      }
      return Reflect.set(globalThis, 'summarizeShipped', shared.find(answers)) && shared.some(answers)
    },
    [form, seen.context] as const,
  )
  expect(found).toBe(true)
}

/** What the shipped form shows. */
function summarize(form: LotForm, context: LotContext): Promise<LotSummary | null> {
  return page.evaluate(([typed, seen]) => Reflect.get(globalThis, 'summarizeShipped')(typed, seen), [
    form,
    context,
  ] as const)
}

// xorshift: the same orders in every run, but for the prices
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

interface Case {
  readonly product: LotProduct
  readonly symbol: (typeof symbols)[number]
  readonly mode: LotContext['mode']
  readonly multiple: number
  readonly form: LotForm
}

/** How the traders' perpetuals are set, by trader. */
const settings = [
  { mode: 'cross', multiple: 10 },
  { mode: 'isolated', multiple: 20 },
  { mode: 'cross', multiple: 50 },
  { mode: 'isolated', multiple: 5 },
] as const

function pick<T>(next: (below: number) => number, of: readonly [T, ...T[]]): T {
  return of[next(of.length)] ?? of[0]
}

function caseOf(
  next: (below: number) => number,
  setting: (typeof settings)[number],
  marks: ReadonlyMap<string, number>,
): Case {
  const symbol = pick(next, symbols)
  const contract = next(2) === 0
  const multiple = contract ? pick(next, [1, 5, 10, 20, 50, 100]) : setting.multiple
  const limit = next(2) === 0
  const own = terms.get(symbol)
  if (own === undefined) throw new Error(`${symbol} has no terms`)
  const mark = marks.get(symbol) ?? 0
  // most within the book, some that rest, a few beyond what is allowed
  const by = next(25) === 0 ? 60_000 : next(1_600) - 800
  const price = Math.round((mark * (1_000_000 + by)) / 10_000_000)
  const lots = next(40) === 0 ? 45_000 + next(10_000) : next(8) === 0 ? 1 + next(1_500) : 1 + next(250)
  const reduceOnly = !contract && next(6) === 0
  const stop = Math.round((mark * (970 + next(60))) / 10_000)
  return {
    product: contract ? 'contract' : 'perpetual',
    symbol,
    mode: contract ? 'isolated' : setting.mode,
    multiple,
    form: {
      ...emptyLotForm,
      side: next(2) === 0 ? 'buy' : 'sell',
      type: limit ? 'limit' : 'market',
      timeInForce: limit ? pick(next, ['GTC', 'GTC', 'IOC', 'FOK', 'POST_ONLY']) : 'GTC',
      price: limit ? priceText(price * 10, own) : '',
      lots: `${Math.floor(lots / 100)}.${String(lots % 100).padStart(2, '0')}`.replace(/\.?0+$/, ''),
      multiple,
      reduceOnly,
      protects: !reduceOnly && next(10) === 0,
      stopLoss: { by: 'price', text: priceText(stop * 10, own) },
    },
  }
}

function bodyOf({ product: kind, symbol, multiple, form }: Case): object {
  return {
    symbol,
    side: form.side,
    type: form.type,
    lots: form.lots,
    ...(form.type === 'limit' ? { time_in_force: form.timeInForce, price: form.price } : {}),
    ...(form.protects ? { stop_loss: form.stopLoss.text } : {}),
    ...(kind === 'contract' ? { multiple } : { reduce_only: form.reduceOnly }),
  }
}

/** What is held for an order that rests untouched: what the form needs, less the loss that opening it would be. */
function heldFor({ form }: Case, { need }: LotSummary, { terms: own, mark }: LotContext, lots: number): bigint {
  if (mark === null) throw new Error('no mark')
  if (form.reduceOnly) return 0n
  const at = worthOf(own, lots, ticksOf(form.price, own) * 10)
  const loss = form.side === 'buy' ? at - worthOf(own, lots, mark) : worthOf(own, lots, mark) - at
  return need - (loss > 0n ? loss : 0n)
}

function ticksOf(price: string, own: LotTerms): number {
  return Math.round(Number(price) * 10 ** own.priceDecimals)
}

function hundredths(lots: string): number {
  return Math.round(Number(lots) * 100)
}

/** The ticket or the position that the order is about, in the words of the form. */
function standing(seen: Seen, { product: kind, symbol }: Case, order: unknown) {
  const one = seen.open.find((each) =>
    kind === 'contract'
      ? each.id === textAt(order, 'order_id')
      : each.product === 'perpetual' && each.symbol === symbol,
  )
  if (one === undefined) return null
  const { side, lots, cost, margin, liquidationPrice } = one
  return { side, lots, cost, margin: one.mode === 'cross' ? 0n : margin, liquidationPrice }
}

/** Places the order and compares it with what the form showed; gives how it ended. */
async function compare(trader: Trader, one: Case, before: Seen, summary: LotSummary): Promise<string> {
  const path = one.product === 'contract' ? '/contract/orders' : '/perpetual/orders'
  const { reason, data: order } = await trader.ask(path, bodyOf(one))
  const { form } = one
  const lots = hundredths(form.lots)
  const able = form.reduceOnly ? Math.min(lots, before.context.position?.lots ?? 0) : lots
  if (isBeyond(one, before, summary) && (reason === '' || reason === 'balance_insufficient_order')) {
    // the form is shown five levels of the book, and promises no more than these
    if (reason === '' && form.timeInForce !== 'FOK') {
      expect(hundredths(textIn(order, 'lots_traded'))).toBeGreaterThanOrEqual(Math.min(able, summary.filledNow))
    }
    if (isOpen(order)) await trader.send(`${path}/${textIn(order, 'order_id')}`, {}, 'DELETE')
    return 'beyond'
  }
  if (reason !== '' || summary.refusal !== null) {
    expect({ one, reason }).toEqual({ one, reason: summary.refusal?.reason ?? '' })
    return reason
  }
  const killed = form.timeInForce === 'FOK' && summary.filledNow < lots
  const filled = killed ? 0 : Math.min(able, summary.filledNow)
  expect({ one, traded: hundredths(textIn(order, 'lots_traded')) }).toEqual({ one, traded: filled })
  const rests = isOpen(order)
  if (filled === 0 && rests) {
    const held = decimalOf(textIn(order, one.product === 'contract' ? 'margin_order' : 'margin'))
    expect({ one, held }).toEqual({ one, held: heldFor(one, summary, before.context, lots) })
  }
  const after = await readForm(trader.read, terms, orderOf(one.symbol), one)
  if (filled === lots) {
    expect({ one, fee: decimalOf(textIn(order, 'fee')) }).toEqual({ one, fee: summary.fee })
    const is = standing(after, one, order)
    const { after: shown } = summary
    const was = shown && {
      side: shown.side,
      lots: shown.lots,
      cost: shown.cost,
      margin: one.mode === 'cross' ? 0n : shown.margin,
      liquidationPrice: shown.liquidationFine === null ? null : fineText(shown.liquidationFine, before.context.terms),
    }
    expect({ one, is }).toEqual({ one, is: was })
  }
  // a person's own resting order would stand in the book that the next form is shown
  if (rests) await trader.send(`${path}/${textIn(order, 'order_id')}`, {}, 'DELETE')
  return filled === lots ? 'filled' : rests ? 'rests' : filled === 0 ? 'nothing' : 'part'
}

/** Whether the order would eat all levels that are shown, and more. */
function isBeyond({ form }: Case, { context }: Seen, { lots, filledNow }: LotSummary): boolean {
  return filledNow < lots && filledNow === context.depth[form.side].quantity.reduce((sum, each) => sum + each, 0)
}

function isOpen(order: unknown): boolean {
  return ['new', 'position'].includes(textAt(order, 'status')) && textAt(order, 'reason') === ''
}

function orderOf(symbol: (typeof symbols)[number]): [string, string] {
  return symbol === 'BTCUSDT' ? ['BTCUSDT', 'ETHUSDT'] : ['ETHUSDT', 'BTCUSDT']
}

async function marksNow(): Promise<ReadonlyMap<string, number>> {
  const setting = { product: 'contract', mode: 'isolated', multiple: 1 } as const
  const marks = symbols.map(async (symbol) => {
    const { context } = await readForm(traders[0].read, terms, orderOf(symbol), setting)
    if (context.mark === null) throw new Error(`${symbol} has no mark`)
    return [symbol, context.mark] as const
  })
  return new Map(await Promise.all(marks))
}

beforeAll(async () => {
  product = await startProduct(folder, clock.settings)
  const place = { address: () => product.address, now: () => clock.now() }
  const trader = (amount: string) => openTrader(place, ['contract'], amount)
  traders = [await trader('50000'), await trader('3000'), await trader('20000'), await trader('1000')]
  for (const [who, setting] of settings.entries()) {
    for (const symbol of symbols) await traders[who]?.send(`/perpetual/${symbol}/settings`, setting, 'PUT')
  }
  terms = await readTerms(traders[0].read)
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  page = await browser.newPage()
})

afterAll(async () => {
  clock.holdMarket(false)
  clock.flow()
  await browser?.close()
  await product?.stop()
  await folder.remove()
  clock.remove()
})

describe('the preview of the shipped web app', () => {
  it(`equals what comes of the order over HTTP, to the last unit, for ${orders} random orders`, async () => {
    const next = random(20_261_128)
    const ends = new Map<string, number>()
    await stopStill(clock, traders[0], symbols)
    await loadBundle()
    for (let at = 0; at < orders;) {
      if (at > 0) await stopStill(clock, traders[0], symbols)
      const marks = await marksNow()
      for (let place = 0; place < perMoment && at < orders; place++) {
        const trader = pick(next, traders)
        const one = caseOf(next, settings[traders.indexOf(trader)] ?? settings[0], marks)
        clock.nudge(10)
        const before = await readForm(trader.read, terms, orderOf(one.symbol), one)
        const summary = await summarize(one.form, before.context)
        if (summary === null) continue
        const end = await compare(trader, one, before, summary)
        ends.set(end, (ends.get(end) ?? 0) + 1)
        // what eats more than the five levels that are shown was promised nothing, and is no comparison
        if (end !== 'beyond') at++
      }
      const trader = pick(next, traders)
      await trader.send('/contract/close', {})
      await trader.send('/perpetual/close', {})
    }
    expect(ends.get('beyond') ?? 0).toBeLessThan(orders / 10)
    const compared = [...ends].reduce((sum, [end, count]) => (end === 'beyond' ? sum : sum + count), 0)
    expect(compared).toBe(orders)
    for (const end of ['filled', 'rests', 'nothing', 'balance_insufficient_order', 'price_too_far']) {
      expect(ends.get(end) ?? 0, end).toBeGreaterThan(5)
    }
  }, 900_000)

  it('shows in “Add margin” where the position is then liquidated, beside another of its symbol', async () => {
    await stopStill(clock, traders[0], symbols)
    const [trader] = traders
    const setting = { product: 'contract', mode: 'isolated', multiple: 20 } as const
    await trader.send('/contract/close', {})
    await trader.send('/perpetual/close', {})
    const own = terms.get('BTCUSDT')
    const { context } = await readForm(trader.read, terms, orderOf('BTCUSDT'), setting)
    if (own === undefined || context.mark === null) throw new Error('BTCUSDT has no terms, or no mark')
    // each lies below the floor of the second bracket, both together above it
    const each = (45_000_000_000n * 100n) / worthOf(own, 100, context.mark)
    const open = {
      symbol: 'BTCUSDT',
      type: 'market',
      multiple: 20,
      lots: `${each / 100n}.${(each % 100n).toString().padStart(2, '0')}`.replace(/\.?0+$/, ''),
    }
    const id = textIn(await trader.send('/contract/orders', { ...open, side: 'buy' }), 'order_id')
    await trader.send('/contract/orders', { ...open, side: 'sell' })
    const before = await readForm(trader.read, terms, orderOf('BTCUSDT'), setting)
    const position = before.open.find((one) => one.id === id)
    if (position === undefined) throw new Error('nothing is open')
    const shown = liquidationWith(position, before.open, own, 500_000_000n)
    const price = textIn(await trader.send(`/contract/orders/${id}/margin`, { amount: '500' }), 'liquidation_price')
    expect(liquidationOnGrid(price, 'buy', own)).toBe(shown)
    expect(liquidationWith(position, [position], own, 500_000_000n)).not.toBe(shown)
    await trader.send('/contract/close', {})
  }, 120_000)
})
