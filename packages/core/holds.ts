import { worstNeed } from './spot/money.ts'
import { noSlot } from './book/book.ts'
import type { HoldView } from './holdView.ts'
import type { HolderId } from './ledger/holders.ts'
import { miningOrdersOf } from './mining/state.ts'
import { usdt } from './money/units.ts'
import type { State } from './state.ts'

/** Every hold of a holder: by account and currency they come to what the ledger has frozen. */
export function holdsOf(state: State, holder: HolderId): HoldView[] {
  return [
    ...spotHolds(state, holder),
    ...derivativeHolds(state, holder),
    ...optionHolds(state, holder),
    ...walletHolds(state, holder),
    ...wealthHoldsOf(state, holder),
  ].filter(({ amount }) => amount !== 0n)
}

function spotHolds({ spot, venue }: State, holder: HolderId): HoldView[] {
  return spot.orders.of(holder).flatMap((place) => {
    if (spot.orders.bookSlot(place) === noSlot) return []
    const { id: ref, listing: at, side, price, quantity, filled, acceptedAt } = spot.orders.order(place)
    const listing = venue.listings[at]
    const amount = BigInt(worstNeed(listing, side, price, quantity - filled))
    const currency = side === 'buy' ? listing.quote : listing.base
    const cause = 'spot_order'
    return [{ cause, account: 'coin', currency, amount, ref, listing: at + 1, since: acceptedAt }]
  })
}

function derivativeHolds({ derivative }: State, holder: HolderId): HoldView[] {
  const account = derivative.accounts.get(holder)
  if (!account) return []
  const place = { account: 'contract', currency: usdt } as const
  const orders = [...account.orders.values()].map(({ id, product, listing, hold, acceptedAt }): HoldView => {
    const cause = product === 'contract' ? 'contract_order' : 'perpetual_order'
    return { cause, ...place, amount: hold, ref: id, listing: listing + 1, since: acceptedAt }
  })
  const positions = [...account.positions.values()].map(({ id, kind, listing, margin, openedAt }): HoldView => {
    const cause = kind === 'ticket' ? 'contract_margin' : 'isolated_margin'
    return { cause, ...place, amount: margin, ref: id, listing: listing + 1, since: openedAt }
  })
  const cross: HoldView = {
    cause: 'cross_margin',
    ...place,
    amount: account.perpetualHold,
    ref: 0,
    listing: 0,
    since: 0,
  }
  return [...orders, ...positions, cross]
}

function optionHolds({ option }: State, holder: HolderId): HoldView[] {
  return [...(option.byHolder.get(holder)?.values() ?? [])].map(({ id, listing, stake, acceptedAt }): HoldView => {
    const place = { account: 'option', currency: usdt } as const
    return { cause: 'option', ...place, amount: stake, ref: id, listing: listing + 1, since: acceptedAt }
  })
}

function walletHolds({ wallet }: State, holder: HolderId): HoldView[] {
  const one = wallet.withdrawals.get(holder)
  if (!one) return []
  const { currency, amount, withdrawal: ref, submittedAt: since } = one
  return [{ cause: 'withdrawal', account: 'coin', currency, amount, ref, listing: 0, since }]
}

function wealthHoldsOf({ wealth }: State, holder: HolderId): HoldView[] {
  const mined = miningOrdersOf(wealth.mining, holder).map(({ id, currency, amount, openedAt }): HoldView => {
    return { cause: 'mining', account: 'coin', currency, amount, ref: id, listing: 0, since: openedAt }
  })
  const applied = [...wealth.ieo.projects.values()]
    .flatMap(({ own }) => [...(own.get(holder)?.values() ?? [])])
    .filter((one) => one.state === 'subscribed')
    .map(({ id, amount, subscribedAt }): HoldView => {
      return { cause: 'ieo', account: 'coin', currency: usdt, amount, ref: id, listing: 0, since: subscribedAt }
    })
  return [...mined, ...applied]
}
