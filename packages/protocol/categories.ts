import * as z from 'zod/mini'
import { categories } from '@truemark/core/ledger/categories'

/** A ledger category as the wire writes it: the core's word is the wire's word. */
export const category = z.enum(categories)

/** The categories in the groups in which the records screen offers them; each stands in exactly one. */
export const categoryGroups = {
  spot: ['spot_buy', 'spot_sell'],
  perpetual: [
    'buy',
    'sell',
    'close_buy',
    'close_sell',
    'pending_buy',
    'pending_sell',
    'take_profit',
    'stop_loss',
    'margin',
    'margin_return',
    'transaction_fee',
    'single_contract_order',
    'single_contract_cancel',
    'single_contract_close',
  ],
  contract: ['contract_order', 'contract_cancel', 'contract_close'],
  option: ['options_order', 'options_close'],
  wallet: [
    'deposit',
    'manual_deposit',
    'withdrawal_frost',
    'withdrawal_frost_cancel',
    'withdrawal_success',
    'withdrawal_reject',
    'manual_withdrawal',
  ],
  funds: ['fund_transfer', 'exchange', 'exchange_fee_rate'],
  wealth: ['financial_buy', 'financial_settlement', 'lock_mining', 'cancel_mining', 'mining_income', 'mining_done'],
} as const satisfies Record<string, readonly z.infer<typeof category>[]>

export type CategoryGroup = keyof typeof categoryGroups
