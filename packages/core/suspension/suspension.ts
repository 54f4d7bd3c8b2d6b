import { holderId, list, oneOf, struct, u53, type Of } from '../codec/codec.ts'
import type { Listing, ListingId } from '../book/listing.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { Holders } from '../ledger/standing.ts'
import { hourMs } from '../money/units.ts'
import { accepted, rejected, type Rejection, type Result } from '../result/result.ts'
import {
  disableGrounds,
  emergencyEveryMs,
  emergencyMs,
  freezeGrounds,
  haltMaxMs,
  holderSuspensionKinds,
  holderSuspensionMaxMs,
  suspensionBases,
  type HolderSuspensionKind,
  type SuspensionBasis,
  type SuspensionCommand,
  type SuspensionEvent,
  type SuspensionView,
} from './words.ts'

/** What stands of an account or a market. */
interface Lasting {
  readonly suspension: number
  readonly until: number
  readonly basis: SuspensionBasis
}

interface Own {
  lasting: Lasting | null
  /** When one person last began one alone; 0 for never. */
  emergencyAt: number
}

interface Asked {
  readonly durationMs: number
  readonly asker: number
  readonly approver: number
  readonly basis: SuspensionBasis
}

type CommandOf<T extends SuspensionCommand['type']> = SuspensionCommand & { type: T }
type Subject = { holder: HolderId; kind: HolderSuspensionKind } | { listing: ListingId }

// whether as many people stand behind it as its basis says
function peopleFit({ asker, approver, basis }: Omit<Asked, 'durationMs'>): boolean {
  switch (basis) {
    case 'emergency':
      return asker > 0 && approver === 0
    case 'confirmed':
      return asker > 0 && approver > 0 && asker !== approver
    case 'single_operator':
      return asker > 0 && asker === approver
    case 'carried_over':
      return asker === 0 && approver === 0
  }
}

function viewOf(own: Own | undefined): SuspensionView {
  const emergencyAt = own?.emergencyAt ?? 0
  return { until: own?.lasting?.until ?? 0, aloneFrom: emergencyAt === 0 ? 0 : emergencyAt + emergencyEveryMs }
}

function isDue(own: Own, now: number): boolean {
  return own.lasting !== null && own.lasting.until <= now
}

/**
 * What operators have stopped for a time: payouts of an account, an account, trading in a market. What one person stops
 * lasts an hour, and not again within a day; what two stop has an end. At its end the engine lifts it by its own time.
 */
export class Suspensions {
  #next = 1
  readonly #holders = new Map<HolderId, Record<HolderSuspensionKind, Own>>()
  readonly #listings = new Map<ListingId, Own>()
  /** Derived: when the next one ends. */
  #due = Number.POSITIVE_INFINITY

  /** Whether an account is frozen or disabled at `now`. */
  has(holder: HolderId, kind: HolderSuspensionKind, now: number): boolean {
    return (this.#holders.get(holder)?.[kind].lasting?.until ?? 0) > now
  }

  /** What stands of an account, by kind. */
  ofHolder(holder: HolderId): Record<HolderSuspensionKind, SuspensionView> {
    const own = this.#holders.get(holder)
    return { freeze: viewOf(own?.freeze), disable: viewOf(own?.disable) }
  }

  /** What stands of a market. */
  ofListing(listing: ListingId): SuspensionView {
    return viewOf(this.#listings.get(listing))
  }

  /** Decides a command; reads only. */
  decide(
    holders: Holders,
    listings: readonly Listing[],
    command: SuspensionCommand,
    now: number,
  ): Result<SuspensionEvent[]> {
    switch (command.type) {
      case 'suspendHolder':
        return this.#suspendHolder(holders, command, now)
      case 'releaseHolder':
        return this.#releaseHolder(holders, command)
      case 'suspendMarket':
        return this.#suspendMarket(listings, command, now)
      case 'resumeMarket':
        return this.#resumeMarket(listings, command)
    }
  }

  #suspendHolder(holders: Holders, command: CommandOf<'suspendHolder'>, now: number): Result<SuspensionEvent[]> {
    const { holder, kind, ground, claim, asker, approver, basis } = command
    if (!holders.find(holder)) return rejected('holder_unknown')
    const grounds: readonly string[] = kind === 'freeze' ? freezeGrounds : disableGrounds
    if (!grounds.includes(ground) || (ground === 'unstated' && basis !== 'carried_over')) {
      return rejected('field_malformed', { field: 'ground' })
    }
    const own = this.#holders.get(holder)?.[kind]
    const until = this.#until(own, command, holderSuspensionMaxMs(kind, ground), now)
    if (typeof until !== 'number') return { ok: false, rejection: until }
    const suspension = own?.lasting?.suspension ?? this.#next
    return accepted([
      { type: 'holderSuspended', suspension, holder, kind, ground, claim, until, asker, approver, basis },
    ])
  }

  #suspendMarket(
    listings: readonly Listing[],
    command: CommandOf<'suspendMarket'>,
    now: number,
  ): Result<SuspensionEvent[]> {
    const { listing, halt, ground, asker, approver, basis } = command
    if (!listings[listing]) return rejected('symbol_unknown')
    if (halt === 'trading') return rejected('field_malformed', { field: 'halt' })
    if (ground === 'unstated' && basis !== 'carried_over') return rejected('field_malformed', { field: 'ground' })
    const own = this.#listings.get(listing)
    const until = this.#until(own, command, haltMaxMs, now)
    if (typeof until !== 'number') return { ok: false, rejection: until }
    const suspension = own?.lasting?.suspension ?? this.#next
    return accepted([{ type: 'marketSuspended', suspension, listing, halt, ground, until, asker, approver, basis }])
  }

  // when what is asked for would end, or why it may not be
  #until(own: Own | undefined, asked: Asked, maxMs: number, now: number): number | Rejection {
    const { basis, durationMs } = asked
    if (!peopleFit(asked)) return rejected('second_person_needed').rejection
    if (durationMs <= 0 || durationMs > maxMs) {
      return rejected('suspension_too_long', { hours: String(maxMs / hourMs) }).rejection
    }
    const stands = own !== undefined && own.lasting !== null
    if (basis !== 'emergency') {
      // what was given an end once is not given another by nobody
      const isAgain = basis === 'carried_over' && stands
      return isAgain ? rejected('suspension_needs_two').rejection : now + durationMs
    }
    const isAgain = own !== undefined && own.emergencyAt > 0 && now < own.emergencyAt + emergencyEveryMs
    if (isAgain || stands) return rejected('suspension_needs_two').rejection
    return now + Math.min(durationMs, emergencyMs)
  }

  #releaseHolder(holders: Holders, command: CommandOf<'releaseHolder'>): Result<SuspensionEvent[]> {
    const { holder, kind, operator } = command
    if (!holders.find(holder)) return rejected('holder_unknown')
    const lasting = this.#holders.get(holder)?.[kind].lasting
    if (!lasting) return rejected('suspension_none')
    const { suspension } = lasting
    return accepted([{ type: 'holderReleased', suspension, holder, kind, outcome: 'lifted', operator }])
  }

  #resumeMarket(listings: readonly Listing[], command: CommandOf<'resumeMarket'>): Result<SuspensionEvent[]> {
    const { listing, asker, approver, basis } = command
    if (!listings[listing]) return rejected('symbol_unknown')
    if (!peopleFit(command) || basis === 'emergency' || basis === 'carried_over') {
      return rejected('second_person_needed')
    }
    const lasting = this.#listings.get(listing)?.lasting
    if (!lasting) return rejected('suspension_none')
    const { suspension } = lasting
    return accepted([{ type: 'marketResumed', suspension, listing, outcome: 'lifted', asker, approver }])
  }

  /** What ends by now, the earliest first; of those that end at one moment the one that began first. */
  due(now: number): SuspensionEvent[] {
    if (this.#due > now) return []
    const ended: { until: number; event: SuspensionEvent }[] = []
    for (const [subject, own] of this.#all()) {
      const { lasting } = own
      if (!lasting || !isDue(own, now)) continue
      const { suspension, until, basis } = lasting
      const outcome = basis === 'emergency' ? 'lapsed' : 'expired'
      const event: SuspensionEvent =
        'listing' in subject
          ? { type: 'marketResumed', suspension, listing: subject.listing, outcome, asker: 0, approver: 0 }
          : { type: 'holderReleased', suspension, ...subject, outcome, operator: 0 }
      ended.push({ until, event })
    }
    return ended
      .toSorted((a, b) => a.until - b.until || a.event.suspension - b.event.suspension)
      .map(({ event }) => event)
  }

  *#all(): Generator<readonly [Subject, Own]> {
    for (const [holder, kinds] of this.#holders) {
      for (const kind of holderSuspensionKinds) yield [{ holder, kind }, kinds[kind]]
    }
    for (const [listing, own] of this.#listings) yield [{ listing }, own]
  }

  /** Changes the durable state by an event, at the time of its batch. */
  evolve(holders: Holders, event: SuspensionEvent, now: number): void {
    const own = this.#ownOf(event)
    if (event.type === 'holderSuspended' || event.type === 'marketSuspended') {
      const { suspension, until, basis } = event
      own.lasting = { suspension, until, basis }
      if (basis === 'emergency') own.emergencyAt = now
      if (suspension >= this.#next) this.#next = suspension + 1
    } else own.lasting = null
    this.#findDue()
    if ((event.type === 'holderSuspended' || event.type === 'holderReleased') && event.kind === 'disable') {
      const standing = holders.find(event.holder)
      if (standing) holders.set(event.holder, { ...standing, suspended: own.lasting !== null })
    }
  }

  #ownOf(event: SuspensionEvent): Own {
    return 'listing' in event ? this.#ofListing(event.listing) : this.#ofHolder(event.holder)[event.kind]
  }

  #ofHolder(holder: HolderId): Record<HolderSuspensionKind, Own> {
    const known = this.#holders.get(holder)
    if (known) return known
    const fresh = { freeze: { lasting: null, emergencyAt: 0 }, disable: { lasting: null, emergencyAt: 0 } }
    this.#holders.set(holder, fresh)
    return fresh
  }

  #ofListing(listing: ListingId): Own {
    const known = this.#listings.get(listing)
    if (known) return known
    const fresh: Own = { lasting: null, emergencyAt: 0 }
    this.#listings.set(listing, fresh)
    return fresh
  }

  #findDue(): void {
    this.#due = Number.POSITIVE_INFINITY
    for (const [, { lasting }] of this.#all()) if (lasting && lasting.until < this.#due) this.#due = lasting.until
  }

  /** What is kept of it. */
  keep(): Of<typeof keptSuspensionsCodec> {
    const rowOf = ({ lasting, emergencyAt }: Own) => ({
      suspension: lasting?.suspension ?? 0,
      until: lasting?.until ?? 0,
      basis: lasting?.basis ?? 'emergency',
      emergencyAt,
    })
    return {
      next: this.#next,
      holders: [...this.#holders].map(([holder, { freeze, disable }]) => {
        return { holder, freeze: rowOf(freeze), disable: rowOf(disable) }
      }),
      listings: [...this.#listings].map(([listing, own]) => ({ listing, own: rowOf(own) })),
    }
  }

  /** Puts what was kept into an empty state. */
  restore(kept: Of<typeof keptSuspensionsCodec>): void {
    const ownOf = ({ suspension, until, basis, emergencyAt }: Of<typeof keptOwnCodec>): Own => {
      return { lasting: suspension === 0 ? null : { suspension, until, basis }, emergencyAt }
    }
    this.#next = kept.next
    for (const { holder, freeze, disable } of kept.holders) {
      this.#holders.set(holder, { freeze: ownOf(freeze), disable: ownOf(disable) })
    }
    for (const { listing, own } of kept.listings) this.#listings.set(listing, ownOf(own))
    this.#findDue()
  }
}

/** `suspension` 0 where nothing stands. */
const keptOwnCodec = struct({ suspension: u53, until: u53, basis: oneOf(suspensionBases), emergencyAt: u53 })

/** The durable part in a snapshot; who is disabled stands in the holder's standing besides. */
export const keptSuspensionsCodec = struct({
  next: u53,
  holders: list(struct({ holder: holderId, freeze: keptOwnCodec, disable: keptOwnCodec })),
  listings: list(struct({ listing: u53, own: keptOwnCodec })),
})
