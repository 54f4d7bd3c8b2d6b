import { Readable } from 'node:stream'
import type { Income, Match } from '@truemark/core/gains/gains'
import { formatDecimal } from '@truemark/core/money/decimal'
import { dayMs, usdt } from '@truemark/core/money/units'
import { type GainMatch, type GainReport, gainRoutes } from '@truemark/protocol/routes/gains'
import { projectedSeq } from '../engine/door.ts'
import { byteOrderMark, csvRow, isoTime } from '../platform/csv.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { Media } from '../platform/http/media.ts'
import type { Caller } from '../platform/http/session.ts'
import type { GainTotals } from './gainTotals.ts'
import { countGainLines } from './gains.store.ts'
import { type GainTold, type GainYearOptions, reckonGains, yearsBetween } from './gains.ts'
import type { AccountPorts } from './ports.ts'
import { findProfits } from './profit.store.ts'
import { referenceText } from './recordShape.ts'
import { inPieces } from './statementLines.ts'
import { refKinds } from './tables.ts'
import { findOpenedAt } from './worthSweep.store.ts'

/** The most lines of the coin account that a report reads, from the account's first. */
const linesMax = 500_000
/** How many matches an answer holds; the file holds all. */
const matchesMax = 500
const yearsMax = 50
const runningMax = 2
const products = ['contract', 'perpetual', 'option'] as const

/** Binds the yearly reports of gains: whoever asks gets their own, and nobody else's. */
export function bindGains(gateway: Gateway, ports: AccountPorts): void {
  const counted = bounded(runningMax)
  gateway.bind(gainRoutes.gainYears, async ({ caller }) => {
    const now = ports.now()
    const opened = (await findOpenedAt(ports.database, caller.holder)) ?? now
    const items = yearsBetween(opened, now, yearsMax).map((year) => {
      return { year: String(year), ended: Date.UTC(year + 1, 0) <= now }
    })
    return done({ items })
  })
  gateway.bind(gainRoutes.gainsOf, ({ caller, params }) => counted(() => report(ports, caller, params.year)))
  gateway.bind(gainRoutes.gainsCsv, ({ caller, params }) => counted(() => csv(ports, caller, params.year)))
}

/** Lets `max` makers run at once; one whose answer is a stream runs until the stream has ended. */
function bounded(max: number) {
  let running = 0
  return async <T>(make: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    if (running >= max) return refused('statement_busy')
    running += 1
    let left = false
    const leave = (): void => {
      if (!left) running -= 1
      left = true
    }
    try {
      const outcome = await make()
      const bytes = outcome.ok && outcome.data instanceof Media ? outcome.data.bytes : null
      if (bytes instanceof Readable) bytes.once('close', leave)
      else leave()
      return outcome
    } catch (error) {
      leave()
      throw error
    }
  }
}

/** A year that can be reckoned, with its first moment and the first after it or now. */
interface Found extends GainYearOptions {
  readonly year: string
  readonly ended: boolean
}

async function find(ports: AccountPorts, { holder }: Caller, year: string): Promise<Outcome<Found>> {
  const { database, catalogue } = ports
  const now = ports.now()
  const opened = (await findOpenedAt(database, holder)) ?? now
  const [from, end] = [Date.UTC(Number(year), 0), Date.UTC(Number(year) + 1, 0)]
  if (from > now || end <= opened) return refused('gains_year_invalid')
  await ports.reads.settled(holder)
  const span = { holder, to: Math.min(end, now + 1), seqMax: await projectedSeq(database, 'ledger') }
  const lines = await countGainLines(database, span, linesMax)
  if (lines > linesMax) return refused('gains_too_long', { max: String(linesMax) })
  const scaleOf = (currency: number): number => catalogue.currency(currency).scale
  return done({ year, ended: end <= now, span, from, opened, scaleOf })
}

interface Writing {
  readonly code: (currency: number) => string
  readonly amount: (currency: number, units: bigint) => string
  readonly money: (units: bigint) => string
  readonly orNull: (units: bigint | null) => string | null
  readonly reference: (ref: string) => string
}

function writingOf({ catalogue, ids }: AccountPorts): Writing {
  const amount = (currency: number, units: bigint): string => formatDecimal(units, catalogue.currency(currency).scale)
  const money = (units: bigint): string => amount(usdt, units)
  return {
    code: (currency) => catalogue.currency(currency).code,
    amount,
    money,
    orNull: (units) => (units === null ? null : money(units)),
    reference(text) {
      const [kind = '', ref = '0'] = text.split(' ')
      return referenceText(ids, { refKind: refKinds.find((one) => one === kind) ?? '', ref: Number(ref) })
    },
  }
}

function matchShape({ code, amount, orNull, reference }: Writing, match: Match): GainMatch {
  const { currency, origin, acquired, disposed } = match
  return {
    currency: code(currency),
    amount: amount(currency, match.amount),
    origin,
    acquired,
    disposed,
    proceeds: orNull(match.proceeds),
    cost: orNull(match.cost),
    gain: orNull(match.gain),
    reference: reference(match.ref),
  }
}

async function report(ports: AccountPorts, caller: Caller, year: string): Promise<Outcome<GainReport>> {
  const found = await find(ports, caller, year)
  if (!found.ok) return found
  const writing = writingOf(ports)
  const matches: GainMatch[] = []
  let more = 0
  const telling = reckonGains(ports.database, found.data)
  let next = await telling.next()
  for (; next.done !== true; next = await telling.next()) {
    if (!('match' in next.value)) continue
    if (matches.length < matchesMax) matches.push(matchShape(writing, next.value.match))
    else more += 1
  }
  const { from, span, ended } = found.data
  const about = { year, from, to: span.to, ended, matches, more, simulated: ports.simulated() }
  return done({ ...about, ...totalsShape(writing, next.value), products: await productsOf(ports, found.data, writing) })
}

function totalsShape({ code, amount, money, orNull }: Writing, totals: GainTotals) {
  const coins = [...totals.coins].toSorted(([a], [b]) => a - b)
  const sum = (field: 'proceeds' | 'cost' | 'gain'): string =>
    money(coins.reduce((total, [, coin]) => total + coin[field], 0n))
  return {
    coins: coins.map(([currency, coin]) => ({
      currency: code(currency),
      opening: amount(currency, coin.opening),
      moved_in: amount(currency, coin.movedIn),
      moved_out: amount(currency, coin.movedOut),
      disposed: amount(currency, coin.disposed),
      proceeds: money(coin.proceeds),
      cost: money(coin.cost),
      gain: money(coin.gain),
      unknown: amount(currency, coin.unknown),
      closing: amount(currency, coin.closing),
      closing_cost: money(coin.closingCost),
      closing_unknown: amount(currency, coin.closingUnknown),
    })),
    income: [...totals.incomes]
      .toSorted(([a], [b]) => a - b)
      .map(([currency, one]) => {
        return { currency: code(currency), amount: amount(currency, one.amount), worth: orNull(one.worth) }
      }),
    proceeds: sum('proceeds'),
    cost: sum('cost'),
    gain: sum('gain'),
  }
}

/** What leveraged products and options brought in USDT on the days of the year. */
async function productsOf(
  { database }: AccountPorts,
  { span, from }: Found,
  { money }: Writing,
): Promise<GainReport['products']> {
  const rows = await findProfits(database, span.holder, from / dayMs)
  return products.flatMap((product) => {
    const own = rows.filter((row) => row.product === product && row.currency === usdt && row.day * dayMs < span.to)
    if (own.length === 0) return []
    return [{ product, amount: money(own.reduce((sum, row) => sum + row.amount, 0n)) }]
  })
}

const csvColumns = [
  'row',
  'currency',
  'amount',
  'origin',
  'acquired_utc',
  'disposed_utc',
  'proceeds_usdt',
  'cost_usdt',
  'gain_usdt',
  'reference',
] as const

async function csv(ports: AccountPorts, caller: Caller, year: string): Promise<Outcome<Media>> {
  const found = await find(ports, caller, year)
  if (!found.ok) return found
  const rows = csvOf(reckonGains(ports.database, found.data), writingOf(ports))
  return done(new Media('text/csv; charset=utf-8', Readable.from(inPieces(rows)), `gains-${year}.csv`))
}

async function* csvOf(telling: AsyncGenerator<GainTold, GainTotals>, writing: Writing): AsyncGenerator<string> {
  const { money } = writing
  yield byteOrderMark + csvRow(csvColumns)
  let next = await telling.next()
  for (; next.done !== true; next = await telling.next()) {
    yield 'match' in next.value ? matchRow(writing, next.value.match) : incomeRow(writing, next.value.income)
  }
  for (const [currency, coin] of [...next.value.coins].toSorted(([a], [b]) => a - b)) {
    const sums = [money(coin.proceeds), money(coin.cost), money(coin.gain)]
    const amounts = [writing.code(currency), writing.amount(currency, coin.disposed), '', '', '']
    yield csvRow(['total', ...amounts, ...sums, ''])
    if (coin.unknown === 0n) continue
    yield csvRow([
      'unknown',
      writing.code(currency),
      writing.amount(currency, coin.unknown),
      '',
      '',
      '',
      '',
      '',
      '',
      '',
    ])
  }
}

function matchRow(writing: Writing, match: Match): string {
  const { currency, amount, origin, acquired, disposed, proceeds, cost, gain, reference } = matchShape(writing, match)
  const times = [acquired === null ? '' : isoTime(acquired), isoTime(disposed)]
  return csvRow(['disposal', currency, amount, origin, ...times, proceeds ?? '', cost ?? '', gain ?? '', reference])
}

/** An income is acquired at what it was worth; beside it stands no disposal. */
function incomeRow(
  { code, amount, orNull, reference }: Writing,
  { currency, time, worth, ref, ...one }: Income,
): string {
  const about = [code(currency), amount(currency, one.amount), 'earned', isoTime(time), '']
  return csvRow(['income', ...about, '', orNull(worth) ?? '', '', reference(ref)])
}
