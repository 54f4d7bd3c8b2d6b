import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lease } from '../platform/postgres/database.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { BinaryRows, copyRows } from './copyBinary.ts'

let test: TestDatabase
let lease: Lease

beforeAll(async () => {
  test = await createTestDatabase()
  lease = await test.database.lease()
  await lease.query(
    'CREATE TABLE sample (a bigint, b int, c smallint, d boolean, e text, f bytea, g uuid, CHECK (b <> 13))',
  )
})
afterAll(async () => {
  await lease.release()
  await test.drop()
})

const target = 'sample (a, b, c, d, e, f, g)'

function add(rows: BinaryRows, a: number | bigint, b: number): void {
  rows
    .row(7)
    .int8(a)
    .int4(b)
    .int2(-3)
    .bool(true)
    .text('zł 🙂\0'.slice(0, -1))
    .bytea(Buffer.from([0, 255]))
    .null()
}

describe('binary COPY', () => {
  it('writes each type as it was given, to the limits of 64 bits', async () => {
    const rows = new BinaryRows()
    const values = [0, 1, -1, 2 ** 32, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 2n ** 63n - 1n, -(2n ** 63n)]
    for (const value of values) add(rows, value, -7)
    rows.row(7).null().null().null().null().null().null().bytea(Buffer.alloc(16, 1))
    await copyRows(lease, target, rows)
    const found = await lease.query<Record<string, unknown>>('SELECT * FROM sample')
    expect(found.rows.slice(0, -1).map((row) => row['a'])).toEqual(values.map(String))
    expect(found.rows[0]).toEqual({ a: '0', b: -7, c: -3, d: true, e: 'zł 🙂', f: Buffer.from([0, 255]), g: null })
    expect(found.rows.at(-1)?.['g']).toBe('01010101-0101-0101-0101-010101010101')
  })

  it('refuses what does not fit, and leaves the connection usable after an error', async () => {
    expect(() => new BinaryRows().row(1).int8(2n ** 63n)).toThrow(RangeError)
    expect(() => new BinaryRows().row(1).int8(1.5)).toThrow(RangeError)
    const rows = new BinaryRows()
    for (let i = 0; i < 50_000; i += 1) add(rows, i, i === 49_000 ? 13 : 1)
    await expect(copyRows(lease, target, rows)).rejects.toThrow('check constraint')
    await expect(copyRows(lease, 'nowhere (a)', rows)).rejects.toThrow('does not exist')
    const { rows: after } = await lease.query<{ n: string }>('SELECT count(*) AS n FROM sample WHERE b = 1')
    expect(after).toEqual([{ n: '0' }])
  })

  it('leaves no time-out behind, which would keep the bytes for a minute and the process from its end', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    for (let round = 0; round < 5; round += 1) {
      const rows = new BinaryRows()
      add(rows, round, 2)
      await copyRows(lease, target, rows)
      await expect(copyRows(lease, 'nowhere (a)', rows)).rejects.toThrow('does not exist')
    }
    expect(timers()).toBeLessThanOrEqual(before)
  })
})
