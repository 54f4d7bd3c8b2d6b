import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { beginWritten } from '../platform/written/begin.ts'
import { writtenKey } from '../platform/written/seal.ts'
import { sealWritten } from '../platform/written/sealedDatabase.ts'

/** A database of a test's own that seals what is written through it, as the server's does. */
export async function createSealedDatabase(tokens: Uint8Array): Promise<TestDatabase> {
  const test = await createTestDatabase()
  const key = writtenKey(tokens)
  await beginWritten(test.database, key, Date.now())
  return { ...test, database: sealWritten(test.database, key) }
}
