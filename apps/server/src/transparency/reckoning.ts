import type { HolderId } from '@truemark/core/ledger/holders'
import { createHash, createHmac } from 'node:crypto'
import { formatDecimal } from '@truemark/core/money/decimal'
import type { LiquidationReckoning } from '@truemark/protocol/routes/evidence'
import * as z from 'zod/mini'
import { usdtText } from '../account/door.ts'
import { bracketsShape, findReckoning, lotsText } from '../derivative/door.ts'
import type { EvidencePorts } from './ports.ts'

const kept = z.object({
  available: z.string(),
  held: z.string(),
  heldByOrders: z.string(),
  equity: z.string(),
  maintenance: z.string(),
  positions: z.array(
    z.object({
      position: z.int(),
      listing: z.int(),
      kind: z.enum(['ticket', 'cross', 'isolated']),
      side: z.enum(['long', 'short']),
      lots: z.int(),
      whole: z.int(),
      cost: z.string(),
      indexTenths: z.int(),
      indexTime: z.int(),
      sources: z.int(),
      quotePerTenthLot: z.int(),
      bracketVersion: z.int(),
      brackets: z.array(z.object({ floor: z.string(), maintenanceRate: z.int(), multipleMax: z.int() })),
      profit: z.string(),
      maintenance: z.string(),
    }),
  ),
})

/**
 * What a liquidation was decided by, as its owner is told: one text, of which the public evidence bears the digest. A
 * nonce that nobody else can guess keeps the digest from telling anything of what it is of.
 */
export async function reckoningOfClose(
  ports: EvidencePorts,
  close: number,
): Promise<{ readonly holder: HolderId; readonly text: string; readonly digest: string } | null> {
  const { catalogue, database, ids, secret } = ports
  const found = await findReckoning(database, close)
  if (found === null) return null
  const { positions, ...account } = z.parse(kept, JSON.parse(found.text))
  const usdt = (units: string): string => usdtText(catalogue, BigInt(units))
  const reckoning: LiquidationReckoning = {
    version: 1,
    nonce: createHmac('sha256', secret).update(`liquidation ${found.liquidation}`).digest('hex'),
    available: usdt(account.available),
    held: usdt(account.held),
    held_by_orders: usdt(account.heldByOrders),
    equity: usdt(account.equity),
    maintenance: usdt(account.maintenance),
    positions: positions.map((one) => {
      const listing = catalogue.listing(one.listing)
      const brackets = one.brackets.map(({ floor, ...rest }) => ({ ...rest, floor: BigInt(floor) }))
      return {
        position_id: ids.write('derivative', one.position),
        symbol: listing.code,
        mode: one.kind,
        side: one.side,
        lots: lotsText(one.lots),
        lots_whole: lotsText(one.whole),
        cost: usdt(one.cost),
        mark: formatDecimal(one.indexTenths, listing.priceDecimals + 1),
        mark_decimals: listing.priceDecimals + 1,
        mark_time: one.indexTime,
        sources: one.sources,
        lot_worth: String(one.quotePerTenthLot),
        brackets_version: one.bracketVersion,
        brackets: bracketsShape(catalogue, brackets),
        profit: usdt(one.profit),
        maintenance: usdt(one.maintenance),
      }
    }),
  }
  const text = JSON.stringify(reckoning)
  return { holder: found.holder, text, digest: createHash('sha256').update(text).digest('hex') }
}
