import { accountAssets, type AccountKind, type Assets } from '@truemark/protocol/routes/account'
import { contractOrders } from '@truemark/protocol/routes/contract'
import { optionOrders, type OptionOrder } from '@truemark/protocol/routes/option'
import {
  perpetualAccountOne,
  perpetualOrders,
  perpetualPositions,
  type PerpetualSetting,
} from '@truemark/protocol/routes/perpetual'
import { spotOrders, type SpotOrder } from '@truemark/protocol/routes/spot'
import { spotConditionals, type SpotConditional } from '@truemark/protocol/routes/spotConditional'
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
import { withConditional, withFresh } from './conditionalFold.ts'
import { withDerivativeChange, type Derivatives } from './derivativeFold.ts'
import { everyPage } from './everyPage.ts'
import { withOption } from './optionFold.ts'
import { createRefresh } from './refresh.ts'
import { onTokenChange, session, tokenOf } from './session.ts'

export const accountStore = createStore<AccountState>(() => noAccount)

const worthRefreshMs = 2_000

// also where nothing is heard of an account yet: nobody sees what is another's
onTokenChange(() => accountStore.setState(noAccount, true))

/** What is fetched beside the balances and the spot orders, from when a screen first shows it. */
const wanted = createStore(() => ({ derivatives: false, options: false, conditionals: false }))

/** Whether a part of the account could not be fetched the last time. */
const failedStore = createStore(() => false)

const refresh = createRefresh(fetchAccount, (failed) => failedStore.setState(failed, true))

/**
 * Fetches balances and open orders anew; calls while one is under way lead to one more after it. What fails is fetched
 * again by itself, and takes nothing down that came.
 */
export const refreshAccount = refresh.now

/**
 * The same where messages may be missing: their numbers begin anew with the next that is heard, since what is fetched from
 * now on holds what was before.
 */
export function readAccountAnew(): Promise<void> {
  accountStore.setState({ seq: null })
  return refreshAccount()
}

async function fetchAccount(): Promise<void> {
  const token = tokenOf(session.getState())
  if (token === null) return
  const parts = await Promise.allSettled([
    call(accountAssets, {}),
    everyPage((page) => call(spotOrders, { query: { ...open, ...page } })),
    wanted.getState().derivatives ? fetchDerivatives() : null,
    wanted.getState().options ? everyPage((page) => call(optionOrders, { query: { ...open, ...page } })) : null,
    wanted.getState().conditionals
      ? everyPage((page) => call(spotConditionals, { query: { ...open, ...page } }))
      : null,
  ])
  if (token !== tokenOf(session.getState())) return
  const [assets, orders, derivatives, options, conditionals] = parts
  accountStore.setState((state) =>
    foldFetched(
      state,
      came(assets) ?? state.assets,
      came(orders) ?? state.openOrders,
      came(derivatives) ?? state.derivatives,
      came(options) ?? state.options,
      came(conditionals) ?? state.conditionals,
    ),
  )
  const failure = parts.find((part) => part.status === 'rejected')
  if (failure) throw failure.reason
}

function came<Part>(part: PromiseSettledResult<Part>): Part | null {
  return part.status === 'fulfilled' ? part.value : null
}

async function fetchDerivatives(): Promise<Derivatives> {
  const [tickets, perpetualOpen, positions, account] = await Promise.all([
    everyPage((page) => call(contractOrders, { query: { ...open, ...page } })),
    everyPage((page) => call(perpetualOrders, { query: { ...open, ...page } })),
    everyPage((page) => call(perpetualPositions, { query: { ...open, ...page } })),
    call(perpetualAccountOne, {}),
  ])
  return { tickets, orders: perpetualOpen, positions, account }
}

const open = { status: 'open' } as const

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
  // the worth in USDT is the server's to say
  else if (messages.length > 0) refresh.soon(worthRefreshMs)
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

/** Shows an order that waits for a price at once as a call has answered it, before its message arrives. */
export function takeConditional(one: SpotConditional): void {
  accountStore.setState(({ conditionals }) =>
    conditionals === null ? {} : { conditionals: withConditional(conditionals, one) },
  )
}

/** Looks at the orders that wait for a price anew: one that follows the index has gone on without a word. */
export async function refreshConditionals(): Promise<null> {
  const fresh = await everyPage((page) => call(spotConditionals, { query: { ...open, ...page } }))
  accountStore.setState(({ conditionals }) => ({ conditionals: conditionals && withFresh(conditionals, fresh) }))
  return null
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

/** All that the account owns, live; null before it was fetched. */
export function useAssets(): Assets | null {
  return useStore(accountStore, (state) => state.assets)
}

/** Whether something of the account could not be fetched and is being tried again. */
export function useAccountFailed(): boolean {
  return useStore(failedStore)
}

/** The account's open spot orders, live, newest first; null before they were fetched. */
export function useOpenOrders(): readonly SpotOrder[] | null {
  return useStore(accountStore, (state) => state.openOrders)
}

function useWanted(part: 'derivatives' | 'options' | 'conditionals'): void {
  useEffect(() => {
    if (wanted.getState()[part]) return
    wanted.setState({ [part]: true })
    void refreshAccount()
  }, [part])
}

/** What is open in contracts and perpetuals, live; null before it was fetched, which the first asking brings about. */
export function useDerivatives(): Derivatives | null {
  useWanted('derivatives')
  return useStore(accountStore, (state) => state.derivatives)
}

/** Orders that wait for a price, live, newest first; null before they were fetched, which the first asking brings about. */
export function useConditionals(): readonly SpotConditional[] | null {
  useWanted('conditionals')
  return useStore(accountStore, (state) => state.conditionals)
}

/** The account's open options, live, newest first; null before they were fetched, which the first asking brings about. */
export function useOpenOptions(): readonly OptionOrder[] | null {
  useWanted('options')
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

/** What of a currency an account of the signed-in person has to spend; null before it is known. */
export function useAvailable(account: AccountKind, currency: string): string | null {
  const balances = useAssets()?.balances
  if (balances === undefined) return null
  return balances.find((one) => one.account === account && one.currency === currency)?.available ?? '0'
}
