import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../apps/server/src/platform/postgres/testDatabase.ts'
import { unmetOf, allSites } from '../tools/checks/rows/met.mjs'
import { watched } from '../tools/checks/rows/plugin.mjs'
import { faultOf } from '../tools/checks/rows/rowsOf.mjs'
import { sitesOf } from '../tools/checks/rows/sites.mjs'

const root = join(import.meta.dirname, '..')
const made = join(root, '.cache/fixtures/made/rows')

const store = `import { type Named, sides } from './named.ts'
interface Stored extends Pick<Named, 'id'> { at: Date; side: (typeof sides)[number]; size: Named['size']; more?: string }
export async function find(client, id) {
  const { rows } = await client.query<Stored & { hash: Buffer | null }>(
    'SELECT 1', [id],
  )
  return client.prepared<{ n: string }>('SELECT 2', [rows])
}
export const untyped = (client) => client.query('SELECT 3')
const fills = readModel('fill', { order: integer('order_id'), lastSide: maybe(word(sides)), by: holder() }, { paid: amount() })
export const read = (client) => client.query<StoredOf<typeof fills> & { more: boolean }>('SELECT 4')
`
const named = `export const sides = ['buy', 'sell'] as const
export interface Named { id: string; size: number | null; other: unknown }
`

describe('the rows of a query', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createTestDatabase()
    rmSync(made, { recursive: true, force: true })
    mkdirSync(made, { recursive: true })
    writeFileSync(join(made, 'store.ts'), store)
    writeFileSync(join(made, 'named.ts'), named)
  })
  afterAll(() => test.drop())

  it('have the columns of their type, wherever its parts are declared', () => {
    const [one, two, three, ...rest] = sitesOf(root, join(made, 'store.ts'), store)
    expect(one).toMatchObject({
      place: '.cache/fixtures/made/rows/store.ts:4',
      columns: {
        id: ['string'],
        at: ['date'],
        side: ['=buy', '=sell'],
        size: ['number', 'null'],
        more: ['string', 'absent'],
        hash: ['bytes', 'null'],
      },
    })
    const of = {
      order_id: ['string'],
      last_side: ['number', 'null'],
      by: ['number'],
      paid: ['string'],
      more: ['boolean'],
    }
    expect(three?.columns).toEqual(of)
    expect([two?.place, two?.columns, rest]).toEqual(['.cache/fixtures/made/rows/store.ts:7', { n: ['string'] }, []])
  })

  it('are watched where they are asked for, on the line they stood on', () => {
    const lines = watched(store, sitesOf(root, join(made, 'store.ts'), store)).split('\n')
    expect(lines).toHaveLength(store.split('\n').length)
    expect(lines[3]).toBe('  const { rows } = await __rowsOf(client.query<Stored & { hash: Buffer | null }>(')
    expect(lines[5]).toMatch(/^ {2}\), "\.cache\/fixtures\/made\/rows\/store\.ts:4", \{"id":\["string"\],.*\}\)$/)
    expect(lines[8]).toBe("export const untyped = (client) => client.query('SELECT 3')")
  })

  it.each([
    ['SELECT count(*) AS n', { n: ['number'] }, 'n is string, and its type says number'],
    ['SELECT 1 AS n', { m: ['number'] }, 'there is no column m'],
    ['SELECT 1 AS n', { m: ['number', 'absent'] }, null],
    ['SELECT NULL::int AS n', { n: ['number'] }, 'n is null, and its type says number'],
    [`SELECT 'off' AS n`, { n: ['=on', 'null'] }, 'n is string, and its type says =on or null'],
    [
      `SELECT now() AS at, '\\x01'::bytea AS b, ARRAY['a'] AS l, '{}'::jsonb AS j, 1.5::numeric AS p, true AS t`,
      { at: ['date'], b: ['bytes'], l: ['array'], j: ['other'], p: ['string'], t: ['boolean'] },
      null,
    ],
    [
      'SELECT g AS n FROM generate_series(1, 3) AS g UNION ALL SELECT NULL',
      { n: ['number'] },
      'n is null, and its type says number',
    ],
  ])('%s against %o: %s', async (text, columns, fault) => {
    expect(faultOf(await test.database.query(text), columns)).toBe(fault)
  })

  it('have a type that is understood, in every query of the server that says one', () => {
    const places = allSites(root)
    expect(places.length).toBeGreaterThan(350)
    expect(new Set(places).size).toBe(places.length)
  })

  it('were met by some test, or their query is named', () => {
    const met = join(made, 'met')
    mkdirSync(met)
    const places = allSites(root)
    writeFileSync(join(met, '1'), `${places.slice(2).join('\n')}\n`)
    writeFileSync(join(met, '2'), `${places[0]}\n`)
    expect(unmetOf(root, met)).toEqual([places[1]])
  })
})
