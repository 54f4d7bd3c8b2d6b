import { realMoneyRefusal } from '../book/realMoney.ts'
import type { Venue } from '../book/venue.ts'
import { allowsNegative, houseHolder, type HouseAccount } from '../ledger/holders.ts'
import { amountMax } from '../money/units.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { WalletCommand } from './command.ts'
import type { WalletEvent } from './event.ts'
import type { WalletState } from './wallet.ts'

type CommandOf<T extends WalletCommand['type']> = WalletCommand & { type: T }

// what both kinds of entry by hand must have: two people, a currency, an amount
function refusalOf(
  venue: Venue,
  { currency, amount, asker, approver }: { currency: number; amount: bigint; asker: number; approver: number },
) {
  if (asker === 0 || approver === 0 || asker === approver) return rejected('second_person_needed')
  if (!venue.currencies[currency]) return rejected('currency_unknown')
  return amount <= 0n || amount > amountMax ? rejected('amount_invalid') : null
}

/**
 * Decides a two-person entry for a user, disabled or not: the treasury gives it or takes it, and neither goes below
 * zero. It gives under the conditions of real money alone, and takes under any.
 */
export function enterManually(
  state: WalletState,
  venue: Venue,
  command: CommandOf<'enterManually'>,
  now: number,
): Result<WalletEvent[]> {
  const { holder, kind, currency, amount, asker, approver } = command
  const standing = venue.holders.find(holder)
  if (!standing) return rejected('holder_unknown')
  if (standing.realm !== 'real') return rejected('realm_forbidden')
  const refusal = refusalOf(venue, command)
  if (refusal) return refusal
  const closed = kind === 'deposit' ? realMoneyRefusal(venue, null, now) : null
  if (closed) return closed
  const payer = kind === 'deposit' ? houseHolder('real', 'treasury') : holder
  if (amount > venue.ledger.available(payer, 'coin', currency)) return rejected('balance_insufficient')
  const entry = state.nextEntry
  return accepted([{ type: 'manuallyEntered', entry, holder, kind, currency, amount, asker, approver }])
}

/** What is the sum of others' dealings is never moved by hand. */
const fixed = new Set<HouseAccount>(['clearing', 'rounding'])

/**
 * Decides a two-person entry between house accounts, such as the funding of the treasury from outside. Within the demo
 * the server itself may make one, as operator 0.
 */
export function moveHouse(state: WalletState, venue: Venue, command: CommandOf<'moveHouse'>): Result<WalletEvent[]> {
  const { realm, from, to, currency, amount, asker, approver } = command
  // play money is the server's own: nobody asks for it, and nobody has to approve it
  const own = realm === 'demo' && asker === 0 && approver === 0
  const refusal = refusalOf(venue, own ? { ...command, asker: 1, approver: 2 } : command)
  if (refusal) return refusal
  if (from === to || fixed.has(from) || fixed.has(to)) return rejected('account_invalid')
  const payer = houseHolder(realm, from)
  if (!allowsNegative(payer) && amount > venue.ledger.available(payer, 'coin', currency)) {
    return rejected('balance_insufficient')
  }
  const entry = state.nextEntry
  return accepted([{ type: 'houseMoved', entry, realm, from, to, currency, amount, asker, approver }])
}
