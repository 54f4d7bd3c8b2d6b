import type { Listing } from '@truemark/core/book/listing'
import type { DerivativeTraded, Effect } from '@truemark/core/derivative/event'
import { finePriceDecimals } from '@truemark/core/derivative/view'
import { averageFine } from '@truemark/core/derivative/worth'
import type { InvestTerms } from '@truemark/core/invest/terms'
import { paysCoin } from '@truemark/core/invest/terms'
import { triggerCauses } from '@truemark/core/liquidation/event'
import { type HolderId, holderName, isHouse } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale, usdt } from '@truemark/core/money/units'
import { expiryOf } from '@truemark/core/option/order'
import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import { fundingNumber, lotsText, markText, priceText } from '../derivative/door.ts'
import type { JournalRow } from '../engine/door.ts'
import type { EvidenceKind } from '../transparency/door.ts'
import type { Fields } from './differing.ts'

/** A decision as its row made it: what its evidence has to say. */
export interface Decision {
  readonly kind: EvidenceKind
  /** Null for the next closing of a liquidation. */
  readonly number: number | null
  /** Of a closing: what its liquidation was decided by; null where its row does not say. */
  readonly reckoned?: Reckoned | null
  readonly found: Fields
  /** UTC ms. */
  readonly time: number
}

type EventOf<T extends Event['type']> = Extract<Event, { type: T }>

type Reckoned = EventOf<'liquidationReckoned'>

const investSources = 2

interface Triggered {
  readonly found: Fields
  lots: number
  proceeds: bigint
}

interface Published {
  readonly product: number
  readonly terms: InvestTerms
}

/** Finds in the journal's facts the decisions that have evidence, in the order in which the log has them. */
export class Decided {
  // triggered positions that are not closed yet, and products that have no price yet
  readonly #triggered = new Map<number, Triggered>()
  readonly #products = new Map<number, Published>()
  // by holder and position (0: the account), the last liquidation: in which order it began, and what decided it
  readonly #liquidations = new Map<string, { readonly order: number; readonly reckoned: Reckoned | null }>()
  #started = 0

  /** The decisions that are complete with a fact, at the state before it. */
  by(event: Event, state: State, row: JournalRow): readonly Decision[] {
    switch (event.type) {
      case 'optionSettled':
      case 'optionVoided':
        return optionDecision(event, state, row)
      case 'fundingSet':
        return fundingDecisions(event, state)
      case 'liquidationStarted':
        this.#started += 1
        this.#liquidations.set(nameOf(event.holder, event.position), { order: this.#started, reckoned: null })
        return []
      case 'liquidationReckoned':
        this.#liquidations.set(nameOf(event.holder, event.position), { order: this.#started, reckoned: event })
        return []
      case 'positionTriggered':
        this.#trigger(event, state, row)
        return []
      case 'derivativeTraded':
        return this.#trade(event, state, row)
      case 'positionTakenOver':
        return [
          ...this.#closing(takeoverClose(event, state, row), event.holder, event.position),
          ...this.#ended(event.position, state, row),
        ]
      case 'investPublished':
        this.#products.set(event.product, event)
        return []
      case 'investPriced':
      case 'investLost':
        return this.#investments(event, state)
      default:
        return []
    }
  }

  #trigger(event: EventOf<'positionTriggered'>, state: State, row: JournalRow): void {
    const listing = listingOf(state, event.listing)
    const { position, realm, kind, cause, price, previousTenths, indexTenths, indexTime } = event
    const found = {
      symbol: listing.code,
      realm,
      product: kind === 'ticket' ? 'contract' : 'perpetual',
      position: state.derivative.positions.get(position)?.side,
      cause,
      target: priceText(listing, price),
      mark: formatDecimal(indexTenths, listing.priceDecimals + 1),
      mark_time: indexTime,
      previous_mark: markText(listing, previousTenths),
      time: row.time,
      journal: placeOf(row),
    }
    this.#triggered.set(position, { found, lots: 0, proceeds: 0n })
  }

  #trade(event: DerivativeTraded, state: State, row: JournalRow): Decision[] {
    const decisions: Decision[] = []
    for (const effect of [event.maker, event.taker]) {
      decisions.push(...this.#closing(liquidationClose(event, effect, state, row), effect.holder, effect.closing))
      const triggered = this.#triggered.get(effect.closing)
      if (effect.closing === 0 || triggered === undefined) continue
      if (triggerCauses.some((cause) => cause === effect.purpose)) {
        triggered.lots += event.lots
        triggered.proceeds += event.quoteAmount
      }
      if (effect.lots === 0 || effect.opening > 0) decisions.push(...this.#ended(effect.closing, state, row))
    }
    return decisions
  }

  /** Closings with what their liquidation was decided by: the last of the position, or of its whole account. */
  #closing(closes: readonly Decision[], holder: HolderId, position: number): Decision[] {
    const own = this.#liquidations.get(nameOf(holder, position))
    const account = this.#liquidations.get(nameOf(holder, 0))
    const last = (own?.order ?? 0) > (account?.order ?? 0) ? own : account
    return closes.map((one) => ({ ...one, reckoned: last?.reckoned ?? null }))
  }

  #ended(position: number, state: State, row: JournalRow): Decision[] {
    const triggered = this.#triggered.get(position)
    const open = state.derivative.positions.get(position)
    if (triggered === undefined || open === undefined) return []
    this.#triggered.delete(position)
    const { found, lots, proceeds } = triggered
    const closed = { state: 'closed', closed: row.time, lots: lotsText(lots) }
    const price = averageText(state, open.listing, lots, proceeds)
    return [{ kind: 'trigger', number: position, found: { ...found, ...closed, price }, time: row.time }]
  }

  #investments(event: EventOf<'investPriced' | 'investLost'>, state: State): Decision[] {
    const decisions: Decision[] = []
    for (const { product, terms } of this.#products.values()) {
      if (terms.listing !== event.listing || terms.maturity !== event.maturity) continue
      this.#products.delete(product)
      const tenths = event.type === 'investPriced' ? event.settlementTenths : null
      const found = investFields(listingOf(state, event.listing), state, terms, tenths)
      const samples = event.type === 'investPriced' ? event.samples : 0
      const counted = { ...found, sample_count: samples, sources_min: investSources, journal: null }
      decisions.push({ kind: 'investment', number: product, found: counted, time: event.maturity })
    }
    return decisions
  }
}

function nameOf(holder: HolderId, position: number): string {
  return `${holderName(holder)} ${position}`
}

function listingOf({ venue }: State, id: number): Listing {
  const listing = venue.listings[id]
  if (listing === undefined) throw new RangeError(`no listing ${id}`)
  return listing
}

function placeOf({ seq, time, digest, previous }: JournalRow) {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
  return { seq, time, digest: hex(digest), previous: hex(previous) }
}

function averageText(state: State, listing: number, lots: number, quote: bigint): string | null {
  const terms = state.derivative.terms[listing]
  const fine = terms === undefined ? 0 : averageFine(terms, lots, quote)
  return fine === 0 ? null : formatDecimal(fine, listingOf(state, listing).priceDecimals + finePriceDecimals)
}

function usdtText({ venue }: State, units: bigint): string {
  return formatDecimal(units, venue.currencies[usdt]?.scale ?? 0)
}

function optionDecision(
  event: EventOf<'optionSettled' | 'optionVoided'>,
  state: State,
  row: JournalRow,
): readonly Decision[] {
  const order = state.option.orders.get(event.order)
  if (order === undefined) return []
  const listing = listingOf(state, event.listing)
  const price = (tenths: number): string => formatDecimal(tenths, listing.priceDecimals + 1)
  const hasEntered = order.entryStamp > 0
  const entry = { time: order.entryStamp, price: price(order.entryTenths), sources: order.entrySources }
  const isSettled = event.type === 'optionSettled'
  const found = {
    symbol: listing.code,
    realm: event.realm,
    ...(hasEntered ? { simulated: order.entryKind !== 'live' } : {}),
    type: order.direction,
    trade_mode: order.seconds,
    payout_rate: formatDecimal(order.rate, rateScale),
    tie_rule: order.tie,
    accepted: order.acceptedAt,
    status: isSettled ? 'closed' : 'expired',
    outcome: isSettled ? event.outcome : null,
    reason: isSettled ? null : event.reason,
    entry: hasEntered ? entry : null,
    expiration: hasEntered ? expiryOf(order) : null,
    exit_price: isSettled ? price(event.exitTenths) : null,
    closed: row.time,
    index_decimals: listing.priceDecimals + 1,
    journal: placeOf(row),
  }
  return [{ kind: 'option', number: event.order, found, time: row.time }]
}

function fundingDecisions({ stamp, rates }: EventOf<'fundingSet'>, state: State): readonly Decision[] {
  return rates.map(({ realm, listing: id, rate, premiumRate, samples, markTenths }) => {
    const listing = listingOf(state, id)
    const found = {
      symbol: listing.code,
      realm,
      time: stamp,
      rate: formatDecimal(rate, rateScale),
      premium: formatDecimal(premiumRate, rateScale),
      samples,
      mark: formatDecimal(markTenths, listing.priceDecimals + 1),
      journal: null,
    }
    return { kind: 'funding', number: fundingNumber({ realm, listing: id, stamp }), found, time: stamp }
  })
}

type Closing = Pick<EventOf<'positionTakenOver'>, 'realm' | 'listing' | 'lots' | 'indexTenths' | 'indexTime'>

function closingFields(state: State, row: JournalRow, closing: Closing, quote: bigint): Fields {
  const listing = listingOf(state, closing.listing)
  return {
    symbol: listing.code,
    realm: closing.realm,
    lots: lotsText(closing.lots),
    mark: formatDecimal(closing.indexTenths, listing.priceDecimals + 1),
    mark_time: closing.indexTime,
    price: averageText(state, closing.listing, closing.lots, quote) ?? '0',
    time: row.time,
    journal: placeOf(row),
  }
}

function liquidationClose(event: DerivativeTraded, effect: Effect, state: State, row: JournalRow): Decision[] {
  if (effect.purpose !== 'liquidation' || isHouse(effect.holder)) return []
  const side = effect === event.taker ? event.takerSide : event.takerSide === 'buy' ? 'sell' : 'buy'
  const own = { side, taken_over: false, insurance: usdtText(state, -effect.insurance) }
  const found = { ...closingFields(state, row, event, event.quoteAmount), ...own }
  return [{ kind: 'liquidation', number: null, found, time: row.time }]
}

function takeoverClose(event: EventOf<'positionTakenOver'>, state: State, row: JournalRow): Decision[] {
  if (event.cause !== 'bankruptcy') return []
  const side = event.side === 'long' ? 'sell' : 'buy'
  const own = { side, taken_over: true, insurance: usdtText(state, event.insurance) }
  const found = { ...closingFields(state, row, event, event.proceeds), ...own }
  return [{ kind: 'liquidation', number: null, found, time: row.time }]
}

function investFields(listing: Listing, state: State, terms: InvestTerms, tenths: number | null): Fields {
  const decimals = listing.priceDecimals + 1
  return {
    symbol: listing.code,
    realm: terms.realm,
    direction: terms.direction,
    coin: state.venue.currencies[listing.base]?.code,
    linked_reference_price: formatDecimal(terms.referencePrice, listing.priceDecimals),
    annualized_return: formatDecimal(terms.annualRate, rateScale),
    holding_period: terms.days,
    maturity_date: terms.maturity,
    state: tenths === null ? 'void' : 'settled',
    settlement_price: tenths === null ? null : formatDecimal(tenths, decimals),
    paid_coin: tenths === null ? null : paysCoin(terms.direction, terms.referencePrice, tenths),
    index_decimals: decimals,
  }
}
