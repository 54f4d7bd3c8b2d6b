import type { DerivativeTerms } from '@truemark/core/derivative/terms'
import { house } from '../engine/door.ts'
import { btcTerms } from '../engine/testing/exchangeRun.ts'
import { firstSymbols } from '../market/door.ts'
import { derivativeTermsOf } from '../seedDerivatives.ts'
import type { InlineEngine } from './inlineEngine.ts'

/** Contracts and perpetuals as the product's first start has them, with the ladder of the spot market. */
export function btcDerivativeTerms(): DerivativeTerms {
  const btc = firstSymbols.find(({ code }) => code === btcTerms.code)
  if (btc === undefined) throw new Error('the product has no BTC')
  const ladder = { ...btcTerms.ladder, levelQuantity: 5_000, refillPerSecond: 500, positionMax: 100_000_000 }
  return { ...derivativeTermsOf(btc, 8), ladder }
}

const demoInsurance = {
  type: 'moveHouse',
  realm: 'demo',
  from: 'external',
  to: 'insurance',
  currency: 0,
  asker: 0,
  approver: 0,
} as const

/** The currencies, the market and the house's money that tests live on. */
export async function seedExchange(engine: InlineEngine): Promise<void> {
  for (const command of [
    { type: 'listCurrency', code: 'USDT', scale: 6 },
    { type: 'listCurrency', code: 'BTC', scale: 8 },
    { type: 'listSymbol', terms: btcTerms },
    { type: 'configureDerivative', listing: 0, terms: btcDerivativeTerms() },
    { ...demoInsurance, amount: 1_000_000_000_000n },
    // where people of tests live, so that their real money can come in
    { type: 'switchProduct', country: 'FR', product: 'ieo', on: true },
  ] as const) {
    const done = await engine.exchange.command(house, command)
    if (!done.ok) throw new Error(done.reason)
  }
}
