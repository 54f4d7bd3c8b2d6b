/** The engine's published constants that have a text; one that a newer server adds is not shown by an older app. */
export const ruleNames = [
  'house_quotes_age_max',
  'trading_index_age_max',
  'market_open_index_age_max',
  'sources_min_real',
  'sources_min_demo',
  'open_orders_max',
  'fills_per_order_max',
  'lots_min',
  'lots_max',
  'positions_max',
  'funding_every',
  'option_entry_after',
  'option_entry_until',
  'option_exit_within',
  'option_rebuild_within',
  'option_sources_min_real',
  'option_open_max',
] as const
export type RuleName = (typeof ruleNames)[number]

/** Whether a name is one of them. */
export function isRuleName(name: string): name is RuleName {
  return ruleNames.some((one) => one === name)
}
