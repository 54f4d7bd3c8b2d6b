import { ApiError } from '@truemark/protocol/calling'
import { evidenceGrowth, evidenceHeads } from '@truemark/protocol/routes/evidence'
import { type LiabilityEpoch, liabilities } from '@truemark/protocol/routes/liabilities'
import { signingKeys } from '@truemark/protocol/routes/transparency'
import { serverNow } from '@truemark/ui/device/serverTime'
import { call } from '../data/api.ts'
import { keepText, keptText } from '../data/memory.ts'
import { lookAtReceipts } from './lookAtReceipts.ts'
import { type Memory, type OwedTold, type Told, readMemory, remember } from './memory.ts'
import { isSignedBy, sha256 } from './proof.ts'

const hour = 3_600_000
/** So many pages of proofs are read back at most. */
const pagesMax = 50

const told: Told = {
  sha256,
  isSignedBy,
  rotations: async () => (await call(signingKeys, {})).rotations,
  log: async () => {
    const { key, items } = await call(evidenceHeads, { query: { limit: '1' } })
    const [newest] = items
    return newest === undefined ? null : { key, head: newest.head, signature: newest.signature }
  },
  growth: async (from, to) => {
    try {
      return (await call(evidenceGrowth, { params: { from: String(from), to: String(to) } })).path
    } catch (failure) {
      if (failure instanceof ApiError && failure.reason === 'proof_unknown') return null
      throw failure
    }
  },
  owed: readOwed,
}

async function readOwed(epoch: number): Promise<OwedTold> {
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

/** Looks now, and keeps what comes of it. Throws where the server cannot be asked. */
export async function lookNow(): Promise<Memory> {
  const memory = await remember(readMemory(keptText()), told, serverNow())
  keepText(JSON.stringify(memory))
  return memory
}

/** Looks where the last look is an hour old, at each visit; without a network the next visit does. */
export async function lookAtVisit(): Promise<void> {
  const kept = readMemory(keptText())
  if (kept !== null && serverNow() - kept.looked < hour) return
  await lookNow().catch(() => undefined)
  await lookAtReceipts().catch(() => undefined)
}
