import fc from 'fast-check'
import { houseHolder } from '../ledger/holders.ts'
import { pick, type Asked } from './moneyAsk.ts'
import { moneyDerivative, moneyHolders, type MoneyRun } from './moneyRun.ts'
import { houseCommands } from './moneyHouse.ts'
import { keptCommands } from './moneyKept.ts'
import { mangled } from './moneyStrange.ts'
import { tradeCommands } from './moneyTrades.ts'
import type { Command } from '../vocabulary.ts'

/** What may happen, each with its weight. */
const weights = {
  tick: 20,
  gap: 2,
  spot: 12,
  spotWait: 5,
  amendSpot: 3,
  cancelSpot: 2,
  ticket: 11,
  perpetual: 20,
  press: 8,
  amendOrder: 4,
  cancel: 2,
  close: 5,
  margin: 4,
  targets: 3,
  set: 2,
  stake: 4,
  transfer: 5,
  convert: 6,
  deposit: 4,
  depositEnd: 4,
  withdraw: 4,
  withdrawEnd: 6,
  manual: 2,
  mine: 4,
  redeem: 1,
  invest: 4,
  subscribe: 4,
  reset: 1,
  wealthTerms: 5,
  house: 2,
  walletTerms: 1,
  exchangeTerms: 1,
  terms: 4,
  brackets: 1,
  listing: 2,
  product: 1,
  optionTerms: 1,
  standing: 2,
  selfLimit: 1,
  repeat: 5,
  sample: 3,
  seconds: 4,
  leap: 3,
  window: 1,
  wait: 2,
  sources: 2,
  restart: 2,
  snapshot: 1,
} as const
type Kind = keyof typeof weights

/** One act: of what kind, and four numbers below 1 000 that say what exactly. */
export interface MoneyAct {
  readonly kind: Kind
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
}

const number = fc.nat(999)

/** Random acts, up to the given number. */
export function moneyActs(most: number): fc.Arbitrary<MoneyAct[]> {
  const kinds = (Object.keys(weights) as Kind[]).flatMap((name) => Array<Kind>(weights[name]).fill(name))
  const act = fc.record({ kind: fc.constantFrom(...kinds), a: number, b: number, c: number, d: number })
  return fc.array(act, { minLength: Math.floor(most / 2), maxLength: most, size: 'max' })
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

function quoteAll(run: MoneyRun): void {
  for (const listing of [0, 1, 2]) run.quote(listing)
}

function move(run: MoneyRun, listing: number, by: number, most: number): void {
  const index = Math.round((run.indexes[listing] ?? 0) * (1 + ((by - 500) / 500) * most))
  run.indexes[listing] = Math.min(20_000_000, Math.max(2_000, index))
}

/** The next moment at which something falls due: a stamp of funding, a day's end, a maturity, the end of a window. */
function due(run: MoneyRun, b: number): number {
  const { invest, ieo } = run.state
  const moments = [...invest.products.values()].map(({ terms }) => terms.maturity)
  for (const { terms } of ieo.projects.values()) moments.push(terms.closesAt, terms.marketAt)
  const ahead = moments.filter((moment) => moment > run.now).sort((one, other) => one - other)
  const [first = run.now + dayMs] = ahead
  const stamp = (every: number): number => (Math.floor(run.now / every) + 1) * every
  return pick([stamp(8 * hourMs), stamp(dayMs), first, stamp(dayMs) + 7 * dayMs, first - 1_000, stamp(8 * hourMs)], b)
}

/** Every second of the window by which the next maturity that anybody waits for is settled. */
function passWindow(run: MoneyRun, c: number): void {
  const [order] = [...run.state.invest.orders.values()].sort((a, b) => a.terms.maturity - b.terms.maturity)
  if (!order || order.terms.maturity <= run.now) return
  const { maturity, listing, referencePrice } = order.terms
  run.indexes[listing] = referencePrice * 10 + pick([-1, 0, 1, 5_000, -5_000], c)
  run.now = Math.max(run.now, maturity - 905_000)
  for (let stamp = Math.ceil(run.now / 1_000) * 1_000; stamp <= maturity + 1_000; stamp += 1_000) run.sample(stamp)
  quoteAll(run)
}

function passSeconds(run: MoneyRun, { a, b, c, d }: Pick<MoneyAct, 'a' | 'b' | 'c' | 'd'>): void {
  const first = Math.ceil(run.now / 1_000) * 1_000
  for (let at = 0; at < pick([3, 8, 66, 8], a); at += 1) {
    if (at % 4 === 0) {
      move(run, (b + at) % 2, (c * (at + 1) + d) % 1_000, 0.001)
      run.now = Math.max(run.now, first + at * 1_000 - 1)
      quoteAll(run)
    }
    run.sample(first + at * 1_000, d % 10 > 0)
  }
}

/** Time and prices; false where the act is something else. */
function passes(run: MoneyRun, act: MoneyAct): boolean {
  const { kind, a, b, c, d } = act
  const listing = a % 3
  switch (kind) {
    case 'tick':
    case 'gap':
      move(run, listing, b, kind === 'gap' ? 0.09 : 0.012)
      run.now += pick([250, 250, 250, 0, 900], d)
      for (const each of c % 2 === 0 ? [listing] : [listing, (listing + 1) % 3, (listing + 2) % 3]) run.quote(each)
      return true
    case 'sample':
      run.sample(pick([Math.ceil(run.now / 1_000) * 1_000, run.state.venue.lastStamp], b === 0 ? 1 : 0), c % 5 > 0)
      return true
    case 'seconds':
      passSeconds(run, act)
      return true
    case 'leap':
      run.now = Math.max(run.now, due(run, b))
      run.sample(Math.floor(run.now / 1_000) * 1_000)
      if (c % 6 > 0) quoteAll(run)
      return true
    case 'window':
      passWindow(run, c)
      return true
    case 'wait':
      run.now += pick([1_001, 4_000, 6_000, 61_000], b)
      if (c % 3 > 0) quoteAll(run)
      return true
    case 'sources':
      for (const each of [0, 1, 2]) {
        run.sources[each] = each === listing ? pick([4, 4, 3, 2, 1, 0], b) : 4
        run.kinds[each] = each === listing && c % 6 === 0 ? 'simulated' : 'live'
      }
      return true
    case 'restart':
      run.restart()
      if (c % 6 > 0) quoteAll(run)
      return true
    case 'snapshot':
      run.keepSnapshot()
      return true
    case 'repeat':
      run.repeat(a % 12, b % 3 > 0)
      return true
    default:
      return false
  }
}

// an order rests, the rules grow tighter, and the market comes to it
function* pressed(asked: Asked): Generator<Command> {
  const { run, realm, a, b, c, d } = asked
  const listing = a % 2
  const sells = b % 2 === 0
  const order = { ...asked, a: listing + (sells ? 0 : 4), b: 0, c: 500 + (sells ? 1 : -1) * (60 + (c % 60)) }
  yield* tradeCommands(c % 2 === 0 ? 'ticket' : 'perpetual', order)
  if (d % 5 === 0) {
    const amount = run.state.venue.ledger.posted(houseHolder(realm, 'insurance'), 'coin', 0)
    yield { type: 'moveHouse', realm, from: 'insurance', to: 'external', currency: 0, amount, asker: 1, approver: 2 }
  } else yield* houseCommands('terms', asked)
  run.indexes[listing] = Math.round((run.indexes[listing] ?? 0) * (sells ? 1.006 : 0.994))
  run.now += 250
  run.quote(listing)
  if (d % 3 === 0) {
    yield { type: 'configureDerivative', listing, terms: moneyDerivative }
    yield {
      type: 'moveHouse',
      realm,
      from: 'external',
      to: 'insurance',
      currency: 0,
      amount: 3_000_000_000n,
      asker: 1,
      approver: 2,
    }
  }
}

/** What an act asks for; each is decided before the next is made. */
function* commandsOf(run: MoneyRun, { kind, a, b, c, d }: MoneyAct): Generator<Command> {
  const [holder, realm] = pick(moneyHolders, b)
  const asked = { run, holder, realm, a, b, c, d }
  if (kind === 'press') yield* pressed(asked)
  yield* tradeCommands(kind, asked)
  yield* keptCommands(kind, asked)
  yield* houseCommands(kind, asked)
}

/** Does one act. */
export function act(run: MoneyRun, one: MoneyAct): void {
  // some things happen within one millisecond
  if (one.d % 4 > 0) run.now += 1
  if (passes(run, one)) return
  let at = one.d
  for (const command of commandsOf(run, one)) {
    at += 7
    if (at % 23 === 0) run.ask(mangled(command, one.a))
    run.ask(command, at % 3 === 0 && 'holder' in command ? run.key() : null)
  }
  // most options enter
  if (one.kind === 'stake' && one.c % 3 > 0) passSeconds(run, { ...one, a: 1, d: one.d * 10 + 1 })
}
