import { isDeepStrictEqual } from 'node:util'
import type { Listing } from '@truemark/core/book/listing'
import { type Derivative, type DerivativeTerms, lotsDecimals, makeDerivative } from '@truemark/core/derivative/terms'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { type DeskDerivative, deskDerivativeRoutes as routes } from '@truemark/protocol/routes/deskDerivative'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { usdtText } from '../account/door.ts'
import { type TermsFigures, lotsText, termsShape } from '../derivative/door.ts'
import { house } from '../engine/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { defineMarketTerms, valuesOf } from './marketTerms.ts'
import type { DeskPorts } from './ports.ts'

type Change = BodyOf<typeof routes.deskDerivativeChange>
type Opening = BodyOf<typeof routes.deskDerivativeOpen>

/** What terms are written over where a market has none yet: both products are off. */
const closedTerms: DerivativeTerms = {
  contractSize: 0,
  multiples: [],
  brackets: [],
  feeRateContract: 0,
  feeRatePerpetualMaker: 0,
  feeRatePerpetualTaker: 0,
  limitRateMax: 0,
  fundingInterestRate: 0,
  fundingDampRateMax: 0,
  fundingImpactNotional: 0n,
  openInterestUserMax: 0n,
  openInterestMax: 0n,
  ladder: { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 },
  insuranceFloor: 0n,
  houseDebtMax: 0n,
  contractOn: false,
  perpetualOn: false,
}

/** Binds the terms of contracts and perpetuals. */
export function bindDerivatives(gateway: Gateway, ports: DeskPorts): void {
  const { catalogue } = ports
  const shape = async (listing: Listing, planned: Derivative) =>
    shapeOf(ports, listing, catalogue.derivative(listing.id) ?? planned, await figuresByListing(ports))
  const open = defineMarketTerms(ports, {
    kind: 'derivative_open',
    body: routes.deskDerivativeOpen.body,
    switches: {},
    plan: async (symbol, body) => planOpening(ports, symbol, body),
    command: ({ listing, terms }) => ({ type: 'configureDerivative', listing: listing.id, terms }),
    shape: ({ listing, derivative }) => shape(listing, derivative),
  })
  const change = defineMarketTerms(ports, {
    kind: 'derivative',
    body: routes.deskDerivativeChange.body,
    switches: { contract: 'contract', perpetual: 'perpetual' },
    plan: (symbol, body) => plan(ports, symbol, body),
    command: ({ listing, terms }) => ({ type: 'configureDerivative', listing: listing.id, terms }),
    shape: ({ listing, before }) => shape(listing, before),
  })
  gateway.bind(routes.deskDerivatives, async () => {
    const figures = await figuresByListing(ports)
    return done(
      catalogue.listings.flatMap((listing) => {
        const derivative = catalogue.derivative(listing.id)
        return derivative === undefined ? [] : [shapeOf(ports, listing, derivative, figures)]
      }),
    )
  })
  gateway.bind(routes.deskDerivativeOpen, open)
  gateway.bind(routes.deskDerivativeChange, change)
}

async function figuresByListing({ exchange }: DeskPorts): Promise<ReadonlyMap<number, TermsFigures>> {
  const { listings, insurance } = await exchange.ask(house, { type: 'derivativeTerms' })
  return new Map(
    listings.map(({ listing, openInterest, reach, paused, bracketVersion, measure, charges }) => [
      listing,
      { openInterest, reach, paused, insurance, bracketVersion, measure, charges },
    ]),
  )
}

const noFigures: TermsFigures = {
  openInterest: { real: 0n, demo: 0n },
  reach: { real: { long: 0, short: 0 }, demo: { long: 0, short: 0 } },
  paused: { real: false, demo: false },
  insurance: { real: 0n, demo: 0n },
  bracketVersion: 0,
  measure: null,
  charges: null,
}

function shapeOf(
  { catalogue, market }: DeskPorts,
  listing: Listing,
  derivative: Derivative,
  figures: ReadonlyMap<number, TermsFigures>,
): DeskDerivative {
  const { ladder } = derivative
  const simulated = market.view.kind !== 'live'
  return {
    ...termsShape(catalogue, listing, derivative, figures.get(listing.id) ?? noFigures, simulated),
    ladder_levels: ladder.levels,
    half_spread_rate: formatDecimal(ladder.halfSpreadRate, rateScale),
    gap_rate: formatDecimal(ladder.gapRate, rateScale),
    level_lots: lotsText(ladder.levelQuantity),
    refill_per_second: lotsText(ladder.refillPerSecond),
    position_max: lotsText(ladder.positionMax),
    house_debt_max: usdtText(catalogue, derivative.houseDebtMax),
  }
}

/** Reads texts into the integers of terms, and remembers whether one of them was none. */
class TermsReader {
  #faulty = false

  get faulty(): boolean {
    return this.#faulty
  }

  /** The amount of a text at a scale; `kept` where the text is absent. */
  amount(text: string | undefined, scale: number, kept: bigint): bigint {
    const units = text === undefined ? kept : parseDecimal(text, scale)
    if (units === null) this.#faulty = true
    return units ?? kept
  }

  /** The same as a safe integer. */
  count(text: string | undefined, scale: number, kept: number): number {
    const units = this.amount(text, scale, BigInt(kept))
    if (units <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(units)
    this.#faulty = true
    return kept
  }
}

function changedTerms(
  { catalogue }: Pick<DeskPorts, 'catalogue'>,
  listing: Listing,
  before: DerivativeTerms,
  body: Change,
) {
  const reader = new TermsReader()
  const usdtScale = catalogue.currency(0).scale
  const baseScale = catalogue.currency(listing.base).scale
  const rate = (text: string | undefined, kept: number): number => reader.count(text, rateScale, kept)
  const lots = (text: string | undefined, kept: number): number => reader.count(text, lotsDecimals, kept)
  const usdt = (text: string | undefined, kept: bigint): bigint => reader.amount(text, usdtScale, kept)
  const { ladder } = before
  const terms: DerivativeTerms = {
    ...before,
    contractSize: reader.count(body.contract_size, baseScale, before.contractSize),
    multiples: body.multiples ?? before.multiples,
    brackets:
      body.brackets?.map((bracket) => ({
        floor: usdt(bracket.floor, 0n),
        maintenanceRate: rate(bracket.maintenance_rate, 0),
        multipleMax: bracket.multiple_max,
      })) ?? before.brackets,
    feeRateContract: rate(body.fee_rate, before.feeRateContract),
    feeRatePerpetualMaker: rate(body.fee_rate_maker, before.feeRatePerpetualMaker),
    feeRatePerpetualTaker: rate(body.fee_rate_taker, before.feeRatePerpetualTaker),
    limitRateMax: rate(body.limit_rate, before.limitRateMax),
    fundingInterestRate: rate(body.funding_interest_rate, before.fundingInterestRate),
    fundingDampRateMax: rate(body.funding_clamp_rate, before.fundingDampRateMax),
    fundingImpactNotional: usdt(body.funding_impact_amount, before.fundingImpactNotional),
    openInterestUserMax: usdt(body.open_interest_user_max, before.openInterestUserMax),
    openInterestMax: usdt(body.open_interest_max, before.openInterestMax),
    insuranceFloor: usdt(body.insurance_floor, before.insuranceFloor),
    houseDebtMax: usdt(body.house_debt_max, before.houseDebtMax),
    ladder: {
      levels: body.ladder_levels ?? ladder.levels,
      halfSpreadRate: rate(body.half_spread_rate, ladder.halfSpreadRate),
      gapRate: rate(body.gap_rate, ladder.gapRate),
      levelQuantity: lots(body.level_lots, ladder.levelQuantity),
      refillPerSecond: lots(body.refill_per_second, ladder.refillPerSecond),
      positionMax: lots(body.position_max, ladder.positionMax),
    },
    contractOn: body.contract ?? before.contractOn,
    perpetualOn: body.perpetual ?? before.perpetualOn,
  }
  return reader.faulty ? null : terms
}

/** What a change touches, before and after, for the audit log. */
function changesOf(before: DeskDerivative, body: Change): Record<string, string> {
  const { reason: _, ...fields } = body
  const rows = Object.entries(fields).map(([name, value]) => {
    const was: unknown = Reflect.get(before, name)
    return [name, `${JSON.stringify(was)} → ${JSON.stringify(value)}`] as const
  })
  return Object.fromEntries(rows)
}

interface Planned {
  readonly listing: Listing
  readonly before: Derivative
  readonly terms: DerivativeTerms
  readonly detail: Readonly<Record<string, string>>
}

async function plan(ports: DeskPorts, symbol: string, body: Change): Promise<Outcome<Planned>> {
  const { catalogue } = ports
  const listing = catalogue.byCode(symbol)
  const inForce = listing === undefined ? undefined : catalogue.derivative(listing.id)
  if (listing === undefined || inForce === undefined) return refused('symbol_unknown')
  const figures = await figuresByListing(ports)
  // what is announced goes on to be asked for, by whoever changes something else
  const before = { ...inForce, ...figures.get(listing.id)?.charges?.charges }
  const terms = changedTerms(ports, listing, before, body)
  if (terms === null) return refused('field_malformed')
  return done({ listing, before, terms, detail: changesOf(shapeOf(ports, listing, before, figures), body) })
}

/** The first terms of a market; refused where it has others. Whoever asks for them again after a crash is not. */
function planOpening({ catalogue }: DeskPorts, symbol: string, body: Opening) {
  const listing = catalogue.byCode(symbol)
  if (listing === undefined) return refused('symbol_unknown')
  const terms = changedTerms({ catalogue }, listing, closedTerms, body)
  if (terms === null) return refused('field_malformed')
  const derivative = makeDerivative(listing, terms, catalogue.currencies)
  if (derivative === null) return refused('listing_invalid')
  const there = catalogue.derivative(listing.id)
  if (there !== undefined && !isDeepStrictEqual(there, derivative)) return refused('terms_there', { symbol })
  return done({ listing, terms, derivative, detail: valuesOf(body) })
}
