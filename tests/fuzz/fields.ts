import * as z from 'zod/mini'
import type { Dice } from './dice.ts'
import { plainTexts as takenTexts } from '../policy/shapes.ts'
import type { Found } from './found.ts'

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']
const defOf = (schema: Schema): Def => (schema as z.core.$ZodTypes)._zod.def

const plainTexts = [
  ...takenTexts,
  '0',
  '2',
  '10',
  '0.01',
  '9900',
  '10000',
  '3600',
  'buy',
  'sell',
  'limit',
  'market',
  'coin',
  'contract',
  'option',
  'GTC',
  'real',
  'demo',
]

const edgeTexts = [
  '',
  ' ',
  '0',
  '-0',
  '0.0',
  '0.00000001',
  '0.000000000000000001',
  '-1',
  '1.',
  '.1',
  '01',
  '1e3',
  '1E400',
  '0x10',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '18446744073709551616',
  '1'.padEnd(40, '0'),
  `0.${'0'.repeat(120)}1`,
  '9'.repeat(400),
  'NaN',
  'Infinity',
  '1970-01-01',
  '9999-12-31',
  '2026-02-30',
  '0000-00',
  'a'.repeat(64),
  'a'.repeat(65),
  'a'.repeat(255),
  'a'.repeat(4_097),
  'null',
  'true',
  'undefined',
  '[]',
  '{}',
]

const hostileTexts = [
  '\0',
  'a\0b',
  '\uD800',
  '\uDFFF',
  '\uFFFF',
  '\u202Eabc',
  '\u00A0\u3000',
  '\u2028',
  '\r\n',
  'a\r\nset-cookie: b=c',
  "'; DROP TABLE app_user; --",
  "' OR '1'='1",
  '%',
  '_%\\',
  '{{name}} {name}',
  '${7*7}',
  '<b>&amp;</b>',
  '$1',
  '\\x00',
  'e\u0301'.repeat(20),
  'ก็ำ้'.repeat(5),
  '𠮷野家😀',
  'שלום',
  '１２３',
  '١٢',
  '½',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '..%2f..%2f',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '//evil.example',
  '=cmd|A1',
  '\u0007',
]

const edgeNumbers = [
  0,
  -0,
  1,
  -1,
  0.5,
  1e-9,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  -1e308,
  8_640_000_000_000_000,
  8_640_000_000_000_001,
  1_700_000_000_000,
  100,
  1_000,
  3_600,
]

const otherTypes: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1.5,
  '',
  'abc',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  ['1', '2'],
  { value: '1' },
]

/** What a text or number as it stands in JSON can't come from a value: it is put in by its mark. */
export const rawMark = '\u0001raw:'
const rawJson = [
  '1e400',
  '-1e999',
  '00',
  '1.',
  '+1',
  '.5',
  'NaN',
  'Infinity',
  '0x1',
  '1n',
  'undefined',
  "'a'",
  '"\\ud800"',
  '"\\u0000"',
]

/** What a field of that name may well be. */
const likely: Readonly<Record<string, readonly unknown[]>> = {
  symbol: ['BTCUSDT'],
  symbols: ['BTCUSDT'],
  currency: ['USDT', 'BTC'],
  source: ['USDT', 'BTC'],
  target: ['BTC', 'USDT'],
  country: ['FR'],
  price: ['9900', '10100', '20000'],
  quantity: ['0.01', '1', 1],
  lots: ['1', '2'],
  multiple: [10, 20],
  amount: ['1', '50', '120'],
  trade_mode: [3_600],
  password: ['Quiet-river7'],
  old_password: ['Quiet-river7'],
  email: ['owner@example.com', 'a@example.com'],
  account: ['owner@example.com'],
  cursor: [undefined],
}

/** What values are made of: ids that there are, and what answers have shown. */
export interface Matter {
  readonly ids: readonly string[]
  readonly found: Found
  /** Of the route that is asked. */
  readonly path: string
}

/** How far from what is wanted a value may be. */
export type Mood = 'valid' | 'edge' | 'hostile'

const accepted = new WeakMap<Schema, string[]>()

/** The texts of a list that a schema takes; of its own the plain ones are read once. */
function fitting(schema: Schema, texts: readonly unknown[]): string[] {
  return texts.filter((text): text is string => typeof text === 'string' && z.safeParse(schema, text).success)
}

function plainFor(schema: Schema): string[] {
  const known = accepted.get(schema)
  if (known !== undefined) return known
  const found = fitting(schema, [...plainTexts, ...edgeTexts])
  accepted.set(schema, found)
  return found
}

/** The bounds that a schema's own checks state, and one beyond each. */
function boundsOf(schema: Schema): number[] {
  const checks = defOf(schema).checks ?? []
  return checks.flatMap((check) => {
    const def: object = check._zod.def
    const bounds = ['minimum', 'maximum', 'value'].flatMap((name) => {
      const bound: unknown = Reflect.get(def, name)
      return typeof bound === 'number' && Number.isFinite(bound) ? [bound] : []
    })
    return bounds.flatMap((bound) => [bound - 1, bound, bound + 1])
  })
}

function textOf(schema: Schema, mood: Mood, dice: Dice, matter: Matter): unknown {
  if (mood === 'hostile') return dice.pick(hostileTexts)
  if (mood === 'edge') {
    const lengths = boundsOf(schema).filter((length) => length >= 0 && length <= 20_000)
    const sized =
      lengths.length > 0 && dice.chance(40) ? dice.pick(['a', '1', 'é', '𠮷']).repeat(dice.pick(lengths)) : null
    return sized ?? dice.pick(edgeTexts)
  }
  const own = dice.chance(60)
    ? fitting(schema, [matter.found.idFor(matter.path, dice), dice.pick(matter.ids), dice.pick(matter.ids)])
    : []
  const texts = own.length > 0 ? own : plainFor(schema)
  return texts.length > 0 ? dice.pick(texts) : dice.pick(matter.ids)
}

function numberOf(schema: Schema, mood: Mood, dice: Dice): unknown {
  if (mood === 'hostile') return dice.chance(50) ? `${rawMark}${dice.pick(rawJson)}` : dice.pick(otherTypes)
  const all = [...boundsOf(schema), ...edgeNumbers]
  const taken = all.filter((value) => z.safeParse(schema, value).success)
  return dice.pick(mood === 'valid' && taken.length > 0 ? taken : all)
}

/** A value for a schema: one that it takes as far as can be guessed, one at its bounds, or one that means harm. */
export function valueFor(schema: Schema, mood: Mood, dice: Dice, matter: Matter): unknown {
  const def = defOf(schema)
  const inner = (one: Schema): unknown => valueFor(one, mood, dice, matter)
  if (mood === 'hostile' && dice.chance(25)) return dice.pick(otherTypes)
  switch (def.type) {
    case 'object':
      return objectFor(def.shape, mood, dice, matter)
    case 'array':
      return Array.from({ length: mood === 'valid' ? 1 + dice.whole(2) : dice.pick([0, 1, 2, 101, 1_001]) }, () =>
        inner(def.element),
      )
    case 'optional':
      return dice.chance(50) ? undefined : inner(def.innerType)
    case 'nullable':
      return dice.chance(30) ? null : inner(def.innerType)
    case 'default':
    case 'readonly':
      return inner(def.innerType)
    case 'enum':
      return mood === 'valid' ? dice.pick(Object.values(def.entries)) : dice.pick([...edgeTexts, ...hostileTexts])
    case 'literal':
      return mood === 'valid' ? dice.pick(def.values) : dice.pick(otherTypes)
    case 'boolean':
      return mood === 'valid' ? dice.chance(50) : dice.pick(otherTypes)
    case 'union':
      return inner(dice.pick(def.options))
    case 'record':
      return { [dice.pick(mood === 'valid' ? ['en', 'fr'] : [...edgeTexts, ...hostileTexts])]: inner(def.valueType) }
    case 'string':
      return textOf(schema, mood, dice, matter)
    default:
      return numberOf(schema, mood, dice)
  }
}

/** What stood under the name in an answer, or what such a field may well be; undefined where the schema takes none. */
function likelyFor(name: string, schema: Schema, dice: Dice, { found }: Matter): unknown {
  const values = [...(likely[name] ?? []), found.valueOf(name, dice)]
  const value = dice.chance(80) ? dice.pick(values) : undefined
  return value !== undefined && z.safeParse(schema, value).success ? value : undefined
}

/** An object of which one or two fields are of the mood, and the others as they should be. */
function objectFor(shape: Readonly<Record<string, Schema>>, mood: Mood, dice: Dice, matter: Matter): object {
  const names = Object.keys(shape)
  const odd = new Set(
    mood === 'valid' || names.length === 0 ? [] : [dice.pick(names), ...(dice.chance(30) ? [dice.pick(names)] : [])],
  )
  const fields = Object.entries(shape).map(([name, field]) => {
    const likelyOne = odd.has(name) ? undefined : likelyFor(name, field, dice, matter)
    return [name, likelyOne ?? valueFor(field, odd.has(name) ? mood : 'valid', dice, matter)] as const
  })
  return Object.fromEntries(fields)
}

export { edgeTexts, hostileTexts, otherTypes }
