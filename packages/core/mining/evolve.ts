import type { Venue } from '../book/venue.ts'
import type { PoolState } from '../pool/pool.ts'
import type { MiningEvent, MiningEventOf } from './event.ts'
import { miningMoves } from './moves.ts'
import { admit, dismiss, nextDayOf, notePaid, productOf, runningOrder, type MiningState } from './state.ts'

/** Rates of days that are longer past than any order runs are forgotten. */
const ratesKeptDays = 400

function publish(mining: MiningState, { product: id, version, terms }: MiningEventOf<'miningPublished'>): void {
  const old = mining.products.get(id)
  if (old) {
    old.version = version
    old.terms = terms
    return
  }
  mining.products.set(id, { id, version, terms, on: true, rates: new Map(), locked: 0n })
  mining.nextProduct = id + 1
}

function publishRates(mining: MiningState, { product: id, rates }: MiningEventOf<'miningRatesPublished'>): void {
  const product = productOf(mining, id)
  for (const { day, rate } of rates) product.rates.set(day, rate)
  const ordered = [...product.rates].sort(([a], [b]) => a - b)
  const from = (rates[0]?.day ?? 0) - ratesKeptDays
  product.rates = new Map(ordered.filter(([day]) => day >= from))
}

function pay(mining: MiningState, pool: PoolState, { day, lines }: MiningEventOf<'miningPaid'>): void {
  for (const { order: id, amount } of lines) {
    const order = runningOrder(mining, id)
    if (nextDayOf(order) !== day) throw new RangeError(`mining order ${id} is not due for day ${day}`)
    notePaid(mining, pool, order, amount)
  }
}

/** Changes the durable state by a mining event. */
export function evolveMining(
  mining: MiningState,
  pool: PoolState,
  venue: Venue,
  event: MiningEvent,
  now: number,
): void {
  const moves = miningMoves(event)
  if (moves.length > 0) venue.ledger.apply(moves)
  switch (event.type) {
    case 'miningPublished':
      publish(mining, event)
      break
    case 'miningSwitched':
      productOf(mining, event.product).on = event.on
      break
    case 'miningRatesPublished':
      publishRates(mining, event)
      break
    case 'miningOpened': {
      const { type: _, order: id, ...fields } = event
      admit(mining, pool, { id, ...fields, openedAt: now, daysPaid: 0, paid: 0n })
      mining.nextOrder = id + 1
      break
    }
    case 'miningPaid':
      pay(mining, pool, event)
      break
    case 'miningDone':
    case 'miningRedeemed':
      dismiss(mining, pool, event.order)
  }
}
