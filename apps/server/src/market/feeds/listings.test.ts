import { describe, expect, it } from 'vitest'
import { findListing, listingsBySource, rateSymbol } from './listings.ts'
import { sourceIds } from './source.ts'

const coins = ['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE', 'ADA', 'LTC', 'TRX', 'LINK']

describe('listings', () => {
  it('give each product at least three venues, so that real trading can open', () => {
    for (const coin of coins) {
      const venues = sourceIds.filter((source) => findListing(source, `${coin}USDT`))
      expect(venues.length, coin).toBeGreaterThanOrEqual(3)
    }
  })

  it('name nothing twice at a venue, and each product by its own coin', () => {
    for (const source of sourceIds) {
      const rows = listingsBySource[source]
      expect(new Set(rows.map(({ symbol }) => symbol)).size).toBe(rows.length)
      expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length)
      for (const { code, quote, symbol } of rows) {
        expect(code.replace(/[-/]/, '')).toBe(symbol === rateSymbol ? symbol : symbol.replace(/USDT$/, quote))
      }
    }
  })

  it('have the USDT/USD rate wherever a product is quoted in USD', () => {
    for (const source of sourceIds) {
      const inUsd = listingsBySource[source].some(({ quote }) => quote === 'USD')
      expect(findListing(source, rateSymbol) !== undefined).toBe(inUsd)
    }
  })
})
