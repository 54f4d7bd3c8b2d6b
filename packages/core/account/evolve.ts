import type { Venue } from '../book/venue.ts'
import type { AccountEvent, AccountState } from './account.ts'
import { accountMoves } from './moves.ts'

/** Changes the durable state by an account event. */
export function evolveAccount(state: AccountState, venue: Venue, event: AccountEvent): void {
  switch (event.type) {
    case 'holderOpened':
      venue.ledger.openHolder(event.holder)
      venue.holders.set(event.holder, {
        realm: event.realm,
        disabled: false,
        realName: 'missing',
        country: event.country,
        restrained: false,
        suspended: false,
        staff: false,
      })
      break
    case 'standingSet': {
      const { holder, disabled, realName, country } = event
      const realm = venue.holders.realm(holder)
      const before = venue.holders.find(holder)
      const { restrained = false, suspended = false, staff = false } = before ?? {}
      venue.holders.set(holder, { realm, disabled, realName, country, restrained, suspended, staff })
      break
    }
    case 'staffTagged': {
      const { holder, staff } = event
      const before = venue.holders.find(holder)
      if (before) venue.holders.set(holder, { ...before, staff })
      break
    }
    case 'transferred':
      state.nextTransfer = event.transfer + 1
      break
    case 'demoGranted':
    case 'demoReset':
      break
  }
  const moves = accountMoves(event)
  if (moves.length > 0) venue.ledger.apply(moves)
}
