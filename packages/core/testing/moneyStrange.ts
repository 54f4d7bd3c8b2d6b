import type { Command } from '../vocabulary.ts'

const strangeNumbers = [0, 1, 7, 1_000_000_007, Number.MAX_SAFE_INTEGER]
const strangeAmounts = [0n, -1n, 1n, -(2n ** 56n), 2n ** 56n, 2n ** 56n + 1n, 10n ** 40n]
const strangeTexts = ['', 'NONESUCH', 'BTCUSDT ', 'field_malformed:price', 'DIMUSDT']

function strange(value: unknown, at: number): unknown {
  const of = <T>(values: readonly T[]): T | undefined => values[at % values.length]
  if (typeof value === 'number') return of(strangeNumbers)
  if (typeof value === 'bigint') return of(strangeAmounts)
  return typeof value === 'string' ? of(strangeTexts) : value
}

/** Fields whose words the codec itself bounds. */
const words = new Set([
  'type',
  'side',
  'kind',
  'timeInForce',
  'mode',
  'direction',
  'from',
  'to',
  'method',
  'act',
  'reason',
  'realm',
  'halt',
  'limit',
  'realName',
  'product',
  'passing',
])

/** The same command with one field that is odd. */
export function mangled(command: Command, at: number): Command {
  const fields = Object.keys(command).filter((name) => !words.has(name))
  const name = fields[at % fields.length] ?? ''
  const value: unknown = Reflect.get(command, name)
  return Object.assign({}, command, { [name]: strange(value, Math.floor(at / 7)) })
}
