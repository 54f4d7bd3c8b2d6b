import { btcTerms } from '@truemark/core/testing/exchangeFixture'
import { Catalogue } from '../engine/door.ts'

/** USDT, BTC at a tick of 0.1, XRP at one of 0.0001, and XRP against BTC, which is listed before XRP against USDT. */
export function smallCatalogue(): Catalogue {
  const catalogue = new Catalogue()
  for (const [currency, [code, scale]] of (
    [
      ['USDT', 6],
      ['BTC', 8],
      ['XRP', 6],
      ['OTHER', 2],
    ] as const
  ).entries())
    catalogue.take({ type: 'currencyListed', currency, code, scale })
  for (const [listing, terms] of [
    btcTerms,
    { ...btcTerms, code: 'XRPBTC', base: 2, quote: 1, priceDecimals: 8, quantityDecimals: 0, quantityMax: 10_000_000 },
    { ...btcTerms, code: 'XRPUSDT', base: 2, priceDecimals: 4, quantityDecimals: 0, quantityMax: 10_000_000 },
  ].entries())
    catalogue.take({ type: 'symbolListed', listing, terms })
  return catalogue
}
