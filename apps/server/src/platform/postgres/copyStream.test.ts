import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyIn, copyOut } from './copyStream.ts'
import type { Lease } from './database.ts'
import { type TestDatabase, createTestDatabase } from './testDatabase.ts'

let test: TestDatabase
let lease: Lease
beforeAll(async () => {
  test = await createTestDatabase()
  lease = await test.database.lease({ statementTimeout: 0 })
  await lease.query('CREATE TEMP TABLE source (id int, word text, bytes bytea)')
  await lease.query('CREATE TEMP TABLE target (LIKE source)')
})
afterAll(async () => {
  await lease.release()
  await test.drop()
})

async function gathered(text: string, pause = 0): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of copyOut(lease, text)) {
    pieces.push(piece)
    if (pause > 0) await wait(pause)
  }
  return Buffer.concat(pieces)
}

async function countOf(table: 'source' | 'target'): Promise<number> {
  const { rows } = await lease.query<{ count: string }>(`SELECT count(*) AS count FROM ${table}`)
  return Number(rows[0]?.count)
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('a COPY that streams', () => {
  it('gives rows and takes them back, whatever stands in them and wherever the pieces are cut', async () => {
    const words = ['', 'tab\there', 'line\nend\r\n', '\\N', '\\.', 'back\\slash', '“ünï” 漢字 🙂', null]
    for (const [id, word] of words.entries())
      await lease.query('INSERT INTO source VALUES ($1, $2, $3)', [id, word, id % 2 === 0 ? randomBytes(40) : null])
    const lines = await gathered('COPY source TO STDOUT')
    expect(lines.toString().split('\n')).toHaveLength(words.length + 1)
    expect(await copyIn(lease, 'COPY target FROM STDIN', inPieces(lines, 7))).toBe(words.length)
    const { rows } = await lease.query('TABLE source EXCEPT ALL TABLE target')
    expect(rows).toEqual([])
    expect(await countOf('target')).toBe(words.length)
  })

  it('holds little of what a slow reader has not taken yet', async () => {
    const many = copyOut(
      lease,
      `COPY (SELECT n, repeat('x', 1000), NULL FROM generate_series(1, 12000) AS n) TO STDOUT`,
    )
    await wait(300)
    // nobody has read: what waits here is what a few reads of the socket gave, and not all of it
    expect(many.readableLength).toBeGreaterThan(0)
    expect(many.readableLength).toBeLessThan(1_000_000)
    let bytes = 0
    for await (const piece of many) bytes += Buffer.from(piece).length
    expect(bytes).toBeGreaterThan(12_000_000)
    expect(await countOf('source')).toBeGreaterThan(0)
  })

  it('takes more than the socket does at once', async () => {
    const before = await countOf('target')
    const piece = Buffer.from(`1\t${'y'.repeat(1000)}\t\\N\n`.repeat(500))
    async function* much(): AsyncGenerator<Buffer> {
      for (let count = 0; count < 24; count += 1) yield piece
    }
    expect(await copyIn(lease, 'COPY target FROM STDIN', much())).toBe(12_000)
    expect(await countOf('target')).toBe(before + 12_000)
  })

  it('fails with what the server says, amid the rows too, and leaves the connection as it was', async () => {
    await expect(gathered('COPY nothing TO STDOUT')).rejects.toThrow('nothing')
    await expect(
      gathered('COPY (SELECT 1 / (n - 9000) FROM generate_series(1, 10000) AS n) TO STDOUT'),
    ).rejects.toThrow('division by zero')
    const wrong = Buffer.from('1\tword\t\\N\nnumber\tword\t\\N\n'.repeat(40_000))
    const before = await countOf('target')
    await expect(copyIn(lease, 'COPY target FROM STDIN', inPieces(wrong, 65_536))).rejects.toThrow('number')
    expect(await countOf('target')).toBe(before)
  })

  it('takes nothing of a source that fails, and says why it failed', async () => {
    const before = await countOf('target')
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.from('1\tword\t\\N\n')
      throw new Error('the disk is gone')
    }
    await expect(copyIn(lease, 'COPY target FROM STDIN', failing())).rejects.toThrow('the disk is gone')
    expect(await countOf('target')).toBe(before)
  })

  it('lets go of what is left where its reader goes away', async () => {
    const many = copyOut(
      lease,
      `COPY (SELECT n, repeat('x', 1000), NULL FROM generate_series(1, 12000) AS n) TO STDOUT`,
    )
    await new Promise((go) => many.once('readable', go))
    many.destroy()
    expect(await countOf('source')).toBeGreaterThan(0)
  })
})
