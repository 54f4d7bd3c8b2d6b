import { amountMax } from './money/units.ts'
import type { Command } from './vocabulary.ts'

/** Whether an amount anywhere in a command passes {@link amountMax}, to either side. */
export function hasLargeAmount(part: unknown): boolean {
  if (typeof part === 'bigint') return part > amountMax || part < -amountMax
  if (typeof part !== 'object' || part === null) return false
  return Object.values(part).some(hasLargeAmount)
}

/**
 * The same command as one whose field could not be read, so that it is refused at that place among its checks; null where
 * the command knows no such field and is refused for the amount itself.
 */
export function withoutLargeAmount<C extends Command>(command: C): C | null {
  if (!('fault' in command)) return null
  const small = Object.entries(command).map(([name, value]) => [name, hasLargeAmount(value) ? 0n : value])
  return { ...command, ...Object.fromEntries(small), fault: command.fault === '' ? 'field_malformed' : command.fault }
}
