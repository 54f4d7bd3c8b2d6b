import { big, bool, list, oneOf, struct, text, u53, union, type Of } from '../codec/codec.ts'
import type { Venue } from '../book/venue.ts'
import { holderMax, realms, userHolderMin, type HolderId } from '../ledger/holders.ts'
import { accounts } from '../ledger/move.ts'
import { realNameStates } from '../ledger/standing.ts'
import { divide } from '../money/round.ts'
import type { CoreReason } from '../result/reason.ts'
import { coreReasons } from '../result/reason.ts'
import { accepted, rejected, type Result } from '../result/result.ts'

const accountCodec = oneOf(accounts)
const standingFields = {
  holder: u53,
  disabled: bool,
  realName: oneOf(realNameStates),
  country: text,
}

export const accountCommands = {
  /** Opens a holder that identity has numbered; opening it again changes nothing. A demo holder gets its grant. */
  openHolder: [10, struct({ holder: u53, realm: oneOf(realms), country: text })],
  setStanding: [11, struct(standingFields)],
  /** Brings a demo holder back to its grant; its open orders are cancelled before. */
  resetDemo: [12, struct({ holder: u53 })],
  /** Moves USDT between a holder's own accounts. */
  transfer: [13, struct({ holder: u53, from: accountCodec, to: accountCodec, amount: big, fault: text })],
} as const

export const accountEvents = {
  holderOpened: [10, struct({ holder: u53, realm: oneOf(realms), country: text })],
  standingSet: [11, struct(standingFields)],
  demoGranted: [12, struct({ holder: u53, amount: big })],
  /** `sold` went to the house at the index (tenths of a tick); `change` is what the grant adds or takes back. */
  demoReset: [
    13,
    struct({
      holder: u53,
      sold: list(struct({ currency: u53, amount: big, quoteAmount: big, indexTenths: u53 })),
      fromContract: big,
      fromOption: big,
      change: big,
    }),
  ],
  transferred: [14, struct({ transfer: u53, holder: u53, from: accountCodec, to: accountCodec, amount: big })],
} as const

const commandCodec = union(accountCommands)
const eventCodec = union(accountEvents)
export type AccountCommand = Of<typeof commandCodec>
export type AccountEvent = Of<typeof eventCodec>

/** What a demo account starts with, in smallest units of USDT: 100 000. */
export const demoGrant = 100_000_000_000n

const usdt = 0

export interface AccountState {
  nextTransfer: number
}

export function createAccountState(): AccountState {
  return { nextTransfer: 1 }
}

function open(venue: Venue, command: AccountCommand & { type: 'openHolder' }): Result<AccountEvent[]> {
  const { holder, realm, country } = command
  if (holder < userHolderMin || holder > holderMax) return rejected('holder_unknown')
  if (venue.holders.find(holder)) return accepted([])
  const events: AccountEvent[] = [{ type: 'holderOpened', holder, realm, country }]
  if (realm === 'demo') events.push({ type: 'demoGranted', holder, amount: demoGrant })
  return accepted(events)
}

// the index at which the house takes a demo account's coins: the last mark, however old, else the last sample
function lastIndex(venue: Venue, currency: number): { tenths: number; perUnit: bigint } | null {
  const listing = venue.listings.find((at) => at.base === currency && at.quote === usdt)
  if (!listing) return null
  const tenths = venue.marks[listing.id].indexTenths || venue.lastSamples[listing.id]
  if (tenths === 0) return null
  return { tenths, perUnit: 10n * BigInt(listing.basePerStep) }
}

/** Decides a demo reset for a holder that has no open orders. */
function reset(venue: Venue, holder: HolderId): Result<AccountEvent[]> {
  const standing = venue.holders.find(holder)
  if (!standing) return rejected('holder_unknown')
  if (standing.disabled) return rejected('user_disabled')
  if (standing.realm !== 'demo') return rejected('simulation_only')
  const sold = []
  let raised = 0n
  for (const currency of venue.currencies) {
    const amount = venue.ledger.posted(holder, 'coin', currency.id)
    if (currency.id === usdt || amount === 0n) continue
    const index = lastIndex(venue, currency.id)
    if (!index) return rejected('market_stale')
    const listing = venue.listings.find((at) => at.base === currency.id && at.quote === usdt)
    const perTickStep = BigInt(listing?.quotePerTickStep ?? 1)
    const quoteAmount = divide(amount * BigInt(index.tenths) * perTickStep, index.perUnit, 'down')
    sold.push({ currency: currency.id, amount, quoteAmount, indexTenths: index.tenths })
    raised += quoteAmount
  }
  const fromContract = venue.ledger.posted(holder, 'contract', usdt)
  const fromOption = venue.ledger.posted(holder, 'option', usdt)
  const stands = venue.ledger.posted(holder, 'coin', usdt) + fromContract + fromOption + raised
  const change = demoGrant - stands
  return accepted([{ type: 'demoReset', holder, sold, fromContract, fromOption, change }])
}

const known = new Set<string>(coreReasons)

function transfer(
  state: AccountState,
  venue: Venue,
  command: AccountCommand & { type: 'transfer' },
): Result<AccountEvent[]> {
  const { holder, from, to, amount } = command
  const standing = venue.holders.find(holder)
  if (!standing) return rejected('holder_unknown')
  if (standing.disabled) return rejected('user_disabled')
  if (command.fault !== '') {
    return rejected(known.has(command.fault) ? (command.fault as CoreReason) : 'field_malformed')
  }
  if (from === to) return rejected('account_invalid')
  if (amount <= 0n) return rejected('amount_invalid')
  if (amount > venue.ledger.available(holder, from, usdt)) return rejected('balance_insufficient')
  return accepted([{ type: 'transferred', transfer: state.nextTransfer, holder, from, to, amount }])
}

/** Decides an account command; reads only. */
export function decideAccount(state: AccountState, venue: Venue, command: AccountCommand): Result<AccountEvent[]> {
  switch (command.type) {
    case 'openHolder':
      return open(venue, command)
    case 'setStanding': {
      if (!venue.holders.find(command.holder)) return rejected('holder_unknown')
      const { holder, disabled, realName, country } = command
      return accepted([{ type: 'standingSet', holder, disabled, realName, country }])
    }
    case 'resetDemo':
      return reset(venue, command.holder)
    case 'transfer':
      return transfer(state, venue, command)
  }
}
