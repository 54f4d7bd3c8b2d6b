import { userHolderMin } from '@truemark/core/ledger/holders'
import { movesOf } from '@truemark/core/moves'
import type { Event } from '@truemark/core/vocabulary'
import type { Fact } from '../engine/door.ts'

/** The products whose profit events tell. Places are for ever: the table keeps them. */
export const eventProducts = ['contract', 'perpetual', 'option', 'mining', 'invest', 'ieo'] as const
export type EventProduct = (typeof eventProducts)[number]

const dayMs = 86_400_000

/** What a product brought a holder on a day, in smallest units of a currency; below zero for a loss. */
export interface ProfitRow {
  readonly holder: number
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
  readonly holder: number
  readonly day: number
}

/** The events that `profitsOf` reads. */
export const profitEvents = [
  'derivativeTraded',
  'positionMarked',
  'positionTakenOver',
  'fundingPaid',
  'optionSettled',
  'miningPaid',
  'miningRedeemed',
  'investBought',
  'investSettled',
  'investVoided',
  'ieoAllotted',
  'ieoDelivered',
] as const satisfies readonly Event['type'][]

/** Which product an entry of a derivative event belongs to. */
function leveragedProduct(event: Event, holder: number, amount: bigint): 'contract' | 'perpetual' {
  switch (event.type) {
    case 'derivativeTraded':
      return (event.taker.holder === holder ? event.taker : event.maker).product === 'contract'
        ? 'contract'
        : 'perpetual'
    case 'positionTakenOver':
      return event.kind === 'ticket' ? 'contract' : 'perpetual'
    case 'fundingPaid': {
      const own = event.lines.filter((line) => line.holder === holder)
      const line = own.find((one) => one.amount === amount) ?? own[0]
      return line?.kind === 'ticket' ? 'contract' : 'perpetual'
    }
    default:
      return 'perpetual'
  }
}

function productOf(event: Event, holder: number, amount: bigint): EventProduct {
  switch (event.type) {
    case 'optionSettled':
      return 'option'
    case 'miningPaid':
    case 'miningRedeemed':
      return 'mining'
    case 'investSettled':
    case 'investVoided':
      return 'invest'
    case 'ieoDelivered':
      return 'ieo'
    default:
      return leveragedProduct(event, holder, amount)
  }
}

/** What facts say of profits: amounts by product and day, stakes that were paid, and products that have paid out. */
export function profitsOf(facts: readonly Fact<Event>[]): { rows: ProfitRow[]; stakes: Stake[]; payouts: Payout[] } {
  const sums = new Map<string, { -readonly [Field in keyof ProfitRow]: ProfitRow[Field] }>()
  const stakes: Stake[] = []
  const payouts: Payout[] = []
  for (const { event, time } of facts) {
    const day = Math.floor(time / dayMs)
    if (event.type === 'investBought') {
      stakes.push({ product: 'invest', ref: event.order, currency: event.currency, amount: event.amount })
      continue
    }
    if (event.type === 'ieoAllotted') {
      if (event.passes > 0) stakes.push({ product: 'ieo', ref: event.subscription, currency: 0, amount: event.cost })
      continue
    }
    if (event.type === 'investSettled' || event.type === 'investVoided') {
      payouts.push({ product: 'invest', ref: event.order, holder: event.holder, day })
    }
    if (event.type === 'ieoDelivered')
      payouts.push({ product: 'ieo', ref: event.subscription, holder: event.holder, day })
    for (const move of movesOf(event)) {
      if (move.kind !== 'entry' || move.holder < userHolderMin) continue
      const { holder, currency, amount } = move
      const product = productOf(event, holder, amount)
      const key = `${holder} ${day} ${product} ${currency}`
      const sum = sums.get(key)
      if (sum) sum.amount += amount
      else sums.set(key, { holder, day, product, currency, amount })
    }
  }
  return { rows: [...sums.values()], stakes, payouts }
}
