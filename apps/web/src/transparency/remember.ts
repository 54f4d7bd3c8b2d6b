import { evidenceHeads } from '@truemark/protocol/routes/evidence'
import { signingKeys } from '@truemark/protocol/routes/signingKeys'
import { serverNow } from '@truemark/ui/device/serverTime'
import { call } from '../data/api.ts'
import { keepText, keptText } from '../data/memory.ts'
import { lookAtReceipts } from './lookAtReceipts.ts'
import { type Memory, type Told, readMemory, remember } from './memory.ts'
import { isSignedBy, sha256 } from './proof.ts'
import { growthOf, owedSince } from './shownToday.ts'

const hour = 3_600_000

const told: Told = {
  sha256,
  isSignedBy,
  rotations: async () => (await call(signingKeys, {})).rotations,
  log: async () => {
    const { key, items } = await call(evidenceHeads, { query: { limit: '1' } })
    const [newest] = items
    return newest === undefined ? null : { key, head: newest.head, signature: newest.signature }
  },
  growth: growthOf,
  owed: owedSince,
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
