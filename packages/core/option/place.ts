import { faultOf, mayTakeRisk } from '../book/checks.ts'
import { openOrdersFault } from '../book/openOrders.ts'
import type { Listing } from '../book/listing.ts'
import { marketRefusal } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import { houseHolder, type Realm } from '../ledger/holders.ts'
import { formatDecimal } from '../money/decimal.ts'
import { usdt, usdtScale } from '../money/units.ts'
import { ownLimitRefused } from '../selfLimit/selfLimit.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { PlaceOption } from './command.ts'
import type { OptionEvent } from './event.ts'
import { exposureOn, type OptionState } from './order.ts'
import { gainOf, optionSourcesMinReal, type Duration, type OptionTerms } from './terms.ts'

interface Floor {
  readonly realm: Realm
  readonly listing: Listing
  readonly terms: OptionTerms
}

// who, and on what, up to the market
function floorOf(option: OptionState, venue: Venue, command: PlaceOption, now: number): Result<Floor> {
  const may = mayTakeRisk(venue, command.holder, 'option')
  if (!may.ok) return may
  const { realm } = may.value
  const id = venue.listingByCode.get(command.symbol)
  const terms = id === undefined ? undefined : option.terms.get(id)
  if (id === undefined || !terms?.on) return rejected('symbol_unknown')
  const listing = venue.listings[id]
  const mark = venue.marks.of(id)
  const refusal = marketRefusal(listing, mark, realm, now)
  if (refusal) return rejected(refusal)
  if (realm === 'real' && mark.sources < optionSourcesMinReal) return rejected('option_sources_few')
  return accepted({ realm, listing, terms })
}

function durationOf({ terms }: Floor, command: PlaceOption): Result<Duration> {
  const duration = terms.durations.find(({ seconds }) => seconds === command.seconds)
  if (!duration) return rejected('duration_unknown')
  if (command.stake < terms.stakeMin || command.stake > terms.stakeMax) {
    const [min, max] = [terms.stakeMin, terms.stakeMax].map((amount) => formatDecimal(amount, usdtScale))
    return rejected('stake_out_of_range', { min, max })
  }
  if (command.rateShown !== null && command.rateShown !== duration.rate) return rejected('option_terms_changed')
  return accepted(duration)
}

// the pool's worst case: all that is open wins
function poolHasRoom(option: OptionState, venue: Venue, { realm, terms }: Floor, gain: bigint): boolean {
  const stands = venue.ledger.posted(houseHolder(realm, 'optionPool'), 'coin', usdt)
  return stands - option.exposure[realm].sum - gain >= -terms.poolDebtMax
}

/**
 * Decides an option: refuses it, or takes it with its stake held and its entry empty. Reads only. Checks climb from
 * who to what to how much; after the balance nothing can refuse any more.
 */
export function placeOption(
  option: OptionState,
  venue: Venue,
  command: PlaceOption,
  now: number,
): Result<OptionEvent[]> {
  const floor = floorOf(option, venue, command, now)
  if (!floor.ok) return floor
  const { realm, listing, terms } = floor.value
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  const duration = durationOf(floor.value, command)
  if (!duration.ok) return duration
  const { holder, direction, stake, seconds } = command
  const { rate } = duration.value
  const own = venue.selfLimits.limit(holder, 'stake', now)
  if (own !== null && stake > own) return ownLimitRefused('own_stake_limit', own)
  const tooMany = openOrdersFault(venue, holder)
  if (tooMany) return tooMany
  const gain = gainOf(stake, rate)
  const exposed = exposureOn(option, realm, listing.id, direction) + gain
  if (exposed > terms.exposureMax) return rejected('option_exposure_full')
  if (!poolHasRoom(option, venue, floor.value, gain)) return rejected('option_pool_full')
  if (stake > venue.ledger.available(holder, 'option', usdt)) return rejected('balance_insufficient_order')
  const order = option.nextOrder
  const { tie } = terms
  return accepted([
    {
      type: 'optionPlaced',
      order,
      holder,
      realm,
      listing: listing.id,
      direction,
      stake,
      seconds,
      rate,
      gain,
      tie,
    },
  ])
}
