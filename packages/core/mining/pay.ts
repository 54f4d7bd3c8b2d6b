import { dayMs } from '../money/units.ts'
import type { MiningEvent, MiningEventOf, MiningLine } from './event.ts'
import { earningOn, nextDayOf, productOf, type MiningOrder, type MiningState } from './state.ts'
import { incomeOf, rateWithin } from './terms.ts'

/** How many orders one event pays (each is two lines in the ledger), and how many such events a command sends. */
const linesMax = 400
const stepsMax = 64

// what an order earns on a day: by the day's published rate, else by the lowest of its range
function lineOf(mining: MiningState, order: MiningOrder, day: number): MiningLine {
  const { id, holder, currency, amount } = order
  const published = productOf(mining, order.product).rates.get(day)
  const rate = rateWithin(published, order)
  const isPublished = published !== undefined
  return { order: id, holder, currency, rate, published: isPublished, amount: incomeOf(amount, rate) }
}

function done({ id, holder, currency, amount }: MiningOrder): MiningEventOf<'miningDone'> {
  return { type: 'miningDone', order: id, holder, currency, amount }
}

/** The income of one order's days that have ended at `now` and are not paid yet, each day an event of its own. */
export function dueLines(mining: MiningState, order: MiningOrder, now: number): MiningEventOf<'miningPaid'>[] {
  const events: MiningEventOf<'miningPaid'>[] = []
  const last = order.firstDay + order.days - 1
  for (let day = nextDayOf(order); day <= last && (day + 1) * dayMs <= now; day++) {
    events.push({ type: 'miningPaid', realm: order.realm, day, lines: [lineOf(mining, order, day)] })
  }
  return events
}

/**
 * Pays the days that have ended at a sample’s `stamp`, the oldest first and each under its own date, also those that passed while
 * nothing ran; orders whose last day was paid end with it. Each step's events must be evolved before the next is asked
 * for.
 */
export function* miningSteps(
  mining: MiningState,
  stamp: number,
): Generator<{ readonly events: readonly MiningEvent[]; readonly more: boolean }> {
  for (let step = 1; mining.agenda.nextDue <= stamp; step++) {
    const day = mining.agenda.nextDue / dayMs - 1
    const [first, ...others] = earningOn(mining, day, linesMax)
    const { realm } = first
    // one event is of one realm, whose pool pays
    const until = others.findIndex((order) => order.realm !== realm)
    const orders = [first, ...(until < 0 ? others : others.slice(0, until))]
    const lines = orders.map((order) => lineOf(mining, order, day))
    const ended = orders.filter((order) => day === order.firstDay + order.days - 1)
    const events = [{ type: 'miningPaid', realm, day, lines } as const, ...ended.map(done)]
    yield { events, more: step === stepsMax }
    if (step === stepsMax) return
  }
}
