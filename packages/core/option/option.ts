import type { Venue } from '../book/venue.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { OptionCommand } from './command.ts'
import type { OptionEvent } from './event.ts'
import type { OptionState } from './order.ts'
import { placeOption } from './place.ts'
import { rebuildExit } from './rebuild.ts'
import { optionTermsHold } from './terms.ts'

/** Decides an option's command; reads only. */
export function decideOption(
  option: OptionState,
  venue: Venue,
  command: OptionCommand,
  now: number,
): Result<OptionEvent[]> {
  switch (command.type) {
    case 'configureOption': {
      const { listing, terms } = command
      if (!venue.listings[listing]) return rejected('symbol_unknown')
      if (venue.listings[listing].quote !== 0 || !optionTermsHold(terms)) return rejected('listing_invalid')
      return accepted([{ type: 'optionConfigured', listing, terms }])
    }
    case 'placeOption':
      return placeOption(option, venue, command, now)
    case 'rebuildOptionExit':
      return rebuildExit(option, venue, command, now)
  }
}
