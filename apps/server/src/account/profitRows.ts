import { type WealthProduct, wealthProducts } from '@truemark/core/capability/products'
import { holderName, isHouse, type HolderId } from '@truemark/core/ledger/holders'
import { dayMs, usdt } from '@truemark/core/money/units'
import { movesOf } from '@truemark/core/moves'
import type { Event } from '@truemark/core/vocabulary'
import type { Fact } from '../engine/door.ts'
import { type Earned, served, servedProducts } from '../wealth/door.ts'

/** The products whose profit events tell. Places are for ever: the table keeps them. */
export const eventProducts = ['contract', 'perpetual', 'option', ...wealthProducts] as const
export type EventProduct = (typeof eventProducts)[number]

/** What a product brought a holder on a day, in smallest units of a currency; below zero for a loss. */
export interface ProfitRow {
  readonly holder: HolderId
  /** Days since 1970 in UTC. */
  readonly day: number
  readonly product: EventProduct
  readonly currency: number
  readonly amount: bigint
}

/** What was paid for a product that pays later. */
export interface Stake {
  readonly product: EventProduct
  readonly ref: number
  readonly currency: number
  readonly amount: bigint
}

/** A product that has paid: its stake is then a cost of that day. */
export interface Payout {
  readonly product: EventProduct
  readonly ref: number
  readonly holder: HolderId
  readonly day: number
}

/** The events that `profitsOf` reads. */
export const profitEvents = [
  'derivativeTraded',
  'positionMarked',
  'positionTakenOver',
  'fundingPaid',
  'optionSettled',
  ...servedProducts.flatMap(({ profits }) => profits),
] as const satisfies readonly Event['type'][]

const wealthOf: ReadonlyMap<string, WealthProduct> = new Map(
  wealthProducts.flatMap((product) => served[product].profits.map((type) => [type, product] as const)),
)

/** Which product an entry of an event belongs to. */
function productOf(event: Event, holder: HolderId): EventProduct {
  switch (event.type) {
    case 'derivativeTraded':
      return (event.taker.holder === holder ? event.taker : event.maker).product === 'contract'
        ? 'contract'
        : 'perpetual'
    case 'positionTakenOver':
      return event.kind === 'ticket' ? 'contract' : 'perpetual'
    case 'optionSettled':
      return 'option'
    default:
      return wealthOf.get(event.type) ?? 'perpetual'
  }
}

interface Gain {
  readonly holder: HolderId
  readonly product: EventProduct
  readonly currency: number
  readonly amount: bigint
}

/** What an event brings users, by product. */
function gainsOf(event: Event): Gain[] {
  // one holder's entries are of positions of either product, which the ledger's moves do not tell apart
  if (event.type === 'fundingPaid') {
    return event.lines.map(({ holder, kind, amount }) => {
      return { holder, product: kind === 'ticket' ? 'contract' : 'perpetual', currency: usdt, amount }
    })
  }
  return movesOf(event).flatMap((move) => {
    if (move.kind !== 'entry' || isHouse(move.holder)) return []
    const { holder, currency, amount } = move
    return [{ holder, product: productOf(event, holder), currency, amount }]
  })
}

const plain: Earned = {}

/** What facts say of profits: amounts by product and day, stakes that were paid, and products that have paid out. */
export function profitsOf(facts: readonly Fact<Event>[]): { rows: ProfitRow[]; stakes: Stake[]; payouts: Payout[] } {
  const sums = new Map<string, { -readonly [Field in keyof ProfitRow]: ProfitRow[Field] }>()
  const stakes: Stake[] = []
  const payouts: Payout[] = []
  for (const { event, time } of facts) {
    const wealth = wealthOf.get(event.type)
    const { stake, paid, day = Math.floor(time / dayMs) } = wealth === undefined ? plain : served[wealth].earned(event)
    if (wealth !== undefined && stake !== undefined) {
      stakes.push({ product: wealth, ...stake })
      continue
    }
    if (wealth !== undefined && paid !== undefined) payouts.push({ product: wealth, ...paid, day })
    for (const { holder, product, currency, amount } of gainsOf(event)) {
      const key = `${holderName(holder)} ${day} ${product} ${currency}`
      const sum = sums.get(key)
      if (sum) sum.amount += amount
      else sums.set(key, { holder, day, product, currency, amount })
    }
  }
  return { rows: [...sums.values()], stakes, payouts }
}
