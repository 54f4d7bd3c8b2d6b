import type { Category } from './categories.ts'
import type { HouseAccount } from './holders.ts'
import type { Account } from './move.ts'

/** One line of the table: in `flow`, entries of `category` stand on a user's `account`, against `other`. */
export interface Flow {
  /** What moves the money: a capability's dealings, or an operator's. */
  readonly flow: string
  readonly category: Category
  readonly account: Account
  /**
   * The house accounts on the other side, the other user of a trade, the holder's own other account, or the held part
   * of the same account (`held`: the money stays the holder's and can be used no more, or again).
   */
  readonly other: readonly (HouseAccount | 'user' | 'own' | 'held')[]
  /** The facts that post it; none where its capability is not built yet. */
  readonly facts: readonly string[]
}

/** A line of the table. */
export function line(
  flow: string,
  category: Category,
  account: Account,
  other: Flow['other'],
  ...facts: readonly string[]
): Flow {
  return { flow, category, account, other, facts }
}

const holding = ['derivativeOrderAccepted', 'derivativeTraded', 'derivativeOrderClosed'] as const
const margined = ['derivativeOrderAccepted', 'derivativeTraded', 'marginAdded'] as const
const ended = ['derivativeTraded', 'positionTakenOver'] as const
const reckoned = ['positionMarked', 'positionTakenOver'] as const

// a trade's fee, and funding under the same category
function fees(flow: string): Flow[] {
  return [
    line(flow, 'transaction_fee', 'contract', ['fees'], 'derivativeTraded'),
    line(flow, 'transaction_fee', 'contract', ['liquidity'], 'fundingPaid'),
  ]
}

/**
 * Which flow posts which category, but for products that pay later, whose capabilities say it: the one table, printed as
 * docs/reference/ledger-flows.md.
 */
export const flows: readonly Flow[] = [
  line('demo', 'deposit', 'coin', ['external'], 'demoGranted', 'demoReset'),
  line('demo', 'spot_sell', 'coin', ['liquidity'], 'demoReset'),
  line('demo', 'fund_transfer', 'coin', ['own'], 'demoReset'),
  line('demo', 'fund_transfer', 'contract', ['own'], 'demoReset'),
  line('demo', 'fund_transfer', 'option', ['own'], 'demoReset'),
  line('spot', 'spot_buy', 'coin', ['user', 'liquidity'], 'spotTraded'),
  line('spot', 'spot_sell', 'coin', ['user', 'liquidity'], 'spotTraded'),
  line('spot', 'transaction_fee', 'coin', ['fees'], 'spotTraded'),
  line('transfer', 'fund_transfer', 'coin', ['own'], 'transferred'),
  line('transfer', 'fund_transfer', 'contract', ['own'], 'transferred'),
  line('transfer', 'fund_transfer', 'option', ['own'], 'transferred'),
  line('exchange', 'exchange', 'coin', ['exchangeDesk'], 'converted'),
  line('exchange', 'exchange_fee_rate', 'coin', ['fees'], 'converted'),
  // an order's hold, the margin that takes its place, and what is given back; then profit, loss and fee
  line('perpetual_cross', 'pending_buy', 'contract', ['held'], ...holding),
  line('perpetual_cross', 'pending_sell', 'contract', ['held'], ...holding),
  line('perpetual_cross', 'buy', 'contract', ['held'], 'derivativeTraded'),
  line('perpetual_cross', 'sell', 'contract', ['held'], 'derivativeTraded'),
  line('perpetual_cross', 'margin', 'contract', ['held'], 'marginHeld', 'positionMarked'),
  line('perpetual_cross', 'margin_return', 'contract', ['held'], 'derivativeTraded', 'positionTakenOver'),
  line('perpetual_cross', 'close_buy', 'contract', ['clearing'], 'derivativeTraded'),
  line('perpetual_cross', 'close_sell', 'contract', ['clearing'], 'derivativeTraded', ...reckoned),
  line('perpetual_cross', 'take_profit', 'contract', ['clearing'], 'derivativeTraded'),
  line('perpetual_cross', 'stop_loss', 'contract', ['clearing'], 'derivativeTraded'),
  ...fees('perpetual_cross'),
  line('perpetual_isolated', 'single_contract_order', 'contract', ['held'], ...margined),
  line('perpetual_isolated', 'single_contract_cancel', 'contract', ['held'], 'derivativeOrderClosed'),
  line('perpetual_isolated', 'single_contract_close', 'contract', ['held', 'clearing'], ...ended),
  ...fees('perpetual_isolated'),
  line('contract', 'contract_order', 'contract', ['held'], ...margined),
  line('contract', 'contract_cancel', 'contract', ['held'], 'derivativeOrderClosed'),
  line('contract', 'contract_close', 'contract', ['held', 'clearing'], ...ended),
  ...fees('contract'),
  line('option', 'options_order', 'option', ['held'], 'optionPlaced', 'optionVoided'),
  line('option', 'options_close', 'option', ['held', 'optionPool'], 'optionSettled'),
  line('deposit', 'deposit', 'coin', ['external'], 'depositClosed'),
  line('deposit', 'manual_deposit', 'coin', ['treasury'], 'manuallyEntered'),
  line('withdrawal', 'withdrawal_frost', 'coin', ['held'], 'withdrawalSubmitted', 'withdrawalClosed'),
  line('withdrawal', 'withdrawal_frost_cancel', 'coin', ['held'], 'withdrawalClosed'),
  line('withdrawal', 'withdrawal_success', 'coin', ['external', 'fees'], 'withdrawalClosed'),
  line('withdrawal', 'withdrawal_reject', 'coin', ['held'], 'withdrawalClosed'),
  line('withdrawal', 'manual_withdrawal', 'coin', ['treasury'], 'manuallyEntered'),
]
