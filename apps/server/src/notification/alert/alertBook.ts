import { parseDecimal } from '@truemark/core/money/decimal'
import { PriceTriggers } from '@truemark/core/trigger/priceTriggers'
import type { Alert, AlertSource } from './alert.store.ts'

/** Prices are held at 10⁻⁸, as the market has them. */
const priceScale = 8
/** How far the price must go back before a repeating alert is armed again, in thousandths of its level. */
const hysteresisThousandths = 5n
/** The most alerts fired by one price; the next price takes the others. */
const firesMax = 1_000

/** What a price has brought about. */
export interface Passed {
  readonly alert: Alert
  /** Whether it is to tell, or only to be armed again. */
  readonly fires: boolean
}

interface Lane {
  readonly triggers: PriceTriggers
  /** The price before, at 10⁻⁸; 0 before the first. */
  previous: number
}

interface Place {
  alert: Alert
  handle: number
}

/**
 * All alerts, ordered by what they wait for: a price that none waits for costs two comparisons, however many there are.
 * Only what is in the database holds; this is made from it.
 */
export class AlertBook {
  readonly #lanes = new Map<string, Lane>()
  readonly #places = new Map<number, Place>()

  get size(): number {
    return this.#places.size
  }

  /** Lets an alert wait, in place of what was known of it. */
  put(alert: Alert): void {
    this.remove(alert.id)
    const level = units(alert.price)
    const rises = (alert.direction === 'above') === alert.armed
    const wait = alert.armed ? level : backLevel(alert, level)
    const { triggers } = this.#lane(alert.symbol, alert.source)
    const handle = triggers.add(rises ? 'rise' : 'fall', Number(wait), alert.id, alert.id)
    this.#places.set(alert.id, { alert, handle })
  }

  remove(id: number): void {
    const place = this.#places.get(id)
    if (place === undefined) return
    this.#lane(place.alert.symbol, place.alert.source).triggers.remove(place.handle)
    this.#places.delete(id)
  }

  /** What a price passes, each taken out of the book; who fires or arms it puts it back as it then is. */
  heard(symbol: string, source: AlertSource, price: string): Passed[] {
    const lane = this.#lanes.get(laneName(symbol, source))
    if (lane === undefined) return []
    const now = Number(units(price))
    const previous = lane.previous === 0 ? now : lane.previous
    lane.previous = now
    if (!lane.triggers.isPassed(now)) return []
    return lane.triggers.take(previous, now, firesMax).flatMap((id): Passed[] => {
      const place = this.#places.get(id)
      this.#places.delete(id)
      return place === undefined ? [] : [{ alert: place.alert, fires: place.alert.armed }]
    })
  }

  #lane(symbol: string, source: AlertSource): Lane {
    const name = laneName(symbol, source)
    let lane = this.#lanes.get(name)
    if (lane === undefined) this.#lanes.set(name, (lane = { triggers: new PriceTriggers(), previous: 0 }))
    return lane
  }
}

function laneName(symbol: string, source: AlertSource): string {
  return `${symbol} ${source}`
}

function units(price: string): bigint {
  return parseDecimal(price, priceScale) ?? 0n
}

/** Where the price must return to before the alert is armed again. */
function backLevel({ direction }: Alert, level: bigint): bigint {
  const distance = (level * hysteresisThousandths) / 1_000n
  return direction === 'above' ? level - distance : level + distance
}

/** Whether a price is already where an alert would wait for it. */
export function isPassed(direction: Alert['direction'], level: string, price: string): boolean {
  return direction === 'above' ? units(price) >= units(level) : units(price) <= units(level)
}
