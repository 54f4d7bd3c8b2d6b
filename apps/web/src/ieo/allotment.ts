import { passesOf } from '@truemark/core/ieo/terms'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { usdtScale } from '@truemark/core/money/units'
import type { IeoProject } from '@truemark/protocol/routes/ieo'

/** Finer than any coin's decimals. */
const scale = 12

type Terms = Pick<IeoProject, 'pass_quantity' | 'pass_price' | 'supply' | 'applications' | 'own_applications'> &
  Pick<IeoProject, 'application_min' | 'application_max'>

function units(text: string): bigint {
  return parseDecimal(text, scale) ?? 0n
}

function passesIn(terms: Terms, quantity: string): bigint {
  const piece = units(terms.pass_quantity)
  return piece === 0n ? 0n : units(quantity) / piece
}

/** What is wrong with a quantity, if anything; `left` is what its holder may still apply for. */
export type QuantityFault = 'step' | 'small' | 'large' | null

export function quantityFault(terms: Terms, quantity: string): QuantityFault {
  const piece = units(terms.pass_quantity)
  const wanted = units(quantity)
  if (piece === 0n || wanted % piece !== 0n) return 'step'
  if (wanted < units(terms.application_min)) return 'small'
  return wanted > units(leftOf(terms)) ? 'large' : null
}

/** What a holder may still apply for, in the coin. */
export function leftOf(terms: Terms): string {
  const left = units(terms.application_max) - units(terms.own_applications)
  return formatDecimal(left > 0n ? left : 0n, scale)
}

/** What an application freezes, and what it would come to if the window ended now, by the engine's own rule. */
export interface Estimate {
  readonly amount: string
  readonly quantity: string
  readonly refund: string
}

export function estimateOf(terms: Terms, quantity: string): Estimate {
  const applied = passesIn(terms, quantity)
  const price = parseDecimal(terms.pass_price, usdtScale) ?? 0n
  const inAll = passesIn(terms, terms.applications) + applied
  const before = passesIn(terms, terms.own_applications)
  const passes = BigInt(passesOf(Number(applied), Number(inAll), Number(passesIn(terms, terms.supply)), Number(before)))
  return {
    amount: formatDecimal(price * applied, usdtScale),
    quantity: formatDecimal(units(terms.pass_quantity) * passes, scale),
    refund: formatDecimal(price * (applied - passes), usdtScale),
  }
}

/** How much of the supply is applied for, in whole percent, rounded down. */
export function demandOf({ applications, supply }: Pick<Terms, 'applications' | 'supply'>): string {
  const all = units(supply)
  return all === 0n ? '0' : ((100n * units(applications)) / all).toString()
}
