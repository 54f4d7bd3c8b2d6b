import type { HolderId } from '@truemark/core/ledger/holders'
import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { findReckoning } from '../derivative/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import type { EvidencePorts } from './ports.ts'
import { reckoningText } from './reckoningText.ts'

const units = z.pipe(
  z.string(),
  z.transform((text) => BigInt(text)),
)

const kept = z.object({
  available: units,
  held: units,
  heldByOrders: units,
  equity: units,
  maintenance: units,
  positions: z.array(
    z.object({
      position: z.int(),
      listing: z.int(),
      kind: z.enum(['ticket', 'cross', 'isolated']),
      side: z.enum(['long', 'short']),
      lots: z.int(),
      whole: z.int(),
      cost: units,
      indexTenths: z.int(),
      indexTime: z.int(),
      sources: z.int(),
      quotePerTenthLot: z.int(),
      bracketVersion: z.int(),
      brackets: z.array(z.object({ floor: units, maintenanceRate: z.int(), multipleMax: z.int() })),
      profit: units,
      maintenance: units,
    }),
  ),
})

/** What hides the digest of a liquidation: it is drawn from the key of ids and its number. */
function nonceOf(secret: Uint8Array, liquidation: number): string {
  return createHmac('sha256', secret).update(`liquidation ${liquidation}`).digest('hex')
}

/**
 * What a liquidation was decided by, as its owner is told: one text, of which the public evidence bears the digest. A
 * nonce that nobody else can guess keeps the digest from telling anything of what it is of.
 */
export async function reckoningOfClose(
  { catalogue, database, ids, secret }: EvidencePorts,
  close: number,
): Promise<{ readonly holder: HolderId; readonly text: string; readonly digest: string } | null> {
  const found = await findReckoning(database, close)
  if (found === null) return null
  const words = {
    nonce: nonceOf(secret, found.liquidation),
    listingOf: (listing: number) => catalogue.listing(listing),
    idOf: (position: number) => ids.write('derivative', position),
    scale: catalogue.currency(0).scale,
  }
  const text = reckoningText(words, z.parse(kept, JSON.parse(found.text)))
  return { holder: found.holder, text, digest: createHash('sha256').update(text).digest('hex') }
}

/** What nobody can reckon from the journal of a liquidation's text: its nonce, and its positions' public numbers. */
export async function openingOfClose(
  { database, ids, secret }: Pick<EvidencePorts, 'ids' | 'secret'> & { readonly database: Queryable },
  close: number,
): Promise<{ readonly nonce: string; readonly positions: readonly string[] } | null> {
  const found = await findReckoning(database, close)
  if (found === null) return null
  const { positions } = z.parse(kept, JSON.parse(found.text))
  return {
    nonce: nonceOf(secret, found.liquidation),
    positions: positions.map(({ position }) => ids.write('derivative', position)),
  }
}
