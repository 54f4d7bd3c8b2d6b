import { currencyScaleMax } from '@truemark/core/book/listing'
import { liveSourcesMin } from '@truemark/core/book/realMoney'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { liveSources, type LiveSource } from '@truemark/protocol/routes/deskFeed'
import type {
  deskCurrencyList,
  deskMarketList,
  deskMarketSources,
  ListedMarket,
  MarketSource,
} from '@truemark/protocol/routes/deskListing'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { bodyOfHours, faultInHours, type HourDraft, percentDecimals, shareOf } from '../markets/door.ts'

/** A currency as the form holds it. */
export interface CurrencyDraft {
  readonly currency: string
  readonly name: string
  readonly scale: string
}

export const firstCurrency: CurrencyDraft = { currency: '', name: '', scale: '8' }
const nameMax = 40

/** The fields of a currency that can't stand. */
export function currencyFaults({ currency, name, scale }: CurrencyDraft): ReadonlySet<keyof CurrencyDraft> {
  const faults = new Set<keyof CurrencyDraft>()
  if (!/^[A-Z][A-Z0-9]{1,11}$/.test(currency.trim())) faults.add('currency')
  if (name.trim() === '' || name.trim().length > nameMax) faults.add('name')
  if (wholeOf(scale, 0, currencyScaleMax) === null) faults.add('scale')
  return faults
}

/** The call's body for a draft without faults. */
export function currencyBody(
  { currency, name, scale }: CurrencyDraft,
  reason: string,
): BodyOf<typeof deskCurrencyList> {
  return { currency: currency.trim(), name: name.trim(), scale: Number(scale), reason }
}

/** How a figure of a market is written: a whole number within bounds, a share in percent, an amount. */
type Notation = readonly ['whole', number, number] | 'percent' | 'amount'

const decimalsMax = 8
const levelsMax = 50
const permilleMax = 1_000

export const figureNotations = {
  price_decimals: ['whole', 0, decimalsMax],
  quantity_decimals: ['whole', 0, decimalsMax],
  simulated_price: 'amount',
  simulated_volatility: 'percent',
  jump_permille: ['whole', 1, permilleMax],
  price_max: 'amount',
  quantity_max: 'amount',
  amount_min: 'amount',
  fee_rate_maker: 'percent',
  fee_rate_taker: 'percent',
  collar_rate: 'percent',
  half_spread_rate: 'percent',
  gap_rate: 'percent',
  ladder_levels: ['whole', 1, levelsMax],
  level_quantity: 'amount',
  refill_per_second: 'amount',
  position_max: 'amount',
} as const satisfies Readonly<Record<string, Notation>>

export type FigureName = keyof typeof figureNotations
export const figureNames: readonly FigureName[] = Object.keys(figureNotations).filter(
  (name): name is FigureName => name in figureNotations,
)

/** How a venue names a market, and whether it is heard. */
export interface SourceDraft {
  readonly on: boolean
  readonly quote: MarketSource['quote']
  readonly code: string
  readonly rest_code: string
}

export type SourcesDraft = Readonly<Record<LiveSource, SourceDraft>>

/** A market as the form holds it; percentages and amounts as canonical decimal texts. */
export interface MarketDraft {
  readonly base: string
  readonly figures: Readonly<Record<FigureName, string>>
  readonly sources: SourcesDraft
  readonly hours: readonly HourDraft[]
}

/** What most markets begin with: fees of 0.1 %, a collar of 5 %, and the house 0.02 % off the index. */
const firstFigures: MarketDraft['figures'] = {
  price_decimals: '4',
  quantity_decimals: '1',
  simulated_price: '',
  simulated_volatility: '80',
  jump_permille: '100',
  price_max: '',
  quantity_max: '',
  amount_min: '1',
  fee_rate_maker: '0.1',
  fee_rate_taker: '0.1',
  collar_rate: '5',
  half_spread_rate: '0.02',
  gap_rate: '0.02',
  ladder_levels: '20',
  level_quantity: '',
  refill_per_second: '',
  position_max: '',
}

export const firstMarket: MarketDraft = { base: '', figures: firstFigures, sources: namesOf('', false), hours: [] }

/** How the venues usually name a coin; whoever lists it looks there. */
export function namesOf(base: string, on: boolean): SourcesDraft {
  const usdt = `${base}USDT`
  return {
    binance: { on, quote: 'USDT', code: usdt, rest_code: usdt },
    coinbase: { on, quote: 'USD', code: `${base}-USD`, rest_code: `${base}-USD` },
    kraken: { on, quote: 'USDT', code: `${base}/USDT`, rest_code: usdt },
    okx: { on, quote: 'USDT', code: `${base}-USDT`, rest_code: `${base}-USDT` },
  }
}

/** The same draft of another coin: all names are that coin's then, and the venues that are heard are heard by them. */
export function withBase(draft: MarketDraft, base: string): MarketDraft {
  if (base === draft.base) return draft
  const names = namesOf(base, false)
  const named = (source: LiveSource) => ({ ...names[source], on: draft.sources[source].on })
  const sources = { binance: named('binance'), coinbase: named('coinbase'), kraken: named('kraken'), okx: named('okx') }
  return { ...draft, base, sources }
}

/** The sources of a listed market as the form starts with them. */
export function sourcesDraft({ symbol, sources }: ListedMarket): SourcesDraft {
  const names = namesOf(symbol.replace(/USDT$/, ''), false)
  const found = (source: LiveSource): SourceDraft => {
    const own = sources.find((one) => one.source === source)
    return own === undefined ? names[source] : { on: true, quote: own.quote, code: own.code, rest_code: own.rest_code }
  }
  return { binance: found('binance'), coinbase: found('coinbase'), kraken: found('kraken'), okx: found('okx') }
}

export type SourceFault = `${LiveSource}.code` | `${LiveSource}.rest_code` | 'sources'

/** What can't stand of the venues: none is heard, or a name is none. */
export function sourceFaults(sources: SourcesDraft): ReadonlySet<SourceFault> {
  const faults = new Set<SourceFault>()
  const heard = liveSources.filter((source) => sources[source].on)
  if (heard.length === 0) faults.add('sources')
  for (const source of heard) {
    if (!/^[A-Z0-9][A-Z0-9/_-]{1,31}$/.test(sources[source].code.trim())) faults.add(`${source}.code`)
    if (!/^[A-Z0-9][A-Z0-9_-]{1,31}$/.test(sources[source].rest_code.trim())) faults.add(`${source}.rest_code`)
  }
  return faults
}

/** The venues of a draft without faults, as the call bears them. */
export function sourcesOf(sources: SourcesDraft): MarketSource[] {
  return liveSources
    .filter((source) => sources[source].on)
    .map((source) => {
      const { quote, code, rest_code } = sources[source]
      return { source, quote, code: code.trim(), rest_code: rest_code.trim() }
    })
}

/** Venues in one line, as a proposal writes them. */
export function sourcesLine(sources: readonly MarketSource[]): string {
  return sources.map(({ source, quote, code, rest_code: rest }) => `${source} ${code} / ${rest} (${quote})`).join(', ')
}

export type MarketFault = FigureName | SourceFault | 'base' | 'hours'

/** What of a market can't stand. */
export function marketFaults(draft: MarketDraft): ReadonlySet<MarketFault> {
  const faults = new Set<MarketFault>(figureNames.filter((name) => !figureStands(draft, name)))
  if (draft.base === '') faults.add('base')
  for (const fault of sourceFaults(draft.sources)) faults.add(fault)
  if (faultInHours(draft.hours)) faults.add('hours')
  return faults
}

const mayBeZero: readonly FigureName[] = ['amount_min', 'fee_rate_maker', 'fee_rate_taker']

function figureStands({ figures }: MarketDraft, name: FigureName): boolean {
  const notation: Notation = figureNotations[name]
  if (typeof notation !== 'string') return wholeOf(figures[name], notation[1], notation[2]) !== null
  const units = parseDecimal(figures[name], notation === 'percent' ? percentDecimals : figureDecimals(figures, name))
  return units !== null && (units > 0n || mayBeZero.includes(name))
}

const amountDecimals = 8
const priceNames: readonly FigureName[] = ['price_max', 'simulated_price']
const stepNames: readonly FigureName[] = ['quantity_max', 'level_quantity', 'refill_per_second', 'position_max']

/** Decimals that can be typed for a figure: those of the price or of the amount, where it is one. */
export function figureDecimals(figures: MarketDraft['figures'], name: FigureName): number {
  const notation: Notation = figureNotations[name]
  if (notation === 'percent') return percentDecimals
  if (typeof notation !== 'string') return 0
  if (priceNames.includes(name)) return wholeOf(figures.price_decimals, 0, decimalsMax) ?? amountDecimals
  return stepNames.includes(name)
    ? (wholeOf(figures.quantity_decimals, 0, decimalsMax) ?? amountDecimals)
    : amountDecimals
}

/** The whole number that a text writes, within bounds; null where it writes none. */
function wholeOf(text: string, min: number, max: number): number | null {
  if (!/^(0|[1-9][0-9]{0,3})$/.test(text.trim())) return null
  const value = Number(text)
  return value >= min && value <= max ? value : null
}

/** Of one price: orders to 100 times of it and 10 000 000 USDT, levels of 5 000 USDT, and 2 000 of them held at most. */
const pricesMax = 100n
const worthMax = 10_000_000n
const levelWorth = 5_000n
const levelsHeld = 2_000n
const refillShare = 2n

/**
 * Fills in the sizes that usually go with a price; the draft as it is where no price is typed. The largest order stays
 * what the exchange can hold of a currency of `scale` decimals.
 */
export function suggested(draft: MarketDraft, scale: number): MarketDraft {
  const { figures } = draft
  const priceScale = figureDecimals(figures, 'price_max')
  const stepScale = figureDecimals(figures, 'quantity_max')
  const price = parseDecimal(figures.simulated_price, priceScale)
  if (price === null || price === 0n) return draft
  const steps = (worth: bigint): bigint => {
    const found = (worth * 10n ** BigInt(priceScale + stepScale)) / price
    return found === 0n ? 1n : found
  }
  const level = steps(levelWorth)
  const largest = steps(worthMax)
  const held = BigInt(Number.MAX_SAFE_INTEGER) / 10n ** BigInt(Math.max(0, scale - stepScale))
  const refill = level / refillShare === 0n ? 1n : level / refillShare
  const amount = (units: bigint): string => formatDecimal(units, stepScale)
  return {
    ...draft,
    figures: {
      ...figures,
      price_max: formatDecimal(price * pricesMax, priceScale),
      quantity_max: amount(largest < held ? largest : held),
      level_quantity: amount(level),
      refill_per_second: amount(refill),
      position_max: amount(level * levelsHeld),
    },
  }
}

type MarketBody = BodyOf<typeof deskMarketList>

/** The call's body for a draft without faults. */
export function marketBody({ base, figures, sources, hours }: MarketDraft, reason: string): MarketBody {
  const share = (name: FigureName): string => shareOf(figures[name]) ?? ''
  return {
    base,
    quote: 'USDT',
    price_decimals: Number(figures.price_decimals),
    quantity_decimals: Number(figures.quantity_decimals),
    price_max: figures.price_max,
    quantity_max: figures.quantity_max,
    amount_min: figures.amount_min,
    fee_rate_maker: share('fee_rate_maker'),
    fee_rate_taker: share('fee_rate_taker'),
    collar_rate: share('collar_rate'),
    ladder_levels: Number(figures.ladder_levels),
    half_spread_rate: share('half_spread_rate'),
    gap_rate: share('gap_rate'),
    level_quantity: figures.level_quantity,
    refill_per_second: figures.refill_per_second,
    position_max: figures.position_max,
    sessions: bodyOfHours(hours),
    jump_permille: Number(figures.jump_permille),
    sources: sourcesOf(sources),
    simulated_price: figures.simulated_price,
    simulated_volatility: share('simulated_volatility'),
    reason,
  }
}

/** Other sources of a listed market, and from which jump on its price needs confirming. */
export interface SourcesChange {
  readonly jump_permille: string
  readonly sources: SourcesDraft
}

/** Whether a market would have fewer venues than real money opens with. */
export function isFewForReal(sources: SourcesDraft): boolean {
  return sourcesOf(sources).length < liveSourcesMin
}

export function jumpStands(text: string): boolean {
  return wholeOf(text, 1, permilleMax) !== null
}

/** The call's body for a draft without faults. */
export function sourcesBody(
  { jump_permille, sources }: SourcesChange,
  reason: string,
): BodyOf<typeof deskMarketSources> {
  return { jump_permille: Number(jump_permille), sources: sourcesOf(sources), reason }
}
