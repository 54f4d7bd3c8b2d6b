import { describe, expect, it } from 'vitest'
import { offeredSources, readFeed, usedSources, venueListings } from './feedSetting.ts'
import type { SourceId } from './feeds/source.ts'
import { firstSymbols } from './symbols.ts'

function heard(sources: Record<string, ('binance' | 'coinbase' | 'kraken' | 'okx')[]>, source: SourceId): string[] {
  return venueListings(firstSymbols, sources, source).map(({ symbol }) => symbol)
}

describe('the setting of the feed', () => {
  it('hears every venue of a symbol unless some are chosen', () => {
    expect(usedSources(firstSymbols, {}, 'BTCUSDT')).toEqual(['binance', 'coinbase', 'kraken', 'okx'])
    expect(offeredSources(firstSymbols, 'TRXUSDT')).not.toContain('coinbase')
    expect(usedSources(firstSymbols, { BTCUSDT: ['okx', 'kraken'] }, 'BTCUSDT')).toEqual(['kraken', 'okx'])
    expect(heard({ BTCUSDT: ['okx'] }, 'binance')).not.toContain('BTCUSDT')
    expect(heard({ BTCUSDT: ['okx'] }, 'binance')).toContain('ETHUSDT')
  })

  it('hears all venues again where none of those that were chosen lists the symbol any more', () => {
    const okxAlone = firstSymbols.map((spec) => ({
      ...spec,
      sources: spec.sources.filter(({ source }) => source === 'okx'),
    }))
    expect(usedSources(okxAlone, { BTCUSDT: ['kraken'] }, 'BTCUSDT')).toEqual(['okx'])
  })

  it('hears the rate of USDT where the venue is heard for anything', () => {
    expect(heard({ BTCUSDT: ['okx'] }, 'kraken')).toContain('USDTUSD')
    const without = Object.fromEntries(
      ['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE', 'ADA', 'LTC', 'TRX', 'LINK'].map((base) => [`${base}USDT`, []]),
    )
    expect(heard(without, 'kraken')).toEqual([])
  })

  it('is the first one where what was kept can’t be read', () => {
    expect(readFeed(null)).toEqual({ kind: 'auto', sources: {} })
    expect(readFeed({ kind: 'typed', sources: {} })).toEqual({ kind: 'auto', sources: {} })
    expect(readFeed({ kind: 'live', sources: { BTCUSDT: ['okx'] } }).kind).toBe('live')
  })
})
