import { productRecords } from '@truemark/protocol/product/shown'
import type { Cause } from '@truemark/protocol/routes/account'

/** Where a cause is shown: a path of the app and its query. */
export interface CausePath {
  readonly to: string
  readonly search: Readonly<Record<string, string>>
}

const games = {
  spot_order: 'spot',
  contract: 'contract',
  perpetual: 'perpetual',
  position: 'position',
  option: 'option',
} as const

const pages = {
  deposit: '/recharge/recharge-records',
  withdrawal: '/withdrawal/withdraw-records',
  spot_conditional: '/market/trade/currency_orders',
} as const

/** The page that shows what a line or a hold comes from. */
export function causePath({ kind, id }: Cause): CausePath {
  switch (kind) {
    case 'spot_order':
    case 'contract':
    case 'perpetual':
    case 'position':
    case 'option':
      return { to: '/market/trade/orderDetails', search: { game: games[kind], id } }
    case 'transfer':
      return { to: '/fund/transfer_history', search: { tab: 'transfers', id } }
    case 'exchange':
      return { to: '/fund/transfer_history', search: { tab: 'exchanges', id } }
    case 'deposit':
    case 'withdrawal':
    case 'spot_conditional':
      return { to: pages[kind], search: { id } }
    default:
      return { to: productRecords[kind], search: { id } }
  }
}

/** Where a hold is shown: what it comes from, or (one is the margin of all cross positions) the open positions. */
export function holdPath(cause: Cause | null): CausePath {
  return cause === null ? { to: '/market/trade/contract_orders', search: { game: 'perpetual' } } : causePath(cause)
}
