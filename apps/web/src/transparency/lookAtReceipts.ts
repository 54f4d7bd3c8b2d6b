import { ownRows } from '@truemark/protocol/routes/receipts'
import { signingKeys } from '@truemark/protocol/routes/signingKeys'
import { serverNow } from '@truemark/ui/device/serverTime'
import { call } from '../data/api.ts'
import { keepBroken, keptReceipts } from '../data/receipts.ts'
import { session, userOf } from '../data/session.ts'
import { isSignedBy, sha256 } from './proof.ts'
import { type ToldReceipts, compareReceipts, readReceipts } from './receipts.ts'

const told: ToldReceipts = {
  sha256,
  isSignedBy,
  keys: async () => {
    const { generations, rotations } = await call(signingKeys, {})
    return { key: generations.at(-1)?.keys.receipts ?? '', rotations }
  },
  rows: (seqs) => call(ownRows, { query: { rows: seqs.join(',') } }),
}

/** Compares the receipts of who is signed in with the journal, and keeps what does not hold. Throws without an answer. */
export async function lookAtReceipts(): Promise<void> {
  const { receipts, broken } = keptReceipts()
  const state = session.getState()
  const account = userOf(state)?.uid
  if (broken !== null || account === undefined) return
  const found = await compareReceipts(readReceipts(receipts), { account, realm: state.mode }, told, serverNow())
  if (found !== null) keepBroken(found)
}
