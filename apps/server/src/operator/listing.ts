import { currenciesMax, listingsMax } from '@truemark/core/book/listing'
import { sourcesMin } from '@truemark/core/book/mark'
import { liveSourcesMin } from '@truemark/core/book/realMoney'
import {
  type ListedCurrency,
  type ListedMarket,
  deskListingRoutes as routes,
} from '@truemark/protocol/routes/deskListing'
import { symbol } from '@truemark/protocol/values'
import * as z from 'zod/mini'
import {
  type SymbolSource,
  type SymbolSpec,
  announceSymbol,
  changeSymbol,
  dropSymbol,
  nameCoin,
  numberSymbol,
} from '../market/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import type { ActingOperator } from './acting.ts'
import { appendAudit } from './audit.store.ts'
import { type Deed, carryOut } from './carryOut.ts'
import { isListedAs } from './listingCut.ts'
import { type MarketBody, planMarket, planVenues, simulatedShape, sourcesShape, sourcesText } from './listingTerms.ts'
import { deskSymbolShape } from './markets.ts'
import { type DeskPorts, actorOf } from './ports.ts'
import { isUnresolved } from './unresolved.ts'

const currencyPayload = z.omit(routes.deskCurrencyList.body, { reason: true })
type CurrencyBody = z.output<typeof currencyPayload>
const marketPayload = z.omit(routes.deskMarketList.body, { reason: true })
const sourcesBody = z.omit(routes.deskMarketSources.body, { reason: true })
const sourcesPayload = z.extend(sourcesBody, { symbol })
type SourcesBody = z.output<typeof sourcesPayload>

/** Binds what is listed: currencies, markets, and whence each market's price comes. All of it is listed by two people. */
export function bindListing(gateway: Gateway, ports: DeskPorts): void {
  const { catalogue, symbols } = ports
  gateway.bind(routes.deskListings, () =>
    done({
      currencies: catalogue.currencies.map(({ code }) => currencyShape(ports, code)),
      currencies_max: currenciesMax,
      markets: symbols.specs.map(marketShape),
      markets_max: listingsMax,
    }),
  )
  bindCurrencies(gateway, ports)
  bindMarketListing(gateway, ports)
  bindSources(gateway, ports)
}

function currencyShape({ catalogue, symbols }: DeskPorts, code: string): ListedCurrency {
  const known = catalogue.currencyByCode(code)
  const traded = catalogue.listings.some(({ base, quote }) => base === known?.id || quote === known?.id)
  return { currency: code, name: symbols.nameOf(code), scale: known?.scale ?? 0, traded }
}

function marketShape(spec: SymbolSpec): ListedMarket {
  const { code, jumpPermille, sources } = spec
  return {
    symbol: code,
    jump_permille: jumpPermille,
    sources: sourcesShape(sources),
    ...simulatedShape(spec),
  }
}

function bindCurrencies(gateway: Gateway, ports: DeskPorts): void {
  const { database, proposals } = ports
  proposals.define('currency_list', {
    access: 'desk_market_write',
    payload: currencyPayload,
    plan: async (body) => {
      const refusal = currencyRefusal(ports, body)
      return refusal ?? done({ subject: body.currency, detail: currencyDetail(body) })
    },
    within: async (client, { currency, name }) => {
      await nameCoin(client, currency, name)
      return done(null)
    },
    after: (body, doer) => applyCurrency(ports, body, doer),
  })
  gateway.bind(routes.deskCurrencyList, ({ caller, body: { reason, ...body } }) =>
    proposals.inTurn(async () => {
      const refusal = currencyRefusal(ports, body)
      if (refusal !== null) return refusal
      const gate = await proposals.gate(caller, 'currency_list', body, reason)
      if (gate !== null) return gate
      await nameCoin(database, body.currency, body.name)
      const listed = await applyCurrency(ports, body, { actor: await actorOf(ports, caller), key: null, reason })
      return listed.ok ? done(currencyShape(ports, body.currency)) : listed
    }),
  )
}

function currencyRefusal({ catalogue }: DeskPorts, { currency }: CurrencyBody) {
  if (catalogue.currencyByCode(currency) !== undefined) return refused('currency_listed')
  if (catalogue.currencies.length >= currenciesMax) return refused('currencies_full', { max: String(currenciesMax) })
  return null
}

function currencyDetail({ currency, name, scale }: CurrencyBody): Record<string, string> {
  return { currency, name, scale: String(scale) }
}

// by its code: what a crash cut off between the exchange and here is found listed
async function applyCurrency(
  ports: DeskPorts,
  body: CurrencyBody,
  { actor, key, reason }: Deed,
): Promise<Outcome<null>> {
  const { currency: code, scale } = body
  if (ports.catalogue.currencyByCode(code)?.scale !== scale) {
    const entry = { actor, action: 'currency_listed', subject: code, reason, detail: currencyDetail(body) } as const
    const listed = await carryOut(ports, { type: 'listCurrency', code, scale }, entry, key, 'currency_list_refused')
    if (!listed.ok) return listed
  }
  await ports.symbols.refresh()
  return done(null)
}

function bindMarketListing(gateway: Gateway, ports: DeskPorts): void {
  const { catalogue, database, proposals } = ports
  const plan = async (body: MarketBody) => {
    await ports.symbols.refresh()
    return planMarket({ ...ports, anew: proposals.singleOperator }, body)
  }
  proposals.define('market_list', {
    access: 'desk_market_write',
    payload: marketPayload,
    plan: async (body) => {
      const planned = await plan(body)
      return planned.ok ? done({ subject: planned.data.spec.code, detail: planned.data.detail }) : planned
    },
    within: async (client, body) => {
      const planned = planMarket({ ...ports, anew: proposals.singleOperator }, body)
      if (!planned.ok) return planned
      await announceSymbol(client, planned.data.spec)
      return done(null)
    },
    after: (body, doer) => applyMarket(ports, body, doer),
  })
  gateway.bind(routes.deskMarketList, ({ caller, body: { reason, ...body } }) =>
    proposals.inTurn(async () => {
      const planned = await plan(body)
      if (!planned.ok) return planned
      const gate = await proposals.gate(caller, 'market_list', body, reason)
      if (gate !== null) return gate
      const { spec } = planned.data
      await announceSymbol(database, spec)
      await ports.symbols.refresh()
      const listed = await applyMarket(ports, body, { actor: await actorOf(ports, caller), key: null, reason })
      const listing = catalogue.byCode(spec.code)
      if (!listed.ok) return listed
      return listing === undefined ? refused('server_busy') : done(deskSymbolShape(ports, listing))
    }),
  )
}

// the table has it first, then the exchange lists it, and then the market's thread hears of it: whatever a crash cuts off
// is gone on with at the start, by its code
async function applyMarket(ports: DeskPorts, body: MarketBody, { actor, key, reason }: Deed): Promise<Outcome<null>> {
  const { catalogue, database, symbols } = ports
  const code = body.base + body.quote
  if (catalogue.byCode(code) === undefined) {
    const planned = planMarket({ catalogue, symbols, anew: true }, body)
    if (!planned.ok) return takeBack(ports, code, planned)
    const { terms, detail } = planned.data
    const entry = { actor, action: 'market_listed', subject: code, reason, detail } as const
    const listed = await carryOut(ports, { type: 'listSymbol', terms }, entry, key, 'market_list_refused')
    if (!listed.ok) return isUnresolved(listed.reason) ? listed : takeBack(ports, code, listed)
  }
  const listing = catalogue.byCode(code)
  if (listing === undefined) return refused('server_busy')
  const { price_decimals: priceDecimals, quantity_decimals: quantityDecimals } = body
  if (!isListedAs(catalogue, listing, { ...body, priceDecimals, quantityDecimals })) return refused('symbol_listed')
  await numberSymbol(database, code, listing.id)
  await tell(ports, code)
  return done(null)
}

async function takeBack(ports: DeskPorts, code: string, refusal: Outcome<never>): Promise<Outcome<never>> {
  // what was refused may be a second try of what the exchange has: it keeps its row, and is numbered by it
  if (ports.catalogue.byCode(code) === undefined) await dropSymbol(ports.database, code)
  await ports.symbols.refresh()
  return refusal
}

/** Tells the market's thread of a symbol as the table has it now. */
async function tell({ symbols, tellSymbol }: DeskPorts, code: string): Promise<void> {
  await symbols.refresh()
  const spec = symbols.find(code)
  if (spec !== undefined) tellSymbol(spec)
}

function bindSources(gateway: Gateway, ports: DeskPorts): void {
  const { database, proposals } = ports
  proposals.define('market_sources', {
    access: 'desk_market_write',
    payload: sourcesPayload,
    plan: async (body) => {
      await ports.symbols.refresh()
      const planned = planSources(ports, body)
      return planned.ok ? done({ subject: body.symbol, detail: planned.data.detail }) : planned
    },
    within: async (client, body, { actor, reason }) => {
      const planned = planSources(ports, body)
      if (!planned.ok) return planned
      await changeSources(client, { ...planned.data, body }, { actor, reason })
      return done(null)
    },
    after: async ({ symbol: code }) => {
      await tell(ports, code)
      return done(null)
    },
  })
  gateway.bind(routes.deskMarketSources, ({ caller, params, body: { reason, ...wanted } }) =>
    proposals.inTurn(async () => {
      const body = { ...wanted, symbol: params.symbol }
      await ports.symbols.refresh()
      const planned = planSources(ports, body)
      if (!planned.ok) return planned
      const gate = await proposals.gate(caller, 'market_sources', body, reason)
      if (gate !== null) return gate
      const actor = await actorOf(ports, caller)
      await database.transaction((client) => changeSources(client, { ...planned.data, body }, { actor, reason }))
      await tell(ports, body.symbol)
      const spec = ports.symbols.find(body.symbol)
      return spec === undefined ? refused('symbol_unknown') : done(marketShape(spec))
    }),
  )
}

const realMoneyText = `opens with ${liveSourcesMin} sources, closes with ${sourcesMin.real}`

interface PlannedSources {
  readonly sources: SymbolSource[]
  readonly detail: Readonly<Record<string, string>>
}

function planSources({ symbols }: DeskPorts, body: SourcesBody): Outcome<PlannedSources> {
  const spec = symbols.find(body.symbol)
  if (spec === undefined) return refused('symbol_unknown')
  const sources = planVenues(symbols, body.symbol, body.sources)
  if (!sources.ok) return sources
  const [heard, left] = [spec.sources.length, sources.data.length]
  if (left < heard && left < sourcesMin.real) return refused('sources_few', { min: String(sourcesMin.real) })
  const was = sourcesText(sourcesShape(spec.sources))
  const wanted = sourcesText(body.sources)
  const jump = { jump_permille: `${spec.jumpPermille} → ${body.jump_permille}` }
  const detail = {
    ...(spec.jumpPermille === body.jump_permille ? {} : jump),
    ...(was === wanted ? {} : { sources: `${was} → ${wanted}` }),
    ...(left < heard && left < liveSourcesMin ? { real_money: realMoneyText } : {}),
  }
  return done({ sources: sources.data, detail })
}

async function changeSources(
  client: Queryable,
  { sources, detail, body }: PlannedSources & { readonly body: SourcesBody },
  { actor, reason }: { readonly actor: ActingOperator; readonly reason: string },
): Promise<void> {
  const entry = { actor, action: 'market_sources_changed', subject: body.symbol, reason, detail } as const
  await appendAudit(client, entry)
  await changeSymbol(client, body.symbol, { jumpPermille: body.jump_permille, sources })
}
