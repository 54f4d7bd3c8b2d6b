import * as z from 'zod/mini'

/** Where a field stands in a body. */
export type Place = readonly (string | number)[]

type Def = z.core.$ZodTypes['_zod']['def']
const defOf = (schema: z.core.$ZodType): Def => (schema as z.core.$ZodTypes)._zod.def

const figures = [0, 1, 10, 100, 1_700_000_000_000]
/** Texts that some field or other takes. */
export const plainTexts = [
  'abc',
  'USDT',
  'BTCUSDT',
  'BTC',
  'TRC20',
  'FR',
  'en',
  '1',
  '100',
  '2026-01',
  '2026-01-01',
  'Abcdefgh12-x',
  '123456',
  'a@example.com',
  '+33612345678',
  'https://example.com/',
  '0'.repeat(64),
  'Quiet-river7',
]

/** A value that a schema takes, as far as one can be guessed; `ids` are texts that exist. */
export function valueOf(schema: z.core.$ZodType, ids: readonly string[]): unknown {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, valueOf(field, ids)]))
    case 'array':
      return [valueOf(def.element, ids)]
    case 'optional':
    case 'nullable':
    case 'default':
      return valueOf(def.innerType, ids)
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'boolean':
      return true
    case 'union':
      return def.options[0] === undefined ? null : valueOf(def.options[0], ids)
    case 'record':
      return {}
    case 'string':
      return [...plainTexts, ...ids].find((text) => z.safeParse(schema, text).success) ?? 'abc'
    default:
      return figures.find((value) => z.safeParse(schema, value).success) ?? null
  }
}

/** Every field of a schema that is a text, with where it stands. */
export function textsOf(schema: z.core.$ZodType, at: Place = []): [Place, z.core.$ZodType][] {
  const def = defOf(schema)
  if (def.type === 'object') return Object.entries(def.shape).flatMap(([name, field]) => textsOf(field, [...at, name]))
  if (def.type === 'array') return textsOf(def.element, [...at, 0])
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return textsOf(def.innerType, at)
  if (def.type === 'union') return def.options[0] === undefined ? [] : textsOf(def.options[0], at)
  return def.type === 'string' ? [[at, schema]] : []
}

/** A body with another value at a place. */
export function put(body: unknown, [first, ...rest]: Place, value: unknown): unknown {
  if (first === undefined) return value
  if (Array.isArray(body)) return [put(body[0], rest, value)]
  const fields = new Map<string, unknown>(typeof body === 'object' && body !== null ? Object.entries(body) : [])
  return Object.fromEntries([...fields, [String(first), put(fields.get(String(first)), rest, value)]])
}
