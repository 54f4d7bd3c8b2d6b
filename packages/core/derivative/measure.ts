import type { Venue } from '../book/venue.ts'
import { makeBrackets } from '../margin/brackets.ts'
import { hourMs } from '../money/units.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { bracketNoticeMaxMs, bracketNoticeMinMs } from './bracketVersions.ts'
import type { DerivativeCommand } from './command.ts'
import type { DerivativeEvent } from './event.ts'
import type { DerivativeState } from './state.ts'
import { makeDerivative } from './terms.ts'

type Decided = Result<readonly (readonly DerivativeEvent[])[]>
type CommandOf<T extends DerivativeCommand['type']> = Extract<DerivativeCommand, { type: T }>

// what open positions were counted by can never change while there are any
function configure(state: DerivativeState, venue: Venue, command: CommandOf<'configureDerivative'>): Decided {
  const { listing: id, terms } = command
  const listing = venue.listings[id]
  if (!listing) return rejected('symbol_unknown')
  if (!makeDerivative(listing, terms, venue.currencies)) return rejected('listing_invalid')
  const old = state.terms[id]
  if (old && old.contractSize !== terms.contractSize) return rejected('listing_invalid')
  return accepted([[{ type: 'derivativeTermsSet', listing: id, terms }]])
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
      return configure(state, venue, command)
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
