/** What a call that takes new risk can be refused for before its market is looked at: who asks, and what they may trade. */
export const trader = [
  'risk_paused',
  'product_off',
  'real_money_closed',
  'real_name_missing',
  'real_name_pending',
  'real_name_rejected',
] as const

/** What a key under which something is done once can be refused for. */
export const orderKeys = ['key_reused', 'key_expired'] as const

/** What anything that takes new risk can be refused for before its market or its product is looked at. */
export const newRisk = ['staff_no_trading', ...orderKeys, ...trader, 'disclosure_due'] as const

/** What stands before closing: no switch, name or cap does. */
export const closingMarket = ['market_closed', 'market_halted', 'market_stale', 'prices_simulated'] as const
/** For which a market takes no new risk now. */
export const openingMarket = [...closingMarket, 'live_sources_few'] as const
