import {
  deskCurrencyList,
  deskMarketList,
  deskMarketSources,
  type ListedMarket,
} from '@truemark/protocol/routes/deskListing'
import { describe, expect, it } from 'vitest'
import {
  currencyBody,
  currencyFaults,
  figureDecimals,
  firstCurrency,
  firstMarket,
  isFewForReal,
  jumpStands,
  marketBody,
  marketFaults,
  sourceFaults,
  sourcesBody,
  sourcesDraft,
  sourcesLine,
  sourcesOf,
  suggested,
  withBase,
} from './draft.ts'

const pepper = { currency: 'PEP', name: 'Pepper', scale: '8' }

function market(more: Partial<typeof firstMarket.figures> = {}) {
  const named = withBase(firstMarket, 'PEP')
  const heard = { ...named, sources: { ...named.sources, okx: { ...named.sources.okx, on: true } } }
  return suggested({ ...heard, figures: { ...heard.figures, simulated_price: '2', ...more } }, 8)
}

describe('the draft of a currency', () => {
  it('says what is wrong, and is a body of the call where nothing is', () => {
    expect([...currencyFaults(firstCurrency)]).toEqual(['currency', 'name'])
    expect([...currencyFaults({ currency: '1PEP', name: ' ', scale: '13' })]).toEqual(['currency', 'name', 'scale'])
    expect([...currencyFaults(pepper)]).toEqual([])
    expect(deskCurrencyList.body?.safeParse(currencyBody(pepper, 'a test')).success).toBe(true)
  })
})

describe('the draft of a market', () => {
  it('fills in the sizes of a price', () => {
    const { figures } = market()
    expect(figures).toMatchObject({
      price_max: '200',
      quantity_max: '5000000',
      level_quantity: '2500',
      refill_per_second: '1250',
      position_max: '5000000',
    })
    expect(market({ simulated_price: '' }).figures.price_max).toBe('')
    expect(market({ simulated_price: '0' }).figures.price_max).toBe('')
    // a cheap coin's largest order is what the exchange can hold of it
    const cheap = (scale: number) => suggested(market({ simulated_price: '0.0001' }), scale).figures.quantity_max
    expect(cheap(8)).toBe('90071992.5')
    expect(cheap(4)).toBe('100000000000')
    // one step is the least
    expect(market({ simulated_price: '100000', quantity_decimals: '0' }).figures.level_quantity).toBe('1')
  })

  it('is a body of the call once nothing is wrong', () => {
    expect([...marketFaults(market())]).toEqual([])
    expect(deskMarketList.body?.safeParse(marketBody(market(), 'a test')).success).toBe(true)
    expect(marketBody(market(), 'a test')).toMatchObject({ fee_rate_taker: '0.001', simulated_volatility: '0.8' })
    const faults = marketFaults({ ...firstMarket, hours: [{ weekday: 1, from: '9', to: '10:00' }] })
    for (const name of ['base', 'sources', 'hours', 'simulated_price', 'price_max'] as const) {
      expect(faults.has(name)).toBe(true)
    }
    expect(marketFaults(market({ price_decimals: '9' })).has('price_decimals')).toBe(true)
    expect(marketFaults(market({ fee_rate_taker: '0' })).has('fee_rate_taker')).toBe(false)
    expect(marketFaults(market({ jump_permille: '0' })).has('jump_permille')).toBe(true)
  })

  it('has the decimals of price and amount for what is one', () => {
    const { figures } = market({ price_decimals: '3', quantity_decimals: '2' })
    expect(figureDecimals(figures, 'price_max')).toBe(3)
    expect(figureDecimals(figures, 'level_quantity')).toBe(2)
    expect(figureDecimals(figures, 'ladder_levels')).toBe(0)
    expect(figureDecimals({ ...figures, price_decimals: '' }, 'price_max')).toBe(8)
  })

  it('names its venues after the coin, those too that are heard', () => {
    const pep = market()
    const typed = { ...pep, sources: { ...pep.sources, okx: { ...pep.sources.okx, code: 'PEPPER-USDT' } } }
    expect(withBase(typed, 'PEP')).toEqual(typed)
    const named = withBase(typed, 'SALT')
    expect(named.sources.okx).toEqual({ on: true, quote: 'USDT', code: 'SALT-USDT', rest_code: 'SALT-USDT' })
    expect(named.sources.kraken).toMatchObject({ on: false, code: 'SALT/USDT' })
  })
})

describe('the sources of a market', () => {
  const listed: ListedMarket = {
    symbol: 'PEPUSDT',
    jump_permille: 100,
    sources: [{ source: 'kraken', quote: 'USD', code: 'PEP/USD', rest_code: 'PEPUSD' }],
    simulated_price: '2',
    simulated_volatility: '0.8',
  }

  it('start as they are, and go back as they were', () => {
    const draft = sourcesDraft(listed)
    expect(sourcesOf(draft)).toEqual(listed.sources)
    expect(sourcesLine(listed.sources)).toBe('kraken PEP/USD / PEPUSD (USD)')
    expect(draft.okx).toMatchObject({ on: false, code: 'PEP-USDT' })
    const body = sourcesBody({ jump_permille: '50', sources: draft }, 'a test')
    expect(deskMarketSources.body?.safeParse(body).success).toBe(true)
    expect(isFewForReal(draft)).toBe(true)
    const on = (source: 'okx' | 'binance') => ({ ...draft[source], on: true })
    expect(isFewForReal({ ...draft, okx: on('okx'), binance: on('binance') })).toBe(false)
    expect(jumpStands('1001')).toBe(false)
    expect(jumpStands('1000')).toBe(true)
  })

  it('need a venue with names that can stand in an address', () => {
    const draft = sourcesDraft(listed)
    expect([...sourceFaults({ ...draft, kraken: { ...draft.kraken, on: false } })]).toEqual(['sources'])
    const bad = { ...draft, kraken: { ...draft.kraken, code: 'pep', rest_code: 'PEP/USD' } }
    expect([...sourceFaults(bad)]).toEqual(['kraken.code', 'kraken.rest_code'])
  })
})
