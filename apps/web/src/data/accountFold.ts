import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { client } from '@truemark/protocol/client'
import type { Assets, Balance } from '@truemark/protocol/routes/account'
import type { SpotOrder } from '@truemark/protocol/routes/spot'
import type { SpotConditional } from '@truemark/protocol/routes/spotConditional'
import {
  streamType,
  type BalanceChange,
  type OrderChange,
  type ServerMessage,
  type WalletChange,
} from '@truemark/protocol/stream'
import { withConditional } from './conditionalFold.ts'
import { withDerivativeChange, type Derivatives } from './derivativeFold.ts'
import type { OptionOrder } from '@truemark/protocol/routes/option'
import { withOption } from './optionFold.ts'
import { followSequence } from './sequence.ts'

/** What the signed-in account owns and has open. `seq` is the last numbered message that is contained. */
export interface AccountState {
  readonly seq: number | null
  readonly assets: Assets | null
  /** Open spot orders, newest first; null before they have been fetched. */
  readonly openOrders: readonly SpotOrder[] | null
  /** Orders that wait for a price, newest first; null before somebody asked for them and they were fetched. */
  readonly conditionals: readonly SpotConditional[] | null
  /** What is open in contracts and perpetuals; null before somebody asked for it and it was fetched. */
  readonly derivatives: Derivatives | null
  /** Open options, newest first; null as above. */
  readonly options: readonly OptionOrder[] | null
  readonly balanceChanges: readonly BalanceChange[]
  readonly orderChanges: readonly OrderChange[]
  /** The last change of a deposit or a withdrawal. */
  readonly walletChange: WalletChange | null
  /** Messages since the last fetch, which a fetch that began before them lacks. */
  readonly recent: readonly PrivateMessage[]
}

export type PrivateMessage = Extract<
  ServerMessage,
  {
    type:
      | typeof streamType.balance
      | typeof streamType.order
      | typeof streamType.wallet
      | typeof streamType.chat
      | typeof streamType.notification
  }
>

export const noAccount: AccountState = {
  seq: null,
  assets: null,
  openOrders: null,
  conditionals: null,
  derivatives: null,
  options: null,
  balanceChanges: [],
  orderChanges: [],
  walletChange: null,
  recent: [],
}

const recentMax = 500

/** Folds one private message in; `gap` says that one was missed, so that state must be fetched anew. */
export function foldPrivate(state: AccountState, message: PrivateMessage): { state: AccountState; gap: boolean } {
  const follow = followSequence(state.seq, message.seq)
  if (follow === 'old') return { state, gap: false }
  const recent = [...state.recent, message].slice(-recentMax)
  const next = applyPrivate({ ...state, seq: message.seq, recent }, message)
  if (message.type === streamType.balance) {
    const balanceChanges = [message.data, ...state.balanceChanges].slice(0, client.balanceChangesMax)
    return { state: { ...next, balanceChanges }, gap: follow === 'gap' }
  }
  if (message.type === streamType.wallet)
    return { state: { ...next, walletChange: message.data }, gap: follow === 'gap' }
  if (message.type !== streamType.order) return { state: next, gap: follow === 'gap' }
  const orderChanges = [message.data, ...state.orderChanges].slice(0, client.orderChangesMax)
  return { state: { ...next, orderChanges }, gap: follow === 'gap' }
}

/** The server's last number, as it says on subscribing or after it dropped messages; `gap` as above. */
export function foldSequence(state: AccountState, seq: number): { state: AccountState; gap: boolean } {
  const gap = state.seq !== null && seq > state.seq
  return { state: { ...state, seq: Math.max(seq, state.seq ?? 0) }, gap }
}

/** Takes fetched state in; null is what is not known. What arrived while the fetch was under way, and is not in it, is applied on top. */
export function foldFetched(
  state: AccountState,
  assets: Assets | null,
  openOrders: readonly SpotOrder[] | null,
  derivatives: Derivatives | null = null,
  options: readonly OptionOrder[] | null = null,
  conditionals: readonly SpotConditional[] | null = null,
): AccountState {
  const seq = assets === null ? state.seq : Math.max(assets.seq, state.seq ?? 0)
  const open = { openOrders: openOrders && newestFirst(openOrders), derivatives, options, conditionals }
  const fetched: AccountState = { ...state, seq, assets, ...open, recent: [] }
  return state.recent.reduce((next, message) => {
    const contained = message.type === streamType.balance && assets !== null && message.seq <= assets.seq
    return contained ? next : applyPrivate(next, message)
  }, fetched)
}

function applyPrivate(state: AccountState, message: PrivateMessage): AccountState {
  if (message.type === streamType.balance) {
    return state.assets === null ? state : { ...state, assets: withBalance(state.assets, message.data) }
  }
  if (message.type !== streamType.order) return state
  const { conditional, order, option } = message.data
  const derivatives = state.derivatives && withDerivativeChange(state.derivatives, message.data)
  const openOrders = state.openOrders && order ? withOrder(state.openOrders, order) : state.openOrders
  const options = state.options && option ? withOption(state.options, option) : state.options
  const conditionals =
    state.conditionals && conditional ? withConditional(state.conditionals, conditional) : state.conditionals
  return { ...state, derivatives, openOrders, options, conditionals }
}

/** The open orders with one order as it now stands; one that is done leaves, an older version changes nothing. */
export function withOrder(orders: readonly SpotOrder[], order: SpotOrder): readonly SpotOrder[] {
  const known = orders.find((each) => each.order_id === order.order_id)
  if (known && known.updated > order.updated) return orders
  if (order.status !== 'new') return known ? orders.filter((each) => each !== known) : orders
  return known ? orders.map((each) => (each === known ? order : each)) : newestFirst([order, ...orders])
}

function newestFirst(orders: readonly SpotOrder[]): readonly SpotOrder[] {
  return orders.toSorted((a, b) => b.time - a.time)
}

function withBalance(assets: Assets, change: BalanceChange): Assets {
  const { account, currency, money: available, frozen } = change
  const at = assets.balances.findIndex((each) => each.account === account && each.currency === currency)
  const known = assets.balances[at]
  const total = sumDecimals(available, frozen)
  // Its worth in USDT follows with the next fetch; until then the last one known stands.
  const row: Balance = { account, currency, available, frozen, total, value: known?.value ?? null }
  const balances = known ? assets.balances.with(at, row) : [...assets.balances, row]
  return { ...assets, balances, time: Math.max(assets.time, change.time) }
}

function sumDecimals(a: string, b: string): string {
  const scale = 18
  return formatDecimal((parseDecimal(a, scale) ?? 0n) + (parseDecimal(b, scale) ?? 0n), scale)
}
