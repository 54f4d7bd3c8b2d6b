const dayMs = 86_400_000

/** A second of UTC that lies so many days ahead. */
const daysAhead = (days: number): number => Math.ceil(Date.now() / 1_000) * 1_000 + days * dayMs

/** A product of locked mining that two people may put in force. */
export const miningDraftBody = {
  realm: 'real',
  product_id: null,
  name: { en: 'Five days' },
  currency: 'USDT',
  daily_return_rate_min: '0.003',
  daily_return_rate_max: '0.004',
  lockup_period: 5,
  minimum_amount: '100',
  maximum_amount: '20000',
  capacity: '50000',
  early_redemption_rate: '0.02',
  yield_source: { en: 'Lent to the margin desk.' },
}

/** A dual investment of a week. */
export function investDraftBody() {
  return {
    realm: 'real',
    name: 'A week',
    symbol: 'BTCUSDT',
    direction: 'buy_low',
    linked_reference_price: '9500',
    annualized_return: '0.365',
    holding_period: 7,
    single_price: '500',
    shares: 10,
    maturity_date: daysAhead(8),
    yield_source: { en: 'Premiums of options that the desk hedges.' },
  }
}

/** A launch that is open for three days. */
export function ieoDraftBody() {
  const closes = daysAhead(3)
  return {
    realm: 'real',
    name: 'Lantern',
    description: { en: 'It can fall to zero.' },
    currency: 'BTC',
    price: '100',
    supply: '10',
    pass_quantity: '1',
    application_min: '1',
    application_max: '10',
    opens: Date.now() - 1_000,
    closes,
    time_to_market: closes + dayMs,
  }
}
