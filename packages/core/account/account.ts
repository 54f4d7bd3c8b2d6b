import { big, bool, holderId, list, oneOf, struct, text, u53, type UnionOf } from '../codec/codec.ts'
import { faultOf, whoActs, whoHolds } from '../book/checks.ts'
import type { Listing } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import { pricedBy, unitPrice, worthAt } from '../book/worth.ts'
import type { CrossFigures } from '../derivative/account.ts'
import { undecidedRefused } from '../derivative/checks.ts'
import { isUserHolder, realms, type HolderId } from '../ledger/holders.ts'
import { accounts } from '../ledger/move.ts'
import { realNameStates } from '../ledger/standing.ts'
import { usdt } from '../money/units.ts'
import { accepted, rejected, type Result } from '../result/result.ts'

const accountCodec = oneOf(accounts)
const standingFields = {
  holder: holderId,
  disabled: bool,
  realName: oneOf(realNameStates),
  country: text,
}

export const accountCommands = {
  /** Opens a holder that identity has numbered; opening it again changes nothing. A demo holder gets its grant. */
  openHolder: [10, struct({ holder: holderId, realm: oneOf(realms), country: text })],
  setStanding: [11, struct(standingFields)],
  /** Moves USDT between a holder's own accounts. */
  transfer: [13, struct({ holder: holderId, from: accountCodec, to: accountCodec, amount: big, fault: text })],
  /**
   * Tags a real account as one of somebody who sees orders at the desk, or takes the tag away. While it is tagged it takes
   * no new risk; its orders that would are canceled with the tag.
   */
  tagStaff: [196, struct({ holder: holderId, staff: bool })],
} as const

export const accountEvents = {
  holderOpened: [10, struct({ holder: holderId, realm: oneOf(realms), country: text })],
  standingSet: [11, struct(standingFields)],
  demoGranted: [12, struct({ holder: holderId, amount: big })],
  /** `sold` went to the house at the index (tenths of a tick); `change` is what the grant adds or takes back. */
  demoReset: [
    13,
    struct({
      holder: holderId,
      sold: list(struct({ currency: u53, amount: big, quoteAmount: big, indexTenths: u53 })),
      fromContract: big,
      fromOption: big,
      change: big,
    }),
  ],
  transferred: [14, struct({ transfer: u53, holder: holderId, from: accountCodec, to: accountCodec, amount: big })],
  staffTagged: [196, struct({ holder: holderId, staff: bool })],
} as const

export type AccountCommand = UnionOf<typeof accountCommands>
export type AccountEvent = UnionOf<typeof accountEvents>

/** What a demo account starts with, in smallest units of USDT: 100 000. */
export const demoGrant = 100_000_000_000n

export interface AccountState {
  nextTransfer: number
}

export function createAccountState(): AccountState {
  return { nextTransfer: 1 }
}

function open(venue: Venue, command: AccountCommand & { type: 'openHolder' }): Result<AccountEvent[]> {
  const { holder, realm, country } = command
  if (!isUserHolder(holder)) return rejected('holder_unknown')
  if (venue.holders.find(holder)) return accepted([])
  const events: AccountEvent[] = [{ type: 'holderOpened', holder, realm, country }]
  if (realm === 'demo') events.push({ type: 'demoGranted', holder, amount: demoGrant })
  return accepted(events)
}

// the index at which the house takes a demo account's coins: the last mark, however old, else the last sample
function lastIndex(venue: Venue, listing: Listing): number {
  return venue.marks.of(listing.id).indexTenths || venue.lastSamples[listing.id]
}

/** Decides a demo reset for a holder that has no open orders. */
export function decideReset(venue: Venue, holder: HolderId): Result<AccountEvent[]> {
  const who = whoActs(venue, holder)
  if (!who.ok) return who
  if (who.value.realm !== 'demo') return rejected('simulation_only')
  const sold = []
  let raised = 0n
  for (const currency of venue.currencies) {
    const amount = venue.ledger.posted(holder, 'coin', currency.id)
    if (currency.id === usdt || amount === 0n) continue
    const listing = pricedBy(venue, currency.id)
    const indexTenths = listing ? lastIndex(venue, listing) : 0
    if (!listing || indexTenths === 0) return rejected('market_stale')
    const quoteAmount = worthAt(amount, unitPrice(listing, indexTenths), 'down')
    sold.push({ currency: currency.id, amount, quoteAmount, indexTenths })
    raised += quoteAmount
  }
  const fromContract = venue.ledger.posted(holder, 'contract', usdt)
  const fromOption = venue.ledger.posted(holder, 'option', usdt)
  const stands = venue.ledger.posted(holder, 'coin', usdt) + fromContract + fromOption + raised
  const change = demoGrant - stands
  return accepted([{ type: 'demoReset', holder, sold, fromContract, fromOption, change }])
}

/**
 * Decides a transfer between a holder's own accounts; reads only. `cross` is the holder's cross account: what may leave
 * the contract account is less than what is available where positions need it, and nothing while a mark is undecided.
 */
export function decideTransfer(
  state: AccountState,
  venue: Venue,
  command: AccountCommand & { type: 'transfer' },
  cross: Pick<CrossFigures, 'usable' | 'undecided'>,
): Result<AccountEvent[]> {
  const { holder, from, to, amount } = command
  const who = whoHolds(venue, holder)
  if (!who.ok) return who
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  if (from === to) return rejected('account_invalid')
  if (amount <= 0n) return rejected('transfer_not_positive')
  if (amount > venue.ledger.available(holder, from, usdt)) return rejected('balance_insufficient')
  if (from === 'contract') {
    if (cross.undecided !== null) return undecidedRefused(venue, cross.undecided)
    if (amount > cross.usable) return rejected('transfer_beyond_usable')
  }
  return accepted([{ type: 'transferred', transfer: state.nextTransfer, holder, from, to, amount }])
}

// what stands so already gives no fact; a demo account trades against nobody, and has no tag
function tagStaff(
  { holders }: Venue,
  { holder, staff }: AccountCommand & { type: 'tagStaff' },
): Result<AccountEvent[]> {
  const standing = holders.find(holder)
  if (standing?.realm !== 'real') return rejected('holder_unknown')
  return accepted(standing.staff === staff ? [] : [{ type: 'staffTagged', holder, staff }])
}

/** Decides any other account command; reads only. */
export function decideAccount(
  venue: Venue,
  command: Exclude<AccountCommand, { type: 'transfer' }>,
): Result<AccountEvent[]> {
  switch (command.type) {
    case 'openHolder':
      return open(venue, command)
    case 'setStanding': {
      if (!venue.holders.find(command.holder)) return rejected('holder_unknown')
      const { holder, disabled, realName, country } = command
      return accepted([{ type: 'standingSet', holder, disabled, realName, country }])
    }
    case 'tagStaff':
      return tagStaff(venue, command)
  }
}
