import type { Event } from '@truemark/core/vocabulary'
import { isHouse, type HolderId } from '@truemark/core/ledger/holders'

/** What one person may ask about and another not; `contract` and `perpetual` are orders, `position` no ticket's. */
export type OwnedKind = 'spot' | 'contract' | 'perpetual' | 'position' | 'option' | 'mining'

interface Owned {
  readonly kind: OwnedKind
  readonly number: number
  readonly holder: HolderId
}

/** What of an event is somebody's from then on. */
function ownedIn(event: Event): Owned[] {
  switch (event.type) {
    case 'spotOrderAccepted':
    case 'spotConditionalPlaced':
    case 'spotPairPlaced':
    case 'spotTrailingPlaced':
      return [{ kind: 'spot', number: event.order, holder: event.holder }]
    case 'derivativeOrderAccepted': {
      const { order, holder, product, purpose } = event
      if (product === 'contract') return purpose === 'open' ? [{ kind: 'contract', number: order, holder }] : []
      return [{ kind: 'perpetual', number: order, holder }]
    }
    case 'derivativeTraded':
      return [event.maker, event.taker]
        .filter(({ opening, kind }) => opening !== 0 && kind !== 'ticket')
        .map(({ opening, holder }) => ({ kind: 'position', number: opening, holder }))
    case 'optionPlaced':
      return [{ kind: 'option', number: event.order, holder: event.holder }]
    case 'miningOpened':
      return [{ kind: 'mining', number: event.order, holder: event.holder }]
    default:
      return []
  }
}

const ownedMax = 200_000

/**
 * Whose what is, between its commit and its row: the engine forgets an order that is done, and the read models follow
 * the journal. Told of each committed batch before anybody is answered, it knows whatever a caller can have heard of.
 */
export class Owners {
  /** In the order of the journal. */
  readonly #known = new Map<string, { readonly holder: HolderId; readonly seq: number }>()

  /** Takes the events of the journal's row `seq`. */
  take(events: readonly Event[], seq: number): void {
    for (const event of events) {
      for (const { kind, number, holder } of ownedIn(event)) {
        if (isHouse(holder)) continue
        const name = `${kind} ${number}`
        this.#known.delete(name)
        this.#known.set(name, { holder, seq })
      }
    }
    for (const name of this.#known.keys()) {
      if (this.#known.size <= ownedMax) break
      this.#known.delete(name)
    }
  }

  /** Forgets what the read models hold up to the row `seq`. */
  projected(seq: number): void {
    for (const [name, owned] of this.#known) {
      if (owned.seq > seq) break
      this.#known.delete(name)
    }
  }

  /** The holder of what has no row yet; null where it is unknown here, and so in the rows or nowhere. */
  of(kind: OwnedKind, number: number): HolderId | null {
    return this.#known.get(`${kind} ${number}`)?.holder ?? null
  }
}
