import { describe, expect, it } from 'vitest'
import { isUsed, offeredSources, readFeed, usedSources } from './feedSetting.ts'

describe('the setting of the feed', () => {
  it('hears every venue of a symbol unless some are chosen', () => {
    expect(usedSources({}, 'BTCUSDT')).toEqual(['binance', 'coinbase', 'kraken', 'okx'])
    expect(offeredSources('TRXUSDT')).not.toContain('coinbase')
    expect(usedSources({ BTCUSDT: ['okx', 'kraken'] }, 'BTCUSDT')).toEqual(['kraken', 'okx'])
    expect(isUsed({ BTCUSDT: ['okx'] }, 'binance', 'BTCUSDT')).toBe(false)
    expect(isUsed({ BTCUSDT: ['okx'] }, 'binance', 'ETHUSDT')).toBe(true)
  })

  it('hears the rate of USDT where the venue is heard for anything', () => {
    expect(isUsed({ BTCUSDT: ['okx'] }, 'kraken', 'USDTUSD')).toBe(true)
    const without = Object.fromEntries(
      ['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE', 'ADA', 'LTC', 'TRX', 'LINK'].map((base) => [`${base}USDT`, []]),
    )
    expect(isUsed(without, 'kraken', 'USDTUSD')).toBe(false)
  })

  it('is the first one where what was kept can’t be read', () => {
    expect(readFeed(null)).toEqual({ kind: 'auto', sources: {} })
    expect(readFeed({ kind: 'typed', sources: {} })).toEqual({ kind: 'auto', sources: {} })
    expect(readFeed({ kind: 'live', sources: { BTCUSDT: ['okx'] } }).kind).toBe('live')
  })
})
