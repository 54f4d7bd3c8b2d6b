import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { BinaryRows, copyRows } from './copyBinary.ts'
import { amount, bool, bytes, holder, int2, int4, integer, maybe, readModel, spelt, text, word } from './readModel.ts'

const words = ['first', 'second', 'third'] as const
const model = readModel(
  'described',
  {
    id: integer(),
    holder: holder(),
    small: int2(),
    middleSized: int4('middle'),
    sum: amount(),
    isSet: bool(),
    digest: bytes(),
    note: text(),
    said: spelt(words),
    placed: word(words),
    ended: maybe(integer()),
    why: maybe(word(words)),
  },
  { later: int4(), filled: maybe(amount()) },
)

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  await test.database
    .query(`CREATE TABLE described (id bigint PRIMARY KEY, holder int, small smallint, middle int, sum bigint,
    is_set boolean, digest bytea, note text, said text, placed smallint, ended bigint, why smallint, later int DEFAULT 7,
    filled bigint)`)
})
afterAll(() => test.drop())

const safe = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
const row = fc.record({
  id: safe,
  holder: fc.integer({ min: 32, max: 50_000_000 }),
  small: fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }),
  middleSized: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  sum: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  isSet: fc.boolean(),
  digest: fc.uint8Array({ maxLength: 40 }).map((given) => Buffer.from(given)),
  note: fc.string({ unit: 'grapheme' }).filter((given) => !given.includes('\0')),
  said: fc.constantFrom(...words),
  placed: fc.constantFrom(...words),
  ended: fc.option(safe),
  why: fc.option(fc.constantFrom(...words)),
})

it('writes rows by COPY and reads them as they were, with what is filled in later', async () => {
  expect(model.target).toBe(
    'described (id, holder, small, middle, sum, is_set, digest, note, said, placed, ended, why)',
  )
  expect(model.columns).toBe(
    'id, holder, small, middle, sum, is_set, digest, note, said, placed, ended, why, later, filled',
  )
  const lease = await test.database.lease()
  const asked = fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(asked, async (given) => {
      await lease.query('TRUNCATE described')
      await copyRows(lease, model.target, model.rows(given))
      const { rows } = await lease.query('SELECT * FROM described')
      const read = new Map(rows.map(model.read).map((one) => [one.id, one]))
      expect([...read.values()]).toEqual(
        given.map((one) => expect.objectContaining({ ...one, later: 7, filled: null })),
      )
    }),
    { numRuns: 25 },
  )
  await lease.release()
})

it('refuses what is of another kind than its column, or no word of its list', () => {
  const stored = { id: '1', holder: 40, small: 1, middle: 1, sum: '1', is_set: true, digest: Buffer.alloc(1), note: '' }
  const rest = { said: 'first', placed: 0, ended: null, why: null, later: 1, filled: '5' }
  const good = { ...stored, ...rest }
  expect(model.read(good)).toMatchObject({ id: 1, placed: 'first', ended: null, why: null, filled: 5n })
  for (const wrong of [
    { id: 1 },
    { id: '9007199254740993' },
    { holder: '40' },
    { small: null },
    { sum: 1 },
    { digest: 'ab' },
    { note: 1 },
    { said: 'fourth' },
    { placed: 3 },
    { is_set: 't' },
    { is_set: null },
    { placed: '0' },
    { ended: 1 },
    { later: undefined },
  ]) {
    expect(() => model.read({ ...good, ...wrong }), JSON.stringify(wrong)).toThrow(/gave no|no word/)
  }
})

it('writes no word that is none', () => {
  expect(() => word<string>(words).put(new BinaryRows(), 'fourth')).toThrow('none of')
})
