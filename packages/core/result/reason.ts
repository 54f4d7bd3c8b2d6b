import { wealthReasons } from '../capability/products.ts'

/**
 * Every reason for which the exchange refuses a command. The error catalogue in
 * `@truemark/protocol` gives each its code and its text; a reason is never a sentence.
 */
export const coreReasons = [
  // who
  'holder_unknown',
  'user_disabled',
  'realm_forbidden',
  'not_owner',
  'simulation_only',
  // may this product be traded by this holder
  'product_off',
  'real_money_closed',
  'real_name_missing',
  'real_name_pending',
  'real_name_rejected',
  // the market
  'symbol_unknown',
  'market_closed',
  'market_halted',
  'market_stale',
  'prices_simulated',
  'live_sources_few',
  // shape
  'field_malformed',
  'request_malformed',
  'key_reused',
  'key_expired',
  'rate_limited',
  // price and quantity
  'price_invalid',
  'price_off_tick',
  'quantity_off_step',
  'quantity_out_of_range',
  'notional_too_small',
  'notional_too_large',
  'lots_invalid',
  'price_too_far',
  'multiple_invalid',
  'setting_changed',
  'nothing_to_reduce',
  'time_in_force_invalid',
  'post_only_would_trade',
  'fill_or_kill_too_many',
  'trigger_passed',
  // stop-loss and take-profit, in the order of their codes
  'stop_zero',
  'buy_stop_loss_side',
  'buy_take_profit_side',
  'sell_stop_loss_side',
  'sell_take_profit_side',
  // an option's terms
  'duration_unknown',
  'stake_out_of_range',
  'option_terms_changed',
  // caps
  'open_orders_too_many',
  'conditional_orders_too_many',
  'trail_out_of_range',
  'positions_too_many',
  'open_interest_user_max',
  'open_interest_max',
  'leverage_paused',
  'position_undecided',
  'option_exposure_full',
  'option_pool_full',
  'option_sources_few',
  'currencies_too_many',
  'listing_invalid',
  // state of the order
  'order_unknown',
  'order_done',
  'position_unknown',
  // money
  'balance_insufficient_order',
  'balance_insufficient',
  'amount_invalid',
  'account_invalid',
  'open_orders_remain',
  // a transfer between own accounts
  'transfer_not_positive',
  'transfer_beyond_usable',
  // a quoted exchange
  'currency_unknown',
  'exchange_pair_invalid',
  'exchange_too_small',
  'quote_too_large',
  'exchange_stock_short',
  'quote_unknown',
  'quote_expired',
  'quote_void',
  // what an operator may switch on
  'switch_conditions_unmet',
  // measures of maintenance
  'bracket_notice_invalid',
  'bracket_measure_pending',
  'bracket_measure_none',
  // money in and out
  'deposit_amount_invalid',
  'deposit_pending',
  'deposit_limit',
  'deposit_unknown',
  'deposit_done',
  'withdrawal_amount_invalid',
  'withdrawal_too_small',
  'withdrawal_terms_changed',
  'withdrawals_held',
  'account_frozen',
  'withdrawal_pending',
  'withdrawal_limit',
  'withdrawal_unknown',
  'withdrawal_done',
  'withdrawal_in_payment',
  'withdrawal_not_approved',
  'second_person_needed',
  // what operators stop for a time
  'suspension_needs_two',
  'suspension_too_long',
  'suspension_none',
  // what people bound themselves by
  'risk_paused',
  'pause_shorter',
  'own_stake_limit',
  'own_deposit_limit',
  // who sees orders at the desk
  'staff_no_trading',
  // payouts by machines
  'payout_running',
  'payout_limit',
  'payout_by_people',
  'payout_unknown',
  'payout_done',
  ...wealthReasons,
] as const

export type CoreReason = (typeof coreReasons)[number]
