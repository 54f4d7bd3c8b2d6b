import type { Listing } from '@truemark/core/book/listing'
import { lotsDecimals } from '@truemark/core/derivative/terms'
import { type HolderId, houseOf } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { Event } from '@truemark/core/vocabulary'
import type { FillsEvidence, HouseFill } from '@truemark/protocol/routes/ownEvidence'
import { findDerivativeTrades } from '../derivative/door.ts'
import { type RowPlace, rowOfTime } from '../engine/door.ts'
import { type OwnTrade, type TradesAsked, findSpotTrades } from '../spot/door.ts'
import { DecidingRows, type FoundLadder, type FramePlace } from './decidingRows.ts'
import { tickShape } from './decidingTick.ts'
import type { EvidencePorts } from './ports.ts'

type Traded = Extract<Event, { type: 'spotTraded' | 'derivativeTraded' }>
type Product = FillsEvidence['product']

interface FillsAsked extends TradesAsked {
  readonly id: string
  readonly product: Product
}

/** What an order or position traded with the house, a page of it; null where nothing did. */
export async function fillsEvidence(
  ports: EvidencePorts,
  asked: FillsAsked,
): Promise<{ readonly found: FillsEvidence; readonly next: string | null } | null> {
  const { product, limit } = asked
  const trades = await (product === 'spot' ? findSpotTrades : findDerivativeTrades)(ports.database, asked)
  const [first] = trades
  const last = trades.at(-1)
  if (first === undefined || last === undefined) return null
  const made = new Fills(ports, asked, ports.catalogue.listing(first.listing))
  for (const trade of trades) await made.take(trade)
  const next = trades.length === limit ? ports.ids.write('fill', last.trade) : null
  const found = made.evidence()
  return found === null ? null : { found, next }
}

/** A trade's own side, as the journal's fact has it. */
interface OwnSide {
  readonly side: 'buy' | 'sell'
  readonly role: 'maker' | 'taker'
  readonly quantity: number
  readonly quoteAmount: bigint
  readonly fee: bigint
}

// null where both sides are people's
function ownSide(event: Traded, holder: HolderId): OwnSide | null {
  const spot = event.type === 'spotTraded'
  const [maker, taker] = spot ? [event.makerHolder, event.takerHolder] : [event.maker.holder, event.taker.holder]
  if (houseOf(maker) === null && houseOf(taker) === null) return null
  if (maker !== holder && taker !== holder) return null
  const role = maker === holder ? 'maker' : 'taker'
  const buys = (event.takerSide === 'buy') === (role === 'taker')
  const side = buys ? 'buy' : 'sell'
  if (!spot) return { side, role, quantity: event.lots, quoteAmount: event.quoteAmount, fee: event[role].fee }
  const fee = BigInt(role === 'maker' ? event.makerFee : event.takerFee)
  return { side, role, quantity: event.quantity, quoteAmount: BigInt(event.quoteAmount), fee }
}

class Fills {
  readonly #ports: EvidencePorts
  readonly #asked: FillsAsked
  readonly #listing: Listing
  readonly #rows: DecidingRows
  readonly #times = new Map<number, RowPlace | null>()
  readonly #ticks: FillsEvidence['ticks'] = []
  readonly #tickPlaces = new Map<string, { readonly tick: number; readonly ladder: number | null }>()
  readonly #ladders: FillsEvidence['ladders'] = []
  readonly #fills: HouseFill[] = []
  #realm: FillsEvidence['realm'] | null = null
  #feeCurrency = 0

  constructor(ports: EvidencePorts, asked: FillsAsked, listing: Listing) {
    this.#ports = ports
    this.#asked = asked
    this.#listing = listing
    this.#rows = new DecidingRows(ports.database)
  }

  async take({ trade, time, feeRate }: OwnTrade): Promise<void> {
    const type = this.#asked.product === 'spot' ? 'spotTraded' : 'derivativeTraded'
    const row = await this.#rowOf(time)
    if (row === null) return
    const place = await this.#rows.find(
      row.seq,
      (event): event is Traded => event.type === type && event.trade === trade,
    )
    const own = place === null ? null : ownSide(place.event, this.#asked.holder)
    if (place === null || own === null) return
    const { event } = place
    const listing = this.#listing
    this.#realm = event.realm
    this.#feeCurrency = type === 'spotTraded' && own.side === 'buy' ? listing.base : listing.quote
    const decimals = type === 'spotTraded' ? listing.quantityDecimals : lotsDecimals
    const market = await this.#marketOf(event, place)
    this.#fills.push({
      fill_id: this.#ports.ids.write('fill', trade),
      side: own.side,
      role: own.role,
      price: formatDecimal(event.price, listing.priceDecimals),
      quantity: formatDecimal(own.quantity, decimals),
      amount: formatDecimal(own.quoteAmount, this.#scaleOf(listing.quote)),
      fee: formatDecimal(own.fee, this.#scaleOf(this.#feeCurrency)),
      fee_rate: feeRate === null ? null : formatDecimal(feeRate, rateScale),
      index: formatDecimal(event.indexTenths, listing.priceDecimals + 1),
      index_time: event.indexTime,
      time,
      ...market,
      journal: row,
    })
  }

  /** The row of a time; many fills of an order stand in one. */
  async #rowOf(time: number): Promise<RowPlace | null> {
    const known = this.#times.get(time)
    if (known !== undefined) return known
    const row = await rowOfTime(this.#ports.database, time)
    this.#times.set(time, row)
    return row
  }

  async #marketOf(event: Traded, at: FramePlace): Promise<Pick<HouseFill, 'tick' | 'ladder'>> {
    const { indexTime } = event
    const found = await this.#rows.tickBefore(this.#listing, at, indexTime, ({ time, quote }) => {
      return time === indexTime && quote.indexTenths > 0
    })
    if (found === null) return { tick: null, ladder: null }
    const { seq, frame } = found.place
    const name = `${seq} ${frame} ${found.time}`
    const known = this.#tickPlaces.get(name)
    if (known !== undefined) return known
    const ladder = await this.#rows.ladderBefore(this.#listing, this.#asked.product, found.place)
    const places = {
      tick: this.#ticks.push(tickShape(this.#listing, found)) - 1,
      ladder: ladder === null ? null : this.#ladderPlace(ladder),
    }
    this.#tickPlaces.set(name, places)
    return places
  }

  #ladderPlace({ terms, seq }: FoundLadder): number {
    const known = this.#ladders.findIndex((one) => one.seq === seq)
    if (known >= 0) return known
    const { levels, halfSpreadRate, gapRate } = terms
    const rate = (value: number): string => formatDecimal(value, rateScale)
    return this.#ladders.push({ levels, half_spread_rate: rate(halfSpreadRate), gap_rate: rate(gapRate), seq }) - 1
  }

  #scaleOf(currency: number): number {
    return this.#ports.catalogue.currency(currency).scale
  }

  evidence(): FillsEvidence | null {
    const { catalogue, kind } = this.#ports
    if (this.#realm === null) return null
    const { id, product } = this.#asked
    const { code: symbol, id: listing, priceDecimals, quote } = this.#listing
    const lot = catalogue.derivative(listing)?.quotePerTickLot ?? 0
    const size = BigInt(lot) * 10n ** BigInt(priceDecimals + lotsDecimals)
    const isSimulated = this.#ticks.some((tick) => tick.simulated)
    return {
      version: 1,
      kind: 'fills',
      id,
      realm: this.#realm,
      simulated: this.#ticks.length === 0 ? kind() !== 'live' : isSimulated,
      symbol,
      product,
      price_decimals: priceDecimals,
      unit_size: product === 'spot' ? '1' : formatDecimal(size, this.#scaleOf(quote)),
      fee_currency: catalogue.currency(this.#feeCurrency).code,
      fee_decimals: this.#scaleOf(this.#feeCurrency),
      ticks: this.#ticks,
      ladders: this.#ladders,
      fills: this.#fills,
    }
  }
}
