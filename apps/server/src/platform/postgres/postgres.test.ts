import { describe, expect, it } from 'vitest'
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
