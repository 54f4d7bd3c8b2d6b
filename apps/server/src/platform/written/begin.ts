import type { Database } from '../postgres/database.ts'
import { isSealed } from './seal.ts'
import { sealEntries } from './sealedDatabase.ts'
import {
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
    const marks = (await findMarks(client)).filter((mark) => {
      const { mac } = mark
      return mac !== null && [key, ...former].some((one) => isSealed(one, mark, mac))
    })
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
