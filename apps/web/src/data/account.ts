import { accountAssets } from '@truemark/protocol/routes/account'
import { contractOrders } from '@truemark/protocol/routes/contract'
import { optionOrders, type OptionOrder } from '@truemark/protocol/routes/option'
import {
  perpetualAccountOne,
  perpetualOrders,
  perpetualPositions,
  type PerpetualSetting,
} from '@truemark/protocol/routes/perpetual'
import { spotOrders, type SpotOrder } from '@truemark/protocol/routes/spot'
import type { Assets } from '@truemark/protocol/routes/account'
import type { OrderChange } from '@truemark/protocol/stream'
import { useEffect } from 'react'
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
import { withDerivativeChange, type Derivatives } from './derivativeFold.ts'
import { withOption } from './optionFold.ts'
import { session, tokenOf } from './session.ts'

export const accountStore = createStore<AccountState>(() => noAccount)

/** The most of each kind that an account may have open. */
const openMax = 200
const pageSize = '100'
const worthRefreshMs = 2_000
let fetching: Promise<void> | null = null
let again = false
let derivativesWanted = false
let optionsWanted = false
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
  const [assets, orders, derivatives, options] = await Promise.all([
    call(accountAssets, {}),
    allOpen((query) => call(spotOrders, { query })),
    derivativesWanted ? fetchDerivatives() : null,
    optionsWanted ? allOpen((query) => call(optionOrders, { query })) : null,
  ])
  if (token !== tokenOf(session.getState())) return
  accountStore.setState((state) => foldFetched(state, assets, orders, derivatives, options))
}

async function fetchDerivatives(): Promise<Derivatives> {
  const [tickets, perpetualOpen, positions, account] = await Promise.all([
    allOpen((query) => call(contractOrders, { query })),
    allOpen((query) => call(perpetualOrders, { query })),
    allOpen((query) => call(perpetualPositions, { query })),
    call(perpetualAccountOne, {}),
  ])
  return { tickets, orders: perpetualOpen, positions, account }
}

interface OpenQuery {
  readonly status: 'open'
  readonly limit: string
  readonly cursor?: string
}

async function allOpen<T>(
  read: (query: OpenQuery) => Promise<{ readonly items: readonly T[]; readonly cursor: string | null }>,
): Promise<T[]> {
  const found: T[] = []
  let cursor: string | null = null
  do {
    const page: { readonly items: readonly T[]; readonly cursor: string | null } = await read({
      status: 'open',
      limit: pageSize,
      ...(cursor === null ? {} : { cursor }),
    })
    found.push(...page.items)
    ;({ cursor } = page)
  } while (cursor !== null && found.length < openMax)
  return found
}

/** Takes numbered messages in, in order; after a gap, state is fetched anew. */
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

/** Shows a ticket, perpetual order or position at once as a call has answered it. */
export function takeDerivative(change: Pick<OrderChange, 'ticket' | 'perpetual' | 'position'>): void {
  accountStore.setState((state) =>
    state.derivatives === null
      ? state
      : {
          derivatives: withDerivativeChange(state.derivatives, {
            order_id: '',
            game: 'contract',
            type: 'new',
            ...change,
          }),
        },
  )
}

/** Shows an option at once as a call has answered it, before its message arrives. */
export function takeOption(option: OptionOrder): void {
  accountStore.setState((state) => (state.options === null ? state : { options: withOption(state.options, option) }))
}

/** Takes a market's changed mode and multiple in, as a call has answered it. */
export function takeSetting(setting: PerpetualSetting): void {
  accountStore.setState(({ derivatives }) => {
    if (derivatives === null) return {}
    const settings = derivatives.account.settings.filter((each) => each.symbol !== setting.symbol)
    return { derivatives: { ...derivatives, account: { ...derivatives.account, settings: [...settings, setting] } } }
  })
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

/** What is open in contracts and perpetuals, live; null before it was fetched, which the first asking brings about. */
export function useDerivatives(): Derivatives | null {
  useEffect(() => {
    if (derivativesWanted) return
    derivativesWanted = true
    void refreshAccount()
  }, [])
  return useStore(accountStore, (state) => state.derivatives)
}

/** The account's open options, live, newest first; null before they were fetched, which the first asking brings about. */
export function useOpenOptions(): readonly OptionOrder[] | null {
  useEffect(() => {
    if (optionsWanted) return
    optionsWanted = true
    void refreshAccount()
  }, [])
  return useStore(accountStore, (state) => state.options)
}

/** The last change of a balance, for what lists the movements of money to look again. */
export function useLastBalanceChange() {
  return useStore(accountStore, (state) => state.balanceChanges[0])
}

/** The last change of a deposit or a withdrawal, for what shows them to look again. */
export function useLastWalletChange() {
  return useStore(accountStore, (state) => state.walletChange)
}
