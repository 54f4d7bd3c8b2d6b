import { accountAssets } from '@truemark/protocol/routes/account'
import { spotOrders, type SpotOrder } from '@truemark/protocol/routes/spot'
import type { Assets } from '@truemark/protocol/routes/account'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import {
  foldFetched,
  foldPrivate,
  foldSequence,
  noAccount,
  withOrder,
  type AccountState,
  type PrivateMessage,
} from './accountFold.ts'
import { call } from './api.ts'
import { session, tokenOf } from './session.ts'

export const accountStore = createStore<AccountState>(() => noAccount)

const openOrdersMax = 200
const pageSize = '100'
const worthRefreshMs = 2_000
let fetching: Promise<void> | null = null
let again = false
let worthTimer: ReturnType<typeof setTimeout> | null = null

/**
 * Fetches balances and open orders anew; calls while one is under way lead to one more after it. A failure is left to
 * the next message or reconnect: what is shown then stays as it was.
 */
export function refreshAccount(): Promise<void> {
  if (fetching !== null) {
    again = true
    return fetching
  }
  fetching = fetchAccount()
    .catch(() => undefined)
    .finally(() => {
      fetching = null
      if (!again) return
      again = false
      void refreshAccount()
    })
  return fetching
}

async function fetchAccount(): Promise<void> {
  const token = tokenOf(session.getState())
  if (token === null) return
  const [assets, orders] = await Promise.all([call(accountAssets, {}), fetchOpenOrders()])
  if (token === tokenOf(session.getState())) accountStore.setState((state) => foldFetched(state, assets, orders))
}

async function fetchOpenOrders(): Promise<SpotOrder[]> {
  const orders: SpotOrder[] = []
  let cursor: string | undefined
  do {
    const query = { status: 'open', limit: pageSize, ...(cursor === undefined ? {} : { cursor }) } as const
    const page = await call(spotOrders, { query })
    orders.push(...page.items)
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined && orders.length < openOrdersMax)
  return orders
}

/** Takes messages of types 3 and 5 in, in order; after a gap, state is fetched anew. */
export function takePrivate(messages: readonly PrivateMessage[]): void {
  let state = accountStore.getState()
  let gap = false
  for (const message of messages) {
    const step = foldPrivate(state, message)
    state = step.state
    gap ||= step.gap
  }
  accountStore.setState(state, true)
  if (gap) void refreshAccount()
  else if (messages.length > 0) refreshWorthSoon()
}

/** Takes the number in that the server gives on subscribing or after dropping messages. */
export function takeSequence(seq: number): void {
  const { state, gap } = foldSequence(accountStore.getState(), seq)
  accountStore.setState(state, true)
  if (gap) void refreshAccount()
}

/** Shows an order at once as a call has answered it, before its message arrives. */
export function takeOrder(order: SpotOrder): void {
  accountStore.setState((state) =>
    state.openOrders === null ? state : { openOrders: withOrder(state.openOrders, order) },
  )
}

/** Forgets the account, for another is signed in or none. */
export function forgetAccount(): void {
  accountStore.setState(noAccount, true)
}

// The worth in USDT is the server's to say; a burst of fills asks for it once.
function refreshWorthSoon() {
  worthTimer ??= setTimeout(() => {
    worthTimer = null
    void refreshAccount()
  }, worthRefreshMs)
}

/** All that the account owns, live; null before it was fetched. */
export function useAssets(): Assets | null {
  return useStore(accountStore, (state) => state.assets)
}

/** The account's open spot orders, live, newest first; null before they were fetched. */
export function useOpenOrders(): readonly SpotOrder[] | null {
  return useStore(accountStore, (state) => state.openOrders)
}

/** The last change of an order, for lists of what is done to look again. */
export function useLastOrderChange() {
  return useStore(accountStore, (state) => state.orderChanges[0])
}
