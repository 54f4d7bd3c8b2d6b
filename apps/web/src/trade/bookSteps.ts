import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { Level } from '@truemark/protocol/routes/market'

/** In what steps of price a book is shown: a power of ten of the market's tick. */
export interface BookStep {
  /** The step as a decimal text. */
  readonly text: string
  /** How many decimals its prices are written with. */
  readonly decimals: number
}

const stepsMax = 5
/** A step wider than this part of the price leaves too few levels to read. */
const partOfPrice = 500n

/** The steps by which a book can be shown, the tick first. `price` is a decimal text of about what is paid. */
export function bookSteps(priceDecimals: number, price: string | undefined): readonly BookStep[] {
  const bound = (parseDecimal(price, 18) ?? 0n) / partOfPrice / 10n ** BigInt(18 - priceDecimals)
  const steps: BookStep[] = []
  for (let step = 1n; steps.length < stepsMax && (step === 1n || step <= bound); step *= 10n) {
    steps.push({ text: formatDecimal(step, priceDecimals), decimals: Math.max(0, priceDecimals - steps.length) })
  }
  return steps
}

/**
 * A side of a book, best first, with its levels gathered by steps: an ask at the first whole step at or above it, a bid at
 * the last at or below it, so that a gathered price never promises more than is there.
 */
export function gathered(levels: readonly Level[], side: 'ask' | 'bid', step: BookStep, scale: number): Level[] {
  const width = parseDecimal(step.text, scale) ?? 1n
  const amounts = new Map<bigint, bigint>()
  for (const level of levels) {
    const price = parseDecimal(level.price, scale) ?? 0n
    const at = ((side === 'ask' ? price + width - 1n : price) / width) * width
    amounts.set(at, (amounts.get(at) ?? 0n) + (parseDecimal(level.amount, amountScale) ?? 0n))
  }
  return [...amounts].map(([price, amount]) => ({
    price: formatDecimal(price, scale),
    amount: formatDecimal(amount, amountScale),
  }))
}

const amountScale = 18
