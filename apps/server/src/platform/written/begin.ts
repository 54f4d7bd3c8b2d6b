import type { Database, Queryable } from '../postgres/database.ts'
import { isSealed } from './seal.ts'
import { sealEntries } from './sealedDatabase.ts'
import {
  type KeptEntry,
  findMarks,
  findOwnUnsealed,
  findSchemaNumber,
  findUnsealed,
  insertMark,
  isChainNoted,
  lockChain,
} from './written.store.ts'

const pageSize = 2_000
const noDigest = Buffer.alloc(32)

/**
 * Seals what the migrations noted, which have no key: once for each newest migration, as a sealed mark in the log tells. What
 * an administrator of the database adds beside them later stays without a seal. A log that lost its marks, though the audit
 * log names it, is left as it is: nothing of it can be vouched for. Keys of former generations sealed marks of before.
 */
export async function beginWritten(
  database: Database,
  key: Uint8Array,
  now: number,
  former: readonly Uint8Array[] = [],
): Promise<void> {
  await database.transaction(async (client) => {
    await lockChain(client)
    const number = await findSchemaNumber(client)
    const marks = await marksOf(client, [key, ...former])
    if (marks.some(({ item }) => Number(item) >= number)) return
    if (marks.length === 0 && (await isChainNoted(client))) return
    for (let after = 0; ;) {
      const page = await findUnsealed(client, after, pageSize)
      await sealEntries(client, key, page)
      const last = page.at(-1)
      if (last === undefined) break
      after = last.id
    }
    await insertMark(client, { item: String(number), time: now, digest: noDigest })
    await sealEntries(client, key, await findOwnUnsealed(client))
  })
}

/** What the sealed marks of the log tell of. */
async function marksOf(client: Queryable, keys: readonly Uint8Array[]): Promise<readonly KeptEntry[]> {
  return (await findMarks(client)).filter((mark) => {
    const { mac } = mark
    return mac !== null && keys.some((one) => isSealed(one, mark, mac))
  })
}

/**
 * Does what an upgrade has to do once, in one transaction with a sealed mark of it: cut off, it is done at the next start, and
 * done, it is never done again, whatever somebody puts into the database to have it taken for a value of before. A log that
 * lost its marks, though the audit log names it, is left as it is.
 */
export async function doOnce(
  database: Database,
  keys: readonly [Uint8Array, ...Uint8Array[]],
  { what, now }: { readonly what: string; readonly now: number },
  work: (client: Queryable) => Promise<void>,
): Promise<void> {
  await database.transaction(async (client) => {
    await lockChain(client)
    const marks = await marksOf(client, keys)
    if (marks.some(({ item }) => item === what)) return
    if (marks.length === 0 && (await isChainNoted(client))) return
    await work(client)
    await insertMark(client, { item: what, time: now, digest: noDigest })
    await sealEntries(client, keys[0], await findOwnUnsealed(client))
  })
}
