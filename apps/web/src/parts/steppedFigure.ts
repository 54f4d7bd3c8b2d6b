import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'

/** How many steps a key takes, without Shift; tenfold with it. */
const keySteps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 100, PageDown: -100 }
const shiftSteps = 10

/** The steps that a press of a key means; null where it means none. */
export function stepsOfKey({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }): number | null {
  const steps = keySteps[key]
  return steps === undefined ? null : shiftKey ? steps * shiftSteps : steps
}

/** A decimal text moved by `steps` of its last decimal, '' counting as zero; the lowest result is one step. */
export function steppedFigure(figure: string, steps: number, decimals: number): string {
  const moved = (parseDecimal(figure, decimals) ?? 0n) + BigInt(steps)
  return formatDecimal(moved < 1n ? 1n : moved, decimals)
}
