import * as z from 'zod/mini'

/** What is wrong with a value that a schema does not take, and with which of its fields; '' where it is the whole. */
export interface ShapeFault {
  readonly reason: 'request_malformed' | 'field_malformed'
  readonly field: string
}

export type Shaped = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fault: ShapeFault }

/** A schema as a value is held against it. */
export type Reader = (value: unknown) => Shaped

type Def = z.core.$ZodTypes['_zod']['def']

const nothingMore = z.never()
const fieldLengthMax = 64

/**
 * The schema that takes what `schema` takes, and refuses every field that it does not name, however deep: a misspelt
 * stop-loss must not become an order without one.
 */
export function strictOf(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const inner = innerOf(def)
  return inner === null ? schema : z.core.clone(schema, { ...def, ...inner })
}

function innerOf(def: Def): Partial<Def> | null {
  switch (def.type) {
    case 'object': {
      const shape = Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, strictOf(field)]))
      return { shape, catchall: def.catchall === undefined ? nothingMore : strictOf(def.catchall) }
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return { innerType: strictOf(def.innerType) } as Partial<Def>
    case 'array':
      return { element: strictOf(def.element) }
    case 'record':
      return { valueType: strictOf(def.valueType) }
    case 'union':
      return { options: def.options.map(strictOf) }
    default:
      return null
  }
}

/** Prepares a schema to be read by; one that is not there takes nothing, or an object without fields. */
export function readerOf(schema: z.core.$ZodType | undefined, unknownFields: 'refused' | 'left out'): Reader {
  if (unknownFields === 'left out') return schema === undefined ? () => nothing : reader(schema)
  if (schema !== undefined) return reader(strictOf(schema))
  const read = reader(empty)
  // a value where none is wanted is nobody's field
  return (value) => (read(value).ok ? nothing : read(value))
}

const nothing: Shaped = { ok: true, value: undefined }
const empty = z.optional(z.nullable(z.strictObject({})))

function reader(schema: z.core.$ZodType): Reader {
  return (value) => {
    const parsed = z.safeParse(schema, value)
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, fault: faultIn(parsed.error.issues) }
  }
}

/** An unknown field comes first: it is often the misspelling of the one that is missed. */
function faultIn(issues: readonly z.core.$ZodIssue[]): ShapeFault {
  const all = issues.flatMap(flat)
  const unknown = all.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown?.code === 'unrecognized_keys') {
    return { reason: 'request_malformed', field: nameOf([...unknown.path, unknown.keys[0] ?? '']) }
  }
  return { reason: 'field_malformed', field: nameOf(all[0]?.path ?? []) }
}

// the faults of the alternatives stand within that of the choice
function flat(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const inner = issue.errors.flat().map((one) => ({ ...one, path: [...issue.path, ...one.path] }))
  return [issue, ...inner.flatMap(flat)]
}

/** A field as a person writes it: `passkey.response.id`. */
function nameOf(path: readonly PropertyKey[]): string {
  return shownField(path.map(String).join('.'))
}

/** A field's name as a stranger gave it, cut and without what hides: it stands in the answer. */
export function shownField(name: string): string {
  return name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, fieldLengthMax)
}

/** The first of `names` that a body leaves out, or sends as null or blank; null where all are there. */
export function missingField(names: readonly string[], body: unknown): string | null {
  const fields = typeof body === 'object' && body !== null ? new Map<string, unknown>(Object.entries(body)) : noFields
  const isMissing = (value: unknown): boolean =>
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  return names.find((name) => isMissing(fields.get(name))) ?? null
}

const noFields: ReadonlyMap<string, unknown> = new Map()
