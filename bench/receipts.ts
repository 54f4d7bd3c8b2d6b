import { hash, randomBytes } from 'node:crypto'
import { Receipts } from '../apps/server/src/platform/receipts.ts'
import { createPublicIds } from '../apps/server/src/platform/publicId.ts'
import { testKeys } from '../apps/server/src/testing/testKeys.ts'
import { report } from './report.ts'
import { spend } from './statistics.ts'

// What a receipt adds to an order: the digest of its command in the engine's thread; then its leaf, its way to the root, its
// text, and its share of the row's signature, which is made beside the main thread. Processor time of all threads.
// the least of many short rounds: whatever else the machine does only adds to it
const rounds = 40
const perRound = 2_000
const { signing, tokens } = testKeys()
const ids = createPublicIds(tokens.names)
const row = randomBytes(32)
const command = randomBytes(75)
let seq = 0
let bytes = 0

async function oneRow(receipts: Receipts, orders: number): Promise<void> {
  seq += 1
  const askers = Array.from({ length: orders }, (_, userId) => ({ userId, realm: 'demo' as const }))
  for (const [place, asker] of askers.entries()) {
    const digest = hash('sha256', command, 'buffer')
    receipts.note(asker, { seq, time: 1_800_000_000_000, row, place, command: digest })
  }
  for (const one of await Promise.all(askers.map((asker) => receipts.of(asker)))) bytes += JSON.stringify(one).length
}

for (const orders of [1, 10, 100]) {
  const receipts = new Receipts({
    signerOf: (at) => signing.receiptSigner(at),
    accountOf: (userId) => ids.write('user', userId),
    keep: () => undefined,
  })
  const rows = Math.ceil(perRound / orders)
  let least = Infinity
  bytes = 0
  for (let round = 0; round < rounds; round += 1) {
    const { cpu } = await spend(async () => {
      for (let at = 0; at < rows; at += 1) await oneRow(receipts, orders)
    })
    least = Math.min(least, cpu)
  }
  const count = rows * orders
  report(`receipts of ${orders} orders a row`, {
    'processor time an order, µs': (least * 1_000_000) / count,
    'bytes of a receipt': bytes / count / rounds,
  })
}
