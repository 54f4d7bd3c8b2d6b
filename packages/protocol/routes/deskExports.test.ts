import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { exportPathOf } from '../exportFile.ts'
import { routes } from './all.ts'
import { deskExportRoutes } from './deskExports.ts'
import type { RouteDefinition } from './route.ts'

const all: readonly (readonly [string, RouteDefinition])[] = Object.entries(routes)
const files = new Set(Object.values(deskExportRoutes).map(({ path }) => path))

/** Lists of the desk of which there is no file, and why. */
const without: Readonly<Record<string, string>> = {
  'deskPiece.languages': 'the eight languages of one text',
  'deskVersions.versions': 'the versions of one text, each a text of its own',
  'deskProducts.switches': 'switches by product and country, set and read on one screen',
  'deskProducts.conditions': 'a check list of this installation',
  'deskWaiting.real_money_missing': 'what is counted beside the menu',
  'deskWaiting.checks_failed': 'what is counted beside the menu',
  'deskSecurity.passkeys': 'what the reader alone signs in with',
  'deskServiceTerms.card_currencies': 'a setting of a few codes',
  'deskServiceTerms.changes': 'entries of the audit log, which is a file',
  'deskStaff.accounts': 'the reader’s own accounts',
  'deskVerificationRead.documents': 'one submission, with its photos',
  'deskVerificationRead.same_number': 'one submission, with its photos',
  'deskVerificationRead.same_photo': 'one submission, with its photos',
  'deskVerificationRead.faults': 'one submission, with its photos',
  'deskVerificationRead.history': 'one submission, with its photos',
  'deskChatMessages.items': 'the words of one conversation',
  'deskTicketRead.lines': 'the words of one conversation',
}

/** The lists in an answer, by the field that holds each; '' where the answer is the list. */
function listsIn(answer: z.core.$ZodType): string[] {
  if (answer instanceof z.core.$ZodArray) return ['']
  if (!(answer instanceof z.core.$ZodObject)) return []
  return Object.entries(answer._zod.def.shape).flatMap(([field, part]) =>
    part instanceof z.core.$ZodArray ? [field] : [],
  )
}

const lists = all
  .filter(([, { method, path, media }]) => method === 'GET' && path.includes('/desk/') && media === undefined)
  .flatMap(([name, route]) => listsIn(route.answer).map((field) => ({ name, route, field })))

describe('a list that the desk shows', () => {
  it('is there as a file, or is named here with the reason why not', () => {
    expect(lists.length).toBeGreaterThan(40)
    const missing = lists.filter(({ name, route, field }) => {
      const of = field === 'items' || field === '' ? undefined : field
      return !files.has(exportPathOf(route, of)) && without[`${name}.${field}`] === undefined
    })
    expect(missing.map(({ name, field }) => `${name}.${field}`)).toEqual([])
  })

  it('is named as having no file only where it is one, and has none', () => {
    const known = lists.filter(
      ({ route, field }) => !files.has(exportPathOf(route, field === 'items' ? undefined : field)),
    )
    expect(Object.keys(without).filter((one) => !known.some(({ name, field }) => `${name}.${field}` === one))).toEqual(
      [],
    )
  })

  it.each(Object.entries(deskExportRoutes))(
    '%s is had by who reads it, by the same filters, whose it is included',
    (_, file) => {
      const { list } = file
      expect(file.access).toBe(list.access === 'guest' ? 'desk' : list.access)
      const shapeOf = (schema: unknown) => (schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [])
      expect(shapeOf(file.query)).toEqual(shapeOf(list.query).filter((name) => name !== 'limit'))
      expect(file.params).toBe(list.params)
      expect(file.errors).toEqual(expect.arrayContaining([...list.errors]))
    },
  )
})
