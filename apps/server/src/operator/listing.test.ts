import { currenciesMax, listingsMax } from '@truemark/core/book/listing'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskFeedRoutes } from '@truemark/protocol/routes/deskFeed'
import { deskListingRoutes as routes } from '@truemark/protocol/routes/deskListing'
import { type Proposal, deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { deskSettingsRoutes } from '@truemark/protocol/routes/deskSettings'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { marketRoutes } from '@truemark/protocol/routes/market'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { btcTerms } from '../engine/testing/exchangeRun.ts'
import { ListedSymbols, announceSymbol } from '../market/door.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { planMarket } from './listingTerms.ts'

let server: LiveServer
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
})
afterAll(() => server.stop())

const reason = 'asked for by customers'
const pepper = { currency: 'PEP', name: 'Pepper', scale: 8, reason }
const okx = { source: 'okx', quote: 'USDT', code: 'PEP-USDT', rest_code: 'PEP-USDT' } as const
const binance = { source: 'binance', quote: 'USDT', code: 'PEPUSDT', rest_code: 'PEPUSDT' } as const
const kraken = { source: 'kraken', quote: 'USD', code: 'PEP/USD', rest_code: 'PEPUSD' } as const
const market = {
  base: 'PEP',
  quote: 'USDT',
  price_decimals: 4,
  quantity_decimals: 1,
  price_max: '200',
  quantity_max: '1000000',
  amount_min: '1',
  fee_rate_maker: '0.001',
  fee_rate_taker: '0.001',
  collar_rate: '0.05',
  ladder_levels: 20,
  half_spread_rate: '0.0002',
  gap_rate: '0.0002',
  level_quantity: '2500',
  refill_per_second: '100',
  position_max: '5000000',
  sessions: [],
  jump_permille: 100,
  sources: [okx, kraken],
  simulated_price: '2',
  simulated_volatility: '0.8',
  reason,
} as const

function listCurrency(body: object = pepper, token = ada) {
  return server.call(routes.deskCurrencyList, { token, body })
}

/** The venues' names of another coin than pepper. */
function namesOf(base: string) {
  return [{ ...okx, code: `${base}-USDT`, rest_code: `${base}-USDT` }]
}

function listMarket(more: object = {}, token = ada) {
  return server.call(routes.deskMarketList, { token, body: { ...market, ...more } })
}

async function waiting(token = ben): Promise<Proposal> {
  const last = (await server.ok(deskProposalRoutes.deskProposals, { token })).items.at(-1)
  if (last === undefined) throw new Error('nothing waits')
  return last
}

function decide(token: string, { id, digest }: Proposal) {
  const body = { approve: true, digest, reason: 'looked at it' }
  return server.call(deskProposalRoutes.deskProposalDecide, { token, params: { id }, body })
}

async function approve(): Promise<Proposal['state'] | undefined> {
  return (await decide(ben, await waiting())).data?.proposal.state
}

async function audited(action: string) {
  return (await server.ok(deskRoutes.deskAudit, { token: ada, query: { action } })).items
}

/** A tick of a market by two made-up sources, in tenths of a tick. */
async function tick(listing: number, indexTenths: number): Promise<void> {
  const quote = { listing, indexTenths, dispersionTenths: 0, sources: 2, kind: 'simulated', time: Date.now() } as const
  const told = await server.engine.exchange.command(house, { type: 'quote', ...quote })
  if (!told.ok) throw new Error(told.reason)
}

describe('a currency that is listed from the desk', () => {
  it('is refused where it could not be', async () => {
    const fields = async (more: object) => (await listCurrency({ ...pepper, ...more })).reason
    for (const currency of ['pep', '1PEP', 'P', 'PEP-1', 'PEPPERPEPPERP'])
      expect(await fields({ currency })).toBe('field_malformed')
    expect(await fields({ scale: 13 })).toBe('field_malformed')
    expect(await fields({ name: '' })).toBe('field_malformed')
    expect(await fields({ currency: 'BTC' })).toBe('currency_listed')
    expect((await listMarket()).reason).toBe('currency_unknown')
  })

  it('is there once two people have decided on it, with its name, and stands in the log', async () => {
    expect((await listCurrency()).reason).toBe('approval_pending')
    const asked = await waiting()
    expect(asked).toMatchObject({
      kind: 'currency_list',
      subject: 'PEP',
      detail: { currency: 'PEP', name: 'Pepper', scale: '8' },
    })
    expect((await decide(ada, asked)).reason).toBe('second_person_needed')
    expect(await approve()).toBe('applied')
    const { currencies } = await server.ok(routes.deskListings, { token: ben })
    expect(currencies.at(-1)).toEqual({ currency: 'PEP', name: 'Pepper', scale: 8, traded: false })
    const coins = await server.ok(marketRoutes.coins)
    expect(coins.find(({ currency }) => currency === 'PEP')).toMatchObject({ name: 'Pepper', scale: 8 })
    expect((await audited('currency_listed'))[0]).toMatchObject({ subject: 'PEP', reason })
    expect((await listCurrency()).reason).toBe('currency_listed')
  })
})

describe('a market that is listed from the desk', () => {
  it('is refused where the exchange could not hold it, and where no source is known', async () => {
    const fields = async (more: object) => (await listMarket(more)).reason
    expect(await fields({ base: 'NONE' })).toBe('currency_unknown')
    expect(await fields({ quote: 'BTC' })).toBe('field_malformed')
    expect(await fields({ base: 'BTC' })).toBe('symbol_listed')
    expect(await fields({ base: 'USDT' })).toBe('listing_invalid')
    expect(await fields({ price_decimals: 5, quantity_decimals: 2 })).toBe('listing_too_fine')
    expect(await fields({ price_max: '1.00001' })).toBe('field_malformed')
    expect(await fields({ fee_rate_taker: '0.2' })).toBe('listing_invalid')
    expect(await fields({ simulated_price: '0' })).toBe('field_malformed')
    expect(await fields({ simulated_price: '201' })).toBe('field_malformed')
    expect(await fields({ simulated_volatility: '3.1' })).toBe('field_malformed')
    expect(await fields({ simulated_volatility: '0.8000000001' })).toBe('field_malformed')
    // hourly worths could not be kept at what it may become
    const dear = { price_decimals: 1, price_max: '2000000', simulated_price: '900000' }
    expect(await fields({ ...dear, simulated_volatility: '0.8' })).toBe('field_malformed')
    expect(await fields({ simulated_price: '100', simulated_volatility: '2.5' })).toBe('field_malformed')
    expect(await fields({ sources: [] })).toBe('field_malformed')
    expect(await fields({ sources: [{ ...okx, source: 'mine' }] })).toBe('field_malformed')
    expect(await fields({ sources: [okx, okx] })).toBe('field_malformed')
    expect(await fields({ sources: [{ ...okx, rest_code: 'PEP?x=1' }] })).toBe('field_malformed')
    expect(await fields({ sessions: [{ weekday: 1, from: 600, to: 540 }] })).toBe('field_malformed')
    const twice = [
      { weekday: 1, from: 540, to: 600 },
      { weekday: 1, from: 590, to: 660 },
    ]
    expect(await fields({ sessions: twice })).toBe('field_malformed')
  })

  it('is refused a name that another market has at a venue, and that of the rate of USDT', async () => {
    const btc = { symbol: 'BTCUSDT' }
    const named = async (one: object) => {
      const { reason: why, message } = await listMarket({ sources: [one] })
      return [why, message]
    }
    const taken = (code: string, source = 'okx', symbol = 'BTCUSDT') => [
      'source_taken',
      `${code} at ${source} is the name of ${symbol} already`,
    ]
    expect(await named({ ...okx, code: 'BTC-USDT' })).toEqual(taken('BTC-USDT'))
    expect(await named({ ...okx, rest_code: 'BTC-USDT' })).toEqual(taken('BTC-USDT'))
    expect(await named({ ...kraken, quote: 'USDT', code: 'PEP/USDT', rest_code: 'XBTUSDT' })).toEqual(
      taken('XBTUSDT', 'kraken'),
    )
    expect(await named({ ...kraken, code: 'USDT/USD' })).toEqual(taken('USDT/USD', 'kraken', 'USDTUSD'))
    // a book in dollars is no book in USDT
    for (const other of [
      { ...okx, code: 'PEP-USD' },
      { ...okx, rest_code: 'PEP-USD' },
      { ...okx, code: 'PEPUSDT' },
      { ...kraken, quote: 'USDT' },
      { ...kraken, source: 'coinbase', code: 'PEP-USDT' },
      { ...okx, source: 'binance', quote: 'USD', code: 'PEPUSD', rest_code: 'PEPUSD' },
    ])
      expect((await named(other))[0]).toBe('source_quote_other')
    expect((await named({ ...okx, code: 'PEP-USD' }))[1]).toBe('PEP-USD at okx is no market against USDT')
    // its own names stay its own
    const own = { source: 'okx', quote: 'USDT', code: 'BTC-USDT', rest_code: 'BTC-USDT' }
    const second = { ...binance, code: 'BTCUSDT', rest_code: 'BTCUSDT' }
    const change = { jump_permille: 100, sources: [own, second], reason }
    const asked = await server.call(routes.deskMarketSources, { token: ada, params: btc, body: change })
    expect(asked.reason).toBe('approval_pending')
    const { id } = await waiting()
    const body = { approve: false, digest: (await waiting()).digest, reason: 'not now' }
    await server.ok(deskProposalRoutes.deskProposalDecide, { token: ben, params: { id }, body })
  })

  it('says so where there are as many as there can be', async () => {
    const symbols = await ListedSymbols.load(server.database)
    const catalogue = (listings: number, currencies: number) => ({
      listings: Array.from({ length: listings }, () => btcTerms),
      currencies: Array.from({ length: currencies }, (_, id) => ({ id, code: `C${id}`, scale: 8 })),
      currencyByCode: (code: string) => ({ id: code === 'USDT' ? 0 : 1, code, scale: code === 'USDT' ? 6 : 8 }),
      byCode: () => undefined,
    })
    const { reason: _, ...body } = { ...market, sessions: [], sources: [okx] }
    expect(planMarket({ catalogue: catalogue(listingsMax, 2), symbols, anew: false }, body)).toMatchObject({
      ok: false,
      reason: 'symbols_full',
      params: { max: '256' },
    })
    expect(planMarket({ catalogue: catalogue(1, currenciesMax), symbols, anew: false }, body).ok).toBe(true)
  })

  it('is listed by two people, told to the market, and traded by a customer at its first price', async () => {
    expect((await listMarket()).reason).toBe('approval_pending')
    const asked = await waiting()
    expect(asked).toMatchObject({ kind: 'market_list', subject: 'PEPUSDT' })
    expect(asked.detail).toMatchObject({
      price_decimals: '4',
      sessions: 'around the clock',
      sources: 'okx PEP-USDT / PEP-USDT (USDT), kraken PEP/USD / PEPUSD (USD)',
      simulated_price: '2',
    })
    // all that was said stands in what is decided on
    expect(Object.keys(asked.detail).toSorted()).toEqual(
      Object.keys(market)
        .filter((name) => name !== 'reason')
        .toSorted(),
    )
    expect((await decide(ada, asked)).reason).toBe('second_person_needed')
    expect(await approve()).toBe('applied')
    expect(server.told.at(-1)).toMatchObject({ code: 'PEPUSDT', listing: 1, jumpPermille: 100, priceDecimals: 4 })
    expect((await listMarket()).reason).toBe('symbol_listed')
    const listed = (await server.ok(marketRoutes.symbols)).find(({ symbol }) => symbol === 'PEPUSDT')
    expect(listed).toMatchObject({ name: 'Pepper', base: 'PEP', price_decimals: 4, lastPrice: null, index: null })
    const feed = await server.ok(deskFeedRoutes.deskFeedRead, { token: ben })
    expect(feed.symbols.find(({ symbol }) => symbol === 'PEPUSDT')).toMatchObject({ offered: ['kraken', 'okx'] })

    const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    const order = { symbol: 'PEPUSDT', side: 'buy', type: 'market', amount: '100' }
    const place = () => server.call(spotRoutes.spotOrderPlace, { token, body: order, key: keyNow() })
    expect((await place()).reason).toBe('market_closed')
    await tick(1, 200_000)
    expect((await place()).data).toMatchObject({ symbol: 'PEPUSDT', status: 'filled' })
    const { items } = await server.ok(spotRoutes.spotFills, { token })
    expect(items[0]).toMatchObject({ symbol: 'PEPUSDT', side: 'buy' })
    expect(Number(items[0]?.price)).toBeCloseTo(2.0004, 3)
  })

  it('has no contracts and no options until somebody opens them', async () => {
    const { terms } = await server.engine.exchange.ask(house, { type: 'optionTerms' })
    expect(terms.some(({ listing }) => listing === 1)).toBe(false)
  })

  it('gets other sources and another limit by two people, at once', async () => {
    const params = { symbol: 'PEPUSDT' }
    const change = (body: object) =>
      server.call(routes.deskMarketSources, {
        token: ada,
        params,
        body: { jump_permille: 50, sources: [okx], reason, ...body },
      })
    expect((await change({ sources: [okx, okx] })).reason).toBe('field_malformed')
    expect((await change({ jump_permille: 0 })).reason).toBe('field_malformed')
    // with one alone real accounts could not close
    expect((await change({})).reason).toBe('sources_few')
    const both = 'okx PEP-USDT / PEP-USDT (USDT), kraken PEP/USD / PEPUSD (USD)'
    expect((await change({ sources: [okx, kraken, binance] })).reason).toBe('approval_pending')
    expect((await waiting()).detail).toEqual({
      jump_permille: '100 → 50',
      sources: `${both} → ${both}, binance PEPUSDT / PEPUSDT (USDT)`,
    })
    expect(await approve()).toBe('applied')
    expect((await change({ sources: [okx, binance] })).reason).toBe('approval_pending')
    expect((await waiting()).detail).toEqual({
      sources: `${both}, binance PEPUSDT / PEPUSDT (USDT) → okx PEP-USDT / PEP-USDT (USDT), binance PEPUSDT / PEPUSDT (USDT)`,
      real_money: 'opens with 3 sources, closes with 2',
    })
    expect(await approve()).toBe('applied')
    expect(server.told.at(-1)).toMatchObject({
      code: 'PEPUSDT',
      jumpPermille: 50,
      sources: [{ source: 'okx' }, { source: 'binance' }],
    })
    const { markets } = await server.ok(routes.deskListings, { token: ben })
    expect(markets.at(-1)).toMatchObject({ symbol: 'PEPUSDT', jump_permille: 50, sources: [okx, binance] })
    expect((await audited('market_sources_changed'))[0]).toMatchObject({ subject: 'PEPUSDT' })
    // a venue that is not heard for it any more is no choice of the feed
    const feed = await server.ok(deskFeedRoutes.deskFeedRead, { token: ben })
    expect(feed.symbols.at(-1)?.offered).toEqual(['binance', 'okx'])
  })

  it('gets trading hours by two people', async () => {
    const params = { symbol: 'PEPUSDT' }
    const hours = [{ weekday: 1, from: 480, to: 960 }]
    const body = { sessions: hours, reason }
    expect((await server.call(deskSettingsRoutes.deskSymbolChange, { token: ada, params, body })).reason).toBe(
      'approval_pending',
    )
    expect((await waiting()).detail).toEqual({ sessions: 'around the clock → Mon 08:00–16:00' })
    expect(await approve()).toBe('applied')
    const found = (await server.ok(deskSettingsRoutes.deskSymbols, { token: ben })).at(-1)
    expect(found?.sessions).toEqual(hours)
  })
})

describe('a listing that a crash cuts off', () => {
  it('is completed by what settles at the start: before the exchange, and between the exchange and the table', async () => {
    for (const currency of ['SALT', 'MINT', 'BARK']) {
      await listCurrency({ ...pepper, currency, name: currency })
      expect(await approve()).toBe('applied')
    }
    // approved, and cut off before the exchange heard of it
    const asksFor = async (base: string) => (await listMarket({ base, sources: namesOf(base) })).reason
    expect(await asksFor('SALT')).toBe('approval_pending')
    const salt = await waiting()
    await decideAlone(salt)
    expect(await asksFor('SALT')).toBe('symbol_listed')
    // a name that waits is taken too
    expect((await listMarket({ base: 'MINT', sources: namesOf('SALT') })).reason).toBe('source_taken')
    // approved, listed by the exchange, and cut off before that was noted
    expect(await asksFor('MINT')).toBe('approval_pending')
    const mint = await waiting()
    await decideAlone(mint)
    const { currencies } = await server.engine.exchange.ask(house, { type: 'catalogue' })
    const base = currencies.find(({ code }) => code === 'MINT')?.id ?? 0
    const terms = { ...btcTerms, priceDecimals: 4, quantityDecimals: 1, quantityMax: 1_000_000, code: 'MINTUSDT', base }
    expect((await server.engine.exchange.command(house, { type: 'listSymbol', terms })).ok).toBe(true)
    // approved, and the exchange has it with other decimals
    expect(await asksFor('BARK')).toBe('approval_pending')
    const bark = await waiting()
    await decideAlone(bark)
    const other = { ...btcTerms, code: 'BARKUSDT', base: base + 1 }
    expect((await server.engine.exchange.command(house, { type: 'listSymbol', terms: other })).ok).toBe(true)
    await expect(server.settleListings(true)).rejects.toThrow('BARKUSDT')
    await server.proposals.settle()
    const { items } = await server.ok(deskProposalRoutes.deskProposals, { token: ada, query: { queue: 'done' } })
    for (const { id } of [salt, mint]) expect(items.find((one) => one.id === id)?.state).toBe('applied')
    expect(items.find((one) => one.id === bark.id)).toMatchObject({ state: 'failed', failure: 'symbol_listed' })
    const { listings } = await server.engine.exchange.ask(house, { type: 'catalogue' })
    expect(listings.map(({ terms: { code } }) => code)).toEqual([
      'BTCUSDT',
      'PEPUSDT',
      'MINTUSDT',
      'BARKUSDT',
      'SALTUSDT',
    ])
    // and a start reads it all again
    const again = await ListedSymbols.load(server.database)
    expect(again.specs.map(({ code, listing }) => [code, listing])).toEqual([
      ['BTCUSDT', 0],
      ['PEPUSDT', 1],
      ['MINTUSDT', 2],
      ['SALTUSDT', 4],
    ])
    expect(again.nameOf('PEP')).toBe('Pepper')
    expect(again.find('PEPUSDT')).toMatchObject({ jumpPermille: 50, simulation: { price: 2, volatility: 0.8 } })
  })

  /** Keeps the decision and the row, as the transaction that decides does, and nothing of what comes after. */
  async function decideAlone({ id }: Proposal): Promise<void> {
    const { rows } = await server.database.query<{ id: string; payload: string }>(
      'SELECT id, payload FROM proposal ORDER BY id DESC LIMIT 1',
    )
    expect(id).not.toBe('')
    const [row] = rows
    if (row === undefined) throw new Error('nothing waits')
    const operator = await server.database.query<{ id: string }>(`SELECT id FROM operator WHERE name = 'Ben'`)
    await server.database.query(
      'INSERT INTO proposal_decision (proposal, approved, decided_by, decided_at, reason) VALUES ($1, true, $2, $3, $4)',
      [row.id, operator.rows[0]?.id, Date.now(), 'looked at it'],
    )
    const body: unknown = JSON.parse(row.payload)
    const code = String(Reflect.get(Object(body), 'base')) + 'USDT'
    await announceSymbol(server.database, {
      code,
      base: code.slice(0, -4),
      quote: 'USDT',
      priceDecimals: 4,
      quantityDecimals: 1,
      jumpPermille: 100,
      sources: [
        { source: 'okx', quote: 'USDT', code: `${code.slice(0, -4)}-USDT`, restCode: `${code.slice(0, -4)}-USDT` },
      ],
      simulation: {
        price: 2,
        volatility: 0.8,
        correlation: 0.7,
        jumpsPerYear: 40,
        jumpSize: 0.03,
        tradesPerSecond: 1,
        tradeNotional: 500,
      },
    })
  }
})
