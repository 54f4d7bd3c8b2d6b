import { describe, expect, it } from 'vitest'
import type { Queryable } from './database.ts'
import { createTestDatabase } from './testDatabase.ts'

describe('a test database', () => {
  it('is migrated, empty and its own', async () => {
    const one = await createTestDatabase()
    const two = await createTestDatabase()
    await one.database.query('CREATE TABLE only_here (n int)')
    const { rows } = await two.database.query<{ n: string }>(
      "SELECT count(*) AS n FROM pg_tables WHERE tablename IN ('only_here', 'installation')",
    )
    expect(rows).toEqual([{ n: '1' }])
    await one.drop()
    await two.drop()
  })
})

describe('a transaction whose session the server ends', () => {
  it('fails and ends nothing else: the next one works, on a connection of its own', async () => {
    const one = await createTestDatabase()
    const two = await createTestDatabase()
    try {
      const pidOf = async (client: Queryable) =>
        (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0
      let first = 0
      const cut = one.database.transaction(async (client) => {
        first = await pidOf(client)
        await two.database.query('SELECT pg_terminate_backend($1)', [first])
        // the loss is heard while no query of the transaction is under way
        await new Promise((resolve) => setTimeout(resolve, 100))
        return pidOf(client)
      })
      await expect(cut).rejects.toThrow()
      expect(await one.database.transaction(pidOf)).not.toBe(first)
    } finally {
      await one.drop()
      await two.drop()
    }
  })
})

describe('a transaction that asks the pool for another connection', () => {
  it('is refused in every test, as all connections could be held by such, each waiting for one more', async () => {
    const one = await createTestDatabase()
    try {
      const ask = () => one.database.query('SELECT 1')
      await expect(one.database.transaction(ask)).rejects.toThrow('while it holds one')
      await expect(one.database.transaction(() => one.database.transaction(ask))).rejects.toThrow('while it holds one')
      // what a transaction only began may go on once it has ended
      let later = Promise.resolve<unknown>(null)
      await one.database.transaction(async () => {
        later = new Promise((resolve) => setTimeout(resolve, 50)).then(ask)
      })
      expect(await later).toMatchObject({ rowCount: 1 })
    } finally {
      await one.drop()
    }
  })
})
