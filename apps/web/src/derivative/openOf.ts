import { parseDecimal } from '@truemark/core/money/decimal'
import type { PerpetualAccount } from '@truemark/protocol/routes/perpetual'
import type { Derivatives } from '../data/derivativeFold.ts'
import { readBrackets } from './lotTerms.ts'
import {
  positionOfPerpetual,
  positionOfTicket,
  restingLots,
  type KeptBracketsOf,
  type OpenPosition,
  type RestingLots,
} from './openPosition.ts'

/** What is open: tickets, perpetual positions, and both together; and the orders that may open more. */
export interface OpenPositions {
  readonly tickets: readonly OpenPosition[]
  readonly perpetual: readonly OpenPosition[]
  readonly all: readonly OpenPosition[]
  readonly resting: readonly RestingLots[]
}

/** What somebody has open who has nothing. */
export const nothingOpen: OpenPositions = { tickets: [], perpetual: [], all: [], resting: [] }

// Many parts of a screen ask for the same: each state is read once, and what came of it keeps its identity.
const read = new WeakMap<Derivatives, OpenPositions>()

/** What of an account's state is open. */
export function openOf(derivatives: Derivatives): OpenPositions {
  const known = read.get(derivatives)
  if (known) return known
  const keptOf = keptBracketsOf(derivatives.account)
  const tickets = derivatives.tickets.flatMap((each) => positionOfTicket(each, keptOf) ?? [])
  const perpetual = derivatives.positions.map((each) => positionOfPerpetual(each, keptOf))
  const resting = [...derivatives.tickets, ...derivatives.orders].flatMap((each) => restingLots(each) ?? [])
  const found = { tickets, perpetual, all: [...tickets, ...perpetual], resting }
  read.set(derivatives, found)
  return found
}

/** What an account says of the brackets that its positions keep. */
export function keptBracketsOf(account: Pick<PerpetualAccount, 'kept_brackets'> | undefined): KeptBracketsOf {
  const kept = new Map(account?.kept_brackets.map((each) => [each.position_id, readBrackets(each.brackets, 6)]))
  return (id) => kept.get(id) ?? null
}

interface HeldBalance {
  readonly account: string
  readonly currency: string
  readonly available: string
}

/** What the contract account has available; null before the balances are known. */
export function contractAvailable(balances: readonly HeldBalance[] | undefined): bigint | null {
  if (balances === undefined) return null
  const own = balances.find((each) => each.account === 'contract' && each.currency === 'USDT')
  return parseDecimal(own?.available ?? '0', 6) ?? 0n
}
