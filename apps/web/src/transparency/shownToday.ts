import { ApiError } from '@truemark/protocol/calling'
import { evidenceGrowth, evidenceHeads } from '@truemark/protocol/routes/evidence'
import { type LiabilityEpoch, liabilities } from '@truemark/protocol/routes/liabilities'
import { rowDigest } from '@truemark/protocol/routes/publicChecks'
import { signingKeys } from '@truemark/protocol/routes/signingKeys'
import { call } from '../data/api.ts'
import type { ShownToday } from './headCheck.ts'
import type { OwedTold } from './memory.ts'
import { isHeadTrue, isSignedBy, sha256 } from './proof.ts'

/** The way from one size of the log of evidence to a later one; null where the server has none. */
export async function growthOf(from: number, to: number): Promise<readonly string[] | null> {
  try {
    return (await call(evidenceGrowth, { params: { from: String(from), to: String(to) } })).path
  } catch (failure) {
    if (failure instanceof ApiError && failure.reason === 'proof_unknown') return null
    throw failure
  }
}

/** The most pages of proofs read back. */
const pagesMax = 50

/** The proofs of what is owed, the newest first, back to one or as far as anybody can be made to read. */
export async function owedSince(epoch: number): Promise<OwedTold> {
  const epochs: LiabilityEpoch[] = []
  let page: { key: string; cursor: string | null } = { key: '', cursor: null }
  const isWhole = (): boolean => page.cursor === null || (epochs.at(-1)?.epoch ?? 0) <= epoch
  for (let pages = 0; pages === 0 || (pages < pagesMax && !isWhole()); pages += 1) {
    const { cursor } = page
    const next = await call(liabilities, { query: { limit: '20', ...(cursor === null ? {} : { cursor }) } })
    epochs.push(...next.items)
    page = next
  }
  return { key: page.key, epochs, whole: isWhole() }
}

/** What this server shows. */
export const shownToday: ShownToday = {
  sha256,
  isSignedBy,
  keys: async () => {
    const { generations, rotations } = await call(signingKeys, {})
    return { newest: generations.at(-1)?.keys.evidence ?? '', rotations }
  },
  row: async (seq) => (await call(rowDigest, { params: { row: String(seq) } })).digest,
  log: async () => (await call(evidenceHeads, { query: { limit: '1' } })).items[0]?.head ?? null,
  growth: growthOf,
  proof: async (epoch) => {
    const found = (await owedSince(epoch)).epochs.find((one) => one.epoch === epoch)
    return found !== undefined && isHeadTrue(found) ? found.digest : null
  },
}
