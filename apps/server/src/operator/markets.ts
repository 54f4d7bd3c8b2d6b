import { type LadderTerms, type Listing, type ListingTerms } from '@truemark/core/book/listing'
import { realms } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { type DeskSymbol, type Exposure, deskSettingsRoutes } from '@truemark/protocol/routes/deskSettings'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { usdtText, worthOf } from '../account/door.ts'
import { house } from '../engine/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { type Turnover, findTurnovers } from '../spot/door.ts'
import { defineMarketTerms } from './marketTerms.ts'
import type { DeskPorts } from './ports.ts'
import { hoursOf, sessionsOf, sessionsText } from './sessionHours.ts'
import { haltMarket, resumeMarket } from './suspensions.ts'
import { TermsReader } from './termsReader.ts'

type Change = BodyOf<typeof deskSettingsRoutes.deskSymbolChange>

/** Binds the terms of the markets and what the house has at stake in each. */
export function bindMarkets(gateway: Gateway, ports: DeskPorts): void {
  const { catalogue } = ports
  const change = defineMarketTerms(ports, {
    kind: 'symbol',
    body: deskSettingsRoutes.deskSymbolChange.body,
    switches: { spot: 'spot' },
    plan: async (symbol, body) => plan(ports, symbol, body),
    command: ({ listing, terms }) => ({ type: 'setListingTerms', listing: listing.id, terms }),
    shape: async ({ listing }) => deskSymbolShape(ports, catalogue.listing(listing.id)),
  })
  gateway.bind(deskSettingsRoutes.deskSymbols, () => done(catalogue.listings.map((one) => deskSymbolShape(ports, one))))
  gateway.bind(deskSettingsRoutes.deskSymbolChange, change)
  gateway.bind(deskSettingsRoutes.deskSymbolHalt, async ({ caller, params, body }) => {
    const { halt, ground, hours, reason } = body
    const { symbol } = params
    if (halt !== 'trading' && ground === undefined) return refused('field_malformed', { field: 'ground' })
    const changed =
      halt === 'trading' || ground === undefined
        ? await resumeMarket(ports, caller, { symbol, reason })
        : await haltMarket(ports, caller, { symbol, halt, ground, hours, reason })
    const listing = catalogue.byCode(symbol)
    if (!changed.ok || listing === undefined) return changed.ok ? refused('symbol_unknown') : changed
    return done(deskSymbolShape(ports, listing))
  })
  gateway.bind(deskSettingsRoutes.deskExposure, () => exposures(ports))
}

/** A market's terms as the desk shows them. */
export function deskSymbolShape({ catalogue, market }: DeskPorts, listing: Listing): DeskSymbol {
  const quote = catalogue.currency(listing.quote)
  const status = market.view.status(listing.code)
  const { ladder, priceDecimals, quantityDecimals } = listing
  const steps = (quantity: number): string => formatDecimal(quantity, quantityDecimals)
  const rate = (value: number): string => formatDecimal(value, rateScale)
  return {
    symbol: listing.code,
    base: catalogue.currency(listing.base).code,
    quote: quote.code,
    price_decimals: priceDecimals,
    quantity_decimals: quantityDecimals,
    price_max: formatDecimal(listing.priceMax, priceDecimals),
    quantity_max: steps(listing.quantityMax),
    amount_min: formatDecimal(listing.notionalMinExclusive, quote.scale),
    fee_rate_maker: rate(listing.feeRateMaker),
    fee_rate_taker: rate(listing.feeRateTaker),
    collar_rate: rate(listing.collarRate),
    ladder_levels: ladder.levels,
    half_spread_rate: rate(ladder.halfSpreadRate),
    gap_rate: rate(ladder.gapRate),
    level_quantity: steps(ladder.levelQuantity),
    refill_per_second: steps(ladder.refillPerSecond),
    position_max: steps(ladder.positionMax),
    sessions: hoursOf(listing.sessions),
    halt: listing.halt,
    halt_reason: listing.haltReason,
    halt_until: catalogue.haltedUntil(listing.id),
    spot: listing.spot,
    status: status?.status ?? 'closed',
    kind: market.view.kind,
    source: status?.source ?? '',
    sources: status?.sources ?? 0,
  }
}

function termsOf(listing: Listing, body: Change, quoteScale: number): ListingTerms | null {
  const reader = new TermsReader()
  const rate = (text: string | undefined, kept: number): number => reader.read(text, rateScale, kept)
  const steps = (text: string | undefined, kept: number): number => reader.read(text, listing.quantityDecimals, kept)
  const ladder: LadderTerms = {
    levels: body.ladder_levels ?? listing.ladder.levels,
    halfSpreadRate: rate(body.half_spread_rate, listing.ladder.halfSpreadRate),
    gapRate: rate(body.gap_rate, listing.ladder.gapRate),
    levelQuantity: steps(body.level_quantity, listing.ladder.levelQuantity),
    refillPerSecond: steps(body.refill_per_second, listing.ladder.refillPerSecond),
    positionMax: steps(body.position_max, listing.ladder.positionMax),
  }
  const terms: ListingTerms = {
    ...listing,
    notionalMinExclusive: reader.read(body.amount_min, quoteScale, listing.notionalMinExclusive),
    feeRateMaker: rate(body.fee_rate_maker, listing.feeRateMaker),
    feeRateTaker: rate(body.fee_rate_taker, listing.feeRateTaker),
    collarRate: rate(body.collar_rate, listing.collarRate),
    ladder,
    sessions: body.sessions === undefined ? listing.sessions : sessionsOf(body.sessions),
    spot: body.spot ?? listing.spot,
  }
  return reader.faulty ? null : terms
}

/** What a change touches, before and after, for the audit log. */
function changesOf(before: DeskSymbol, body: Change): Record<string, string> {
  const { reason: _, sessions, ...fields } = body
  const rows = Object.entries(fields).map(([name, value]) => {
    const was: unknown = Reflect.get(before, name)
    return [name, `${String(was)} → ${String(value)}`] as const
  })
  if (sessions === undefined) return Object.fromEntries(rows)
  const hours = `${sessionsText(before.sessions)} → ${sessionsText(sessions)}`
  return { ...Object.fromEntries(rows), sessions: hours }
}

interface Planned {
  readonly listing: Listing
  readonly terms: ListingTerms
  readonly detail: Readonly<Record<string, string>>
}

function plan(ports: DeskPorts, symbol: string, body: Change): Outcome<Planned> {
  const { catalogue } = ports
  const listing = catalogue.byCode(symbol)
  if (listing === undefined) return refused('symbol_unknown')
  const terms = termsOf(listing, body, catalogue.currency(listing.quote).scale)
  if (terms === null) return refused('field_malformed')
  return done({ listing, terms, detail: changesOf(deskSymbolShape(ports, listing), body) })
}

async function exposures(ports: DeskPorts): Promise<Outcome<Exposure[]>> {
  const turnovers = await findTurnovers(ports.database, ports.now() - 86_400_000)
  const rows: Exposure[] = []
  for (const realm of realms) {
    const { accounts } = await ports.exchange.ask(house, { type: 'house', realm })
    for (const listing of ports.catalogue.listings) {
      const held = accounts.find((one) => one.house === 'liquidity' && one.currency === listing.base)
      const turnover = turnovers.find((one) => one.realm === realm && one.listing === listing.id)
      rows.push(exposureOf(ports, listing, realm, held?.posted ?? 0n, turnover))
    }
  }
  return done(rows)
}

function exposureOf(
  { catalogue, market }: DeskPorts,
  listing: Listing,
  realm: Exposure['realm'],
  position: bigint,
  turnover: Turnover | undefined,
): Exposure {
  const base = catalogue.currency(listing.base)
  const { index } = market.view.figures(listing.code)
  const worth = worthOf(catalogue, () => index, listing.base, position)
  return {
    symbol: listing.code,
    realm,
    position: formatDecimal(position, base.scale),
    position_max: formatDecimal(listing.ladder.positionMax, listing.quantityDecimals),
    value: worth === null ? null : usdtText(catalogue, worth),
    index,
    open_orders: turnover?.openOrders ?? 0,
    volume_24h: usdtText(catalogue, turnover?.volume ?? 0n),
    fees_24h: usdtText(catalogue, turnover?.fees ?? 0n),
  }
}
