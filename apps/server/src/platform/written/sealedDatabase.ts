import type { Database, Queryable } from '../postgres/database.ts'
import { sealOf } from './seal.ts'
import { findOwnUnsealed, setSeals, type UnsealedEntry } from './written.store.ts'
import { mayWrite } from './writtenTables.ts'

/**
 * The same database, of which each transaction seals what it wrote to the tables of `writtenTables` before it ends: the row,
 * its entry in the log and the seal stand together or not at all. A statement of its own becomes such a transaction.
 */
export function sealWritten(database: Database, key: Uint8Array): Database {
  const transaction = <T>(work: (client: Queryable) => Promise<T>): Promise<T> =>
    database.transaction(async (client) => {
      let wrote = false
      const value = await work({
        query: (text, values) => {
          wrote ||= mayWrite(text)
          return client.query(text, values)
        },
      })
      if (wrote) await sealEntries(client, key, await findOwnUnsealed(client))
      return value
    })
  const alone: Queryable['query'] = async (text, values) => transaction(async (client) => client.query(text, values))
  return {
    ...database,
    transaction,
    query: (text, values) => (mayWrite(text) ? alone(text, values) : database.query(text, values)),
    prepared: (text, values) => (mayWrite(text) ? alone(text, values) : database.prepared(text, values)),
  }
}

/** Seals entries that nothing has sealed yet. */
export async function sealEntries(
  client: Queryable,
  key: Uint8Array,
  entries: readonly UnsealedEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await setSeals(
    client,
    entries.map((entry) => ({ id: entry.id, mac: sealOf(key, entry) })),
  )
}
