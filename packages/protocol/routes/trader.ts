/** What a call that takes new risk can be refused for before its market is looked at: who asks, and what they may trade. */
export const trader = [
  'risk_paused',
  'product_off',
  'real_money_closed',
  'real_name_missing',
  'real_name_pending',
  'real_name_rejected',
] as const
