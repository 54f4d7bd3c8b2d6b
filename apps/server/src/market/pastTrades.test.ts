import { priceFromTrades } from '@truemark/core/option/rebuild'
import { describe, expect, it } from 'vitest'
import { evidenceAt, fetchPastTrades, tradeAt } from './pastTrades.ts'

const moment = 1_700_000_060_000
const one = 10n ** 12n
const trade = (id: string, time: number, price: bigint) => ({ id, time, price })

describe('the price at a moment', () => {
  it('is the last trade until then, else the first after', () => {
    const before = [trade('1', moment - 9, one), trade('2', moment, 2n * one), trade('3', moment + 1, 3n * one)]
    expect(tradeAt(before, moment)?.id).toBe('2')
    expect(tradeAt(before.slice(2), moment)?.id).toBe('3')
    expect(tradeAt([], moment)).toBeUndefined()
  })

  it('has one trade of each source as its evidence, and is what the exchange makes of it', async () => {
    const trades = new Map([
      ['binance', [trade('1', moment - 5, 60_000n * one)]],
      ['okx', [trade('8', moment - 1, 60_001n * one), trade('9', moment + 4, 90_000n * one)]],
    ])
    const evidence = await evidenceAt(['binance', 'okx', 'kraken'], moment, async (source) => trades.get(source) ?? [])
    expect(evidence.map(({ source, trade: id }) => `${source} ${id}`)).toEqual(['binance 1', 'okx 8'])
    expect(priceFromTrades(evidence, moment, { priceDecimals: 2 })?.indexTenths).toBe(60_000_500)
  })

  it('is asked of USDT markets alone', async () => {
    const row = { ...trade('1', moment, one), quantity: one, side: 'buy' as const }
    const rest = (quote: 'USDT' | 'USD') => ({ fetchTrades: async () => ({ ok: true as const, quote, rows: [row] }) })
    expect(await fetchPastTrades(rest('USDT'), 'binance', 'BTCUSDT', moment)).toHaveLength(1)
    expect(await fetchPastTrades(rest('USD'), 'coinbase', 'BTCUSDT', moment)).toEqual([])
    expect(await fetchPastTrades(rest('USDT'), 'nobody', 'BTCUSDT', moment)).toEqual([])
    const failed = { fetchTrades: async () => ({ ok: false as const, failure: 'timeout' as const }) }
    expect(await fetchPastTrades(failed, 'binance', 'BTCUSDT', moment)).toEqual([])
  })
})
