import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { routes } from './routes/all.ts'
import type { RouteDefinition } from './routes/route.ts'
import { missingField, readerOf, strictOf } from './strict.ts'

const all: readonly (readonly [string, Omit<RouteDefinition, 'path'> & { path: string }])[] = Object.entries(routes)
const writes = all.filter(([, route]) => route.method !== 'GET')

const order = z.object({
  lots: z.int(),
  stop: z.optional(z.nullable(z.object({ price: z.string() }))),
  parts: z._default(z.array(z.object({ id: z.string() })), []),
  texts: z.optional(z.record(z.string(), z.object({ title: z.string() }))),
  ids: z.optional(z.union([z.literal('all'), z.array(z.object({ id: z.string() }))])),
})
const read = readerOf(order, 'refused')

describe('a strict reader', () => {
  it('takes what the schema takes', () => {
    const whole = { lots: 1, stop: { price: '1' }, parts: [{ id: 'a' }], texts: { any: { title: 't' } }, ids: 'all' }
    expect(read(whole)).toEqual({ ok: true, value: whole })
    expect(read({ lots: 1 })).toEqual({ ok: true, value: { lots: 1, parts: [] } })
    expect(read({ lots: 1, stop: null })).toMatchObject({ ok: true })
  })

  it.each([
    [{ lots: 1, stopLoss: '1' }, 'stopLoss'],
    [{ lotz: 1 }, 'lotz'],
    [{ lots: 1, stop: { price: '1', at: 2 } }, 'stop.at'],
    [{ lots: 1, parts: [{ id: 'a' }, { id: 'b', x: 1 }] }, 'parts.1.x'],
    [{ lots: 1, texts: { en: { title: 't', Title: 'u' } } }, 'texts.en.Title'],
    [{ lots: 1, ids: [{ id: 'a', iD: 'b' }] }, 'ids.0.iD'],
    [{ lots: 1, [`\u202e${'x'.repeat(100)}`]: 1 }, 'x'.repeat(64)],
  ])('names the field that it does not know in %j', (value, field) => {
    expect(read(value)).toEqual({ ok: false, fault: { reason: 'request_malformed', field } })
  })

  it('names the first field that is malformed', () => {
    expect(read({ lots: '1' })).toEqual({ ok: false, fault: { reason: 'field_malformed', field: 'lots' } })
    expect(read({ lots: 1, stop: {} })).toMatchObject({ fault: { reason: 'field_malformed', field: 'stop.price' } })
    expect(read([])).toEqual({ ok: false, fault: { reason: 'field_malformed', field: '' } })
  })

  it('takes no field where a call has none', () => {
    const none = readerOf(undefined, 'refused')
    for (const value of [undefined, null, {}]) expect(none(value)).toEqual({ ok: true, value: undefined })
    expect(none({ symbol: 'A' })).toEqual({ ok: false, fault: { reason: 'request_malformed', field: 'symbol' } })
    expect(none('x')).toMatchObject({ ok: false })
  })

  it.each(writes)('of %s knows no field but its own', (_, { body, query }) => {
    for (const part of [body, query]) {
      const fault = readerOf(part, 'refused')({ not_a_field: 1 })
      expect(fault).toEqual({ ok: false, fault: { reason: 'request_malformed', field: 'not_a_field' } })
    }
  })

  it.each(writes)('of %s leaves no object open, however deep', (_, { body }) => {
    if (body === undefined) return
    const objects = openObjects(z.toJSONSchema(strictOf(body), { io: 'input', unrepresentable: 'any' }))
    expect(objects).toEqual([])
  })
})

/** The objects of a schema that take fields that they do not name; a record's fields have a schema of their own. */
function openObjects(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const fields = Object.entries(schema)
  const isOpen = 'properties' in schema && !('additionalProperties' in schema)
  return [...(isOpen ? [at] : []), ...fields.flatMap(([name, inner]) => openObjects(inner, `${at}.${name}`))]
}

it('finds the field that a form left out', () => {
  const names = ['account', 'password']
  expect(missingField(names, { account: 'a', password: 'b' })).toBeNull()
  expect(missingField(names, { account: ' \t', password: 'b' })).toBe('account')
  expect(missingField(names, { account: 'a', password: null })).toBe('password')
  expect(missingField(names, { account: 5, password: 'b' })).toBeNull()
  for (const none of [undefined, null, [], 'x']) expect(missingField(names, none)).toBe('account')
})
