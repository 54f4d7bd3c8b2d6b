import { sourcesMin, type PriceKind } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import type { PoolState } from '../pool/pool.ts'
import type { InvestEvent, InvestEventOf } from './event.ts'
import { investMoves } from './moves.ts'
import { admit, countsFor, dismiss, windowOf, type InvestProduct, type InvestState } from './state.ts'
import { saleEndOf } from './terms.ts'

/** Changes the durable state by an invest event. `now` is the time of its batch. */
export function evolveInvest(state: InvestState, pool: PoolState, venue: Venue, event: InvestEvent, now: number): void {
  const moves = investMoves(event)
  if (moves.length > 0) venue.ledger.apply(moves)
  switch (event.type) {
    case 'investPublished':
      publish(state, event, now)
      break
    case 'investClosed':
      productOf(state, event.product).closed = true
      break
    case 'investBought': {
      const { type: _, ...fields } = event
      const product = productOf(state, event.product)
      product.sold += event.shares
      product.running += 1
      state.nextOrder = event.order + 1
      admit(state, pool, { ...fields, boughtAt: now })
      break
    }
    case 'investPriced':
      windowOf(state, event.listing, event.maturity).settlementTenths = event.settlementTenths
      break
    case 'investLost':
      windowOf(state, event.listing, event.maturity).settlementTenths = -1
      break
    case 'investSettled':
    case 'investVoided':
      productOf(state, event.product).running -= 1
      dismiss(state, pool, event.order)
  }
}

function productOf(state: InvestState, id: number): InvestProduct {
  const product = state.products.get(id)
  if (!product) throw new RangeError(`there is no product ${id}`)
  return product
}

// what is over and has nothing running is kept by the read models alone
function publish(state: InvestState, { product: id, terms }: InvestEventOf<'investPublished'>, now: number) {
  for (const old of state.products.values()) {
    if (old.running === 0 && saleEndOf(old.terms) <= now) state.products.delete(old.id)
  }
  state.products.set(id, { id, terms, sold: 0, closed: false, running: 0 })
  state.nextProduct = id + 1
}

/** What an index sample says, as its event has it. */
export interface IndexSampled {
  readonly stamp: number
  readonly kind: PriceKind
  readonly samples: readonly { readonly listing: number; readonly sources: number }[]
}

/** Adds an index sample to the windows that it counts for; only live prices of enough sources do. */
export function noteForInvest(state: InvestState, venue: Venue, sample: IndexSampled): void {
  if (sample.kind !== 'live' || state.windows.length === 0) return
  const { stamp } = sample
  for (const { listing, sources } of sample.samples) {
    if (sources < sourcesMin.real) continue
    for (const window of state.windows) {
      if (window.listing !== listing || !countsFor(window, stamp)) continue
      window.sum += BigInt(venue.lastSamples[listing])
      window.samples += 1
      if (window.first === 0) window.first = stamp
      window.last = stamp
    }
  }
}
