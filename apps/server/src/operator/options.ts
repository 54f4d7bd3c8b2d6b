import { isDeepStrictEqual } from 'node:util'
import type { Listing } from '@truemark/core/book/listing'
import { realms } from '@truemark/core/ledger/holders'
import { parseDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { type OptionTerms, optionTermsHold } from '@truemark/core/option/terms'
import { type DeskOption, deskOptionRoutes as routes } from '@truemark/protocol/routes/deskOption'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { usdtText } from '../account/door.ts'
import { type Catalogue, house } from '../engine/door.ts'
import { optionTermsShape } from '../option/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { defineMarketTerms, valuesOf } from './marketTerms.ts'
import type { DeskPorts } from './ports.ts'

type Change = BodyOf<typeof routes.deskOptionChange>
type Opening = BodyOf<typeof routes.deskOptionOpen>

/** What terms are written over where a market has none yet: options are off. */
const closedTerms: OptionTerms = {
  on: false,
  durations: [],
  stakeMin: 0n,
  stakeMax: 0n,
  exposureMax: 0n,
  poolDebtMax: 0n,
  tie: 'stake_returned',
}

/** What open options could cost a realm's pool on one listing. */
export interface OptionExposure {
  readonly realm: (typeof realms)[number]
  readonly listing: number
  readonly up: bigint
  readonly down: bigint
}

/** Binds the terms of options. */
export function bindOptions(gateway: Gateway, ports: DeskPorts): void {
  const { catalogue, exchange } = ports
  const open = defineMarketTerms(ports, {
    kind: 'option_open',
    body: routes.deskOptionOpen.body,
    switches: {},
    plan: (symbol, body) => planOpening(ports, symbol, body),
    command: ({ listing, terms }) => ({ type: 'configureOption', listing: listing.id, terms }),
    shape: async ({ listing, terms }) => shapeOf(catalogue, listing, terms, []),
  })
  const change = defineMarketTerms(ports, {
    kind: 'option',
    body: routes.deskOptionChange.body,
    switches: { on: 'option' },
    plan: (symbol, body) => plan(ports, symbol, body),
    command: ({ listing, terms }) => ({ type: 'configureOption', listing: listing.id, terms }),
    shape: async ({ listing, terms, exposures }) => shapeOf(catalogue, listing, terms, exposures),
  })
  gateway.bind(routes.deskOptions, async () => {
    const { terms } = await exchange.ask(house, { type: 'optionTerms' })
    const exposures = await optionExposures(ports)
    return done(terms.map((one) => shapeOf(catalogue, catalogue.listing(one.listing), one.terms, exposures)))
  })
  gateway.bind(routes.deskOptionOpen, open)
  gateway.bind(routes.deskOptionChange, change)
}

/** What the open options of each listing could cost the pools, by realm. */
export async function optionExposures({ exchange }: Pick<DeskPorts, 'exchange'>): Promise<OptionExposure[]> {
  const found: OptionExposure[] = []
  for (const realm of realms) {
    const { exposure } = await exchange.ask(house, { type: 'optionExposure', realm })
    found.push(...exposure.map(({ listing, up, down }) => ({ realm, listing, up, down })))
  }
  return found
}

function shapeOf(
  catalogue: Catalogue,
  listing: Listing,
  terms: OptionTerms,
  exposures: readonly OptionExposure[],
): DeskOption {
  const usdt = (units: bigint): string => usdtText(catalogue, units)
  return {
    ...optionTermsShape(listing.code, terms),
    exposure_max: usdt(terms.exposureMax),
    pool_debt_max: usdt(terms.poolDebtMax),
    exposure: exposures
      .filter((one) => one.listing === listing.id)
      .map(({ realm, up, down }) => ({ realm, up: usdt(up), down: usdt(down) })),
  }
}

/** The terms that a change leads to; null where one of its texts is finer or larger than it can be. */
function changedTerms(before: OptionTerms, body: Change, usdtScale: number): OptionTerms | null {
  const amount = (text: string | undefined, kept: bigint): bigint | null =>
    text === undefined ? kept : parseDecimal(text, usdtScale)
  const durations = body.trade_modes?.map(({ trade_mode: seconds, payout_rate: text }) => ({
    seconds,
    rate: parseDecimal(text, rateScale),
  }))
  const read = durations?.flatMap(({ seconds, rate }) =>
    rate === null || rate > BigInt(Number.MAX_SAFE_INTEGER) ? [] : [{ seconds, rate: Number(rate) }],
  )
  const stakeMin = amount(body.amount_min, before.stakeMin)
  const stakeMax = amount(body.amount_max, before.stakeMax)
  const exposureMax = amount(body.exposure_max, before.exposureMax)
  const poolDebtMax = amount(body.pool_debt_max, before.poolDebtMax)
  if (stakeMin === null || stakeMax === null || exposureMax === null || poolDebtMax === null) return null
  if (read?.length !== durations?.length) return null
  const on = body.on ?? before.on
  return { ...before, on, durations: read ?? before.durations, stakeMin, stakeMax, exposureMax, poolDebtMax }
}

/** What a change touches, before and after, for the audit log. */
function changesOf(before: DeskOption, body: Change): Record<string, string> {
  const { reason: _, ...fields } = body
  const plain = before.trade_modes.map(({ trade_mode, payout_rate }) => ({ trade_mode, payout_rate }))
  const known: object = { ...before, trade_modes: plain }
  const rows = Object.entries(fields).map(([name, value]) => {
    const was: unknown = Reflect.get(known, name)
    return [name, `${JSON.stringify(was)} → ${JSON.stringify(value)}`] as const
  })
  return Object.fromEntries(rows)
}

interface Planned {
  readonly listing: Listing
  readonly terms: OptionTerms
  readonly exposures: readonly OptionExposure[]
  readonly detail: Readonly<Record<string, string>>
}

async function plan(ports: DeskPorts, symbol: string, body: Change): Promise<Outcome<Planned>> {
  const { catalogue } = ports
  const listing = catalogue.byCode(symbol)
  const before = listing === undefined ? undefined : await termsThere(ports, listing)
  if (listing === undefined || before === undefined) return refused('symbol_unknown')
  const terms = changedTerms(before, body, catalogue.currency(0).scale)
  if (terms === null) return refused('field_malformed')
  const exposures = await optionExposures(ports)
  return done({ listing, terms, exposures, detail: changesOf(shapeOf(catalogue, listing, before, exposures), body) })
}

async function termsThere({ exchange }: DeskPorts, { id }: Listing): Promise<OptionTerms | undefined> {
  const { terms } = await exchange.ask(house, { type: 'optionTerms' })
  return terms.find((one) => one.listing === id)?.terms
}

/** The first terms of a market; refused where it has others. Whoever asks for them again after a crash is not. */
async function planOpening(ports: DeskPorts, symbol: string, body: Opening) {
  const { catalogue } = ports
  const listing = catalogue.byCode(symbol)
  if (listing === undefined) return refused('symbol_unknown')
  const terms = changedTerms(closedTerms, body, catalogue.currency(0).scale)
  if (terms === null) return refused('field_malformed')
  if (!optionTermsHold(terms)) return refused('listing_invalid')
  const there = await termsThere(ports, listing)
  if (there !== undefined && !isDeepStrictEqual(there, terms)) return refused('terms_there', { symbol })
  return done({ listing, terms, detail: valuesOf(body) })
}
