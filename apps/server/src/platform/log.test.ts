import { expect, it } from 'vitest'
import { createTestDatabase } from './postgres/testDatabase.ts'
import { describe as described } from './log.ts'

it('writes no password of a connection into the log, wherever an error bears one', () => {
  const address = 'postgres://truemark:river-seven@localhost:5432/truemark'
  const cause = new Error(`cannot reach ${address}`)
  const error = new Error(`no database at ${address}`, { cause })
  for (const thrown of [error, `lost ${address}`]) {
    const line = JSON.stringify(described(thrown))
    expect(line).toContain('…@localhost')
    expect(line).not.toContain('river-seven')
  }
})

it('writes no person into the log: of whom a carrier speaks, and what the database could not take', async () => {
  const line = (error: unknown) => JSON.stringify(described(error))
  expect(line(new Error('550 5.1.1 <ada.lee@mail.example>: unknown'))).not.toContain('ada.lee')
  expect(line(new Error('no text to +33612345678 today'))).not.toContain('612345678')
  const test = await createTestDatabase()
  try {
    for (const value of ['ada "secret" lee', 'ada\nlee']) {
      for (const type of ['bigint', 'uuid', 'timestamptz', 'json']) {
        const error: unknown = await test.database
          .query(`SELECT $1::text::${type}`, [value])
          .catch((lost: unknown) => lost)
        expect(error).toBeInstanceOf(Error)
        expect([value, type, line(error).includes('ada')]).toEqual([value, type, false])
      }
    }
  } finally {
    await test.drop()
  }
})
