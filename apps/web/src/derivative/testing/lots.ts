import type { DerivativeTerms } from '@truemark/protocol/routes/derivative'
import type { LotContext } from '../lotContext.ts'
import { lotTerms, type LotTerms } from '../lotTerms.ts'

/** The terms of BTCUSDT as they are seeded, on the wire. */
export const btcWire: DerivativeTerms = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  price_decimals: 1,
  price_max: '9000000',
  contract_size: '0.1',
  lots_min: '0.01',
  lots_max: '500',
  multiples: [1, 2, 3, 5, 10, 20, 50, 100],
  brackets: [
    { floor: '0', maintenance_rate: '0.004', cumulative: '0', multiple_max: 100 },
    { floor: '50000', maintenance_rate: '0.005', cumulative: '50', multiple_max: 50 },
    { floor: '250000', maintenance_rate: '0.01', cumulative: '1300', multiple_max: 20 },
  ],
  brackets_version: 1,
  measure: null,
  charges: null,
  fee_rate: '0.0005',
  fee_rate_maker: '0.0002',
  fee_rate_taker: '0.0005',
  limit_rate: '0.02',
  collar_rate: '0.05',
  open_interest_user_max: '5000000',
  open_interest_max: '50000000',
  open_interest: { real: '0', demo: '0' },
  lots_reach: { real: { long: '0', short: '0' }, demo: { long: '0', short: '0' } },
  insurance_floor: '0',
  insurance: { real: '0', demo: '0' },
  leverage_paused: { real: false, demo: false },
  contract: true,
  perpetual: true,
  funding_hours: [0, 8, 16],
  funding_interest_rate: '0.0001',
  funding_clamp_rate: '0.0005',
  funding_impact_amount: '10000',
  simulated: true,
}

/** The same as forms compute with them. */
export function btcTerms(): LotTerms {
  const terms = lotTerms(btcWire, 6, 'demo')
  if (!terms) throw new Error('the terms of the fixture are none')
  return terms
}

/** An account of 1 000 USDT before a book with ten lots at 60 000.0 on either side and a mark of 60 000. */
export function btcContext(over: Partial<LotContext> = {}): LotContext {
  const terms = btcTerms()
  const level = { price: [600_000], quantity: [1_000] }
  return {
    product: 'contract',
    terms,
    mode: 'isolated',
    multiple: 10,
    depth: { buy: level, sell: level },
    mark: 6_000_000,
    usable: 1_000_000_000n,
    markets: [{ ...terms, markTenths: 6_000_000, markDecides: true }],
    holder: { available: 1_000_000_000n, perpetualHold: 0n, positions: [], resting: [] },
    undecided: null,
    position: null,
    ...over,
  }
}
