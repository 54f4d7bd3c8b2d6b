import { deskListingRoutes as routes } from '@truemark/protocol/routes/deskListing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { btcTerms } from '../engine/testing/exchangeRun.ts'
import { announceSymbol, simulationOf } from '../market/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'

let server: LiveServer
let token = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: true })
  token = await makeOperator(server, 'administrator', 'Ada')
  for (const [at, code] of ['PEP', 'SALT', 'MINT'].entries()) {
    expect((await server.call(routes.deskCurrencyList, { token, body: body(code) })).reason).toBeNull()
    expect((await listings()).currencies[at + 2]?.currency).toBe(code)
  }
})
afterAll(() => server.stop())

const reason = 'asked for by customers'
const body = (currency: string) => ({ currency, name: currency, scale: 8, reason })
const listings = () => server.ok(routes.deskListings, { token })

/** The row alone, as it stands before the exchange hears of a market. */
function announce(base: string) {
  const names = { code: `${base}-USDT`, restCode: `${base}-USDT` }
  return announceSymbol(server.database, {
    code: `${base}USDT`,
    base,
    quote: 'USDT',
    priceDecimals: 4,
    quantityDecimals: 1,
    jumpPermille: 100,
    sources: [{ source: 'okx', quote: 'USDT', ...names }],
    simulation: simulationOf(2, 0.8),
  })
}

const pepperSteps = { priceDecimals: 4, quantityDecimals: 1, quantityMax: 1_000_000 }

/** The exchange alone, which nobody notes. */
async function list(code: string, base: number, more: object = pepperSteps) {
  const terms = { ...btcTerms, ...more, code, base }
  expect((await server.engine.exchange.command(house, { type: 'listSymbol', terms })).ok).toBe(true)
}

async function rows() {
  const { rows: found } = await server.database.query<{ code: string; listing: number | null }>(
    `SELECT code, listing FROM market_symbol WHERE code <> 'BTCUSDT' ORDER BY code`,
  )
  return found.map(({ code, listing }) => [code, listing])
}

function listAlone(base: string, more: object = {}) {
  const sources = [{ source: 'okx', quote: 'USDT', code: `${base}-USDT`, rest_code: `${base}-USDT` }]
  return server.call(routes.deskMarketList, {
    token,
    body: { ...market, base, sources, ...more },
  })
}

const market = {
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
  simulated_price: '2',
  simulated_volatility: '0.8',
  reason,
}

it('a start numbers what the exchange has of one operator’s listing, and takes the rest back', async () => {
  await announce('PEP')
  await list('PEPUSDT', 2)
  await announce('SALT')
  await server.settleListings(true)
  expect(await rows()).toEqual([['PEPUSDT', 1]])
  expect(server.told.at(-1)).toMatchObject({ code: 'PEPUSDT', listing: 1, priceDecimals: 4 })
  expect((await listings()).markets.at(-1)?.symbol).toBe('PEPUSDT')
  // nothing is told twice
  const told = server.told.length
  await server.settleListings(true)
  expect(server.told.length).toBe(told)
})

it('while the server runs, what the exchange has not yet waits, and is tried again with the same decimals alone', async () => {
  await announce('SALT')
  expect((await listAlone('SALT', { price_decimals: 3 })).reason).toBe('symbol_listed')
  await server.settleListings(false)
  expect((await rows()).map(([code]) => code)).toEqual(['PEPUSDT', 'SALTUSDT'])
  expect((await listAlone('SALT')).data).toMatchObject({ symbol: 'SALTUSDT' })
  expect(await rows()).toEqual([
    ['PEPUSDT', 1],
    ['SALTUSDT', 2],
  ])
})

it('a market that the exchange has with other decimals is not numbered, and its row stays', async () => {
  await announce('MINT')
  await list('MINTUSDT', 4, {})
  await expect(server.settleListings(true)).rejects.toThrow('MINTUSDT')
  expect(await rows()).toContainEqual(['MINTUSDT', null])
  expect((await listAlone('MINT')).reason).toBe('symbol_listed')
  expect((await listings()).markets.map(({ symbol }) => symbol)).not.toContain('MINTUSDT')
})
