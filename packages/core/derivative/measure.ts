import type { ListingId } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import { makeBrackets } from '../margin/brackets.ts'
import { hourMs } from '../money/units.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { bracketNoticeMaxMs, bracketNoticeMinMs } from './bracketVersions.ts'
import { chargesAtOnce, chargesHoldFrom, chargesOf, sameCharges, type Charges } from './charges.ts'
import type { DerivativeCommand } from './command.ts'
import type { DerivativeEvent } from './event.ts'
import type { DerivativeState } from './state.ts'
import { makeDerivative } from './terms.ts'

type Decided = Result<readonly (readonly DerivativeEvent[])[]>
type CommandOf<T extends DerivativeCommand['type']> = Extract<DerivativeCommand, { type: T }>

// what open positions were counted by can never change while there are any
function configure(
  state: DerivativeState,
  venue: Venue,
  command: CommandOf<'configureDerivative'>,
  now: number,
): Decided {
  const { listing: id, terms } = command
  const listing = venue.listings[id]
  if (!listing) return rejected('symbol_unknown')
  if (!makeDerivative(listing, terms, venue.currencies)) return rejected('listing_invalid')
  const old = state.terms[id]
  if (!old) return accepted([[{ type: 'derivativeTermsSet', listing: id, terms }]])
  if (old.contractSize !== terms.contractSize) return rejected('listing_invalid')
  const atOnce = chargesAtOnce(old, terms)
  return accepted([
    [
      { type: 'derivativeTermsSet', listing: id, terms: { ...terms, ...atOnce } },
      ...chargesLater(state, id, atOnce, chargesOf(terms), now),
    ],
  ])
}

// what of the charges asked for does not hold at once is announced; the last that was asked for is what will hold
function chargesLater(
  state: DerivativeState,
  listing: ListingId,
  atOnce: Charges,
  charges: Charges,
  now: number,
): DerivativeEvent[] {
  const announced = state.charges.get(listing)
  if (sameCharges(atOnce, charges)) return announced ? [{ type: 'chargesWithdrawn', listing }] : []
  const effectiveAt = chargesHoldFrom(announced, atOnce, charges, now)
  if (announced?.effectiveAt === effectiveAt && sameCharges(announced.charges, charges)) return []
  return [{ type: 'chargesAnnounced', listing, charges, effectiveAt }]
}

function announce(
  state: DerivativeState,
  venue: Venue,
  { listing: id, brackets, effectiveAt }: CommandOf<'announceBrackets'>,
  now: number,
): Decided {
  const listing = venue.listings[id]
  const terms = state.terms[id]
  if (!listing || !terms) return rejected('symbol_unknown')
  if (!makeBrackets(brackets) || !makeDerivative(listing, { ...terms, brackets }, venue.currencies)) {
    return rejected('listing_invalid')
  }
  const notice = effectiveAt - now
  if (notice < bracketNoticeMinMs || notice > bracketNoticeMaxMs) {
    return rejected('bracket_notice_invalid', {
      hours: `${bracketNoticeMinMs / hourMs}`,
      days: `${bracketNoticeMaxMs / bracketNoticeMinMs}`,
    })
  }
  if (state.brackets[id]?.measure) return rejected('bracket_measure_pending')
  return accepted([[{ type: 'bracketsAnnounced', listing: id, brackets, effectiveAt }]])
}

/** Decides an operator's command about the terms of contracts and perpetuals. None of them names a holder. */
export function decideTerms(state: DerivativeState, venue: Venue, command: DerivativeCommand, now: number): Decided {
  switch (command.type) {
    case 'configureDerivative':
      return configure(state, venue, command, now)
    case 'announceBrackets':
      return announce(state, venue, command, now)
    case 'withdrawBrackets': {
      const { listing } = command
      if (!state.brackets[listing]?.measure) return rejected('bracket_measure_none')
      return accepted([[{ type: 'bracketsWithdrawn', listing }]])
    }
  }
}

/** The measures whose notice has passed, each in force from now on for all that is open in its market. */
export function bracketsDue(state: DerivativeState, now: number): DerivativeEvent[] {
  return state.brackets.flatMap((kept, listing): DerivativeEvent[] => {
    const terms = state.terms[listing]
    if (!terms || !kept?.measure || kept.measure.effectiveAt > now) return []
    return [{ type: 'bracketsEnforced', listing, terms: { ...terms, brackets: kept.measure.brackets } }]
  })
}

/** The announced charges whose notice has passed, each in force from now on. */
export function chargesDue(state: DerivativeState, now: number): DerivativeEvent[] {
  return state.terms.flatMap((terms, listing): DerivativeEvent[] => {
    const announced = state.charges.get(listing)
    if (!terms || !announced || announced.effectiveAt > now) return []
    return [{ type: 'chargesEnforced', listing, terms: { ...terms, ...announced.charges } }]
  })
}

/** What of a market's terms comes into force by the clock. The events of each step must be evolved before the next is asked for. */
export function* termsDue(state: DerivativeState, now: number): Generator<readonly DerivativeEvent[]> {
  yield bracketsDue(state, now)
  yield chargesDue(state, now)
}
