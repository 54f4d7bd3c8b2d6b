import type { Venue } from '../book/venue.ts'
import type { PoolState } from '../pool/pool.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { MiningCommand } from './command.ts'
import type { MiningEvent } from './event.ts'
import { openMining, redeemMining } from './place.ts'
import { publishMining, publishMiningRates } from './publish.ts'
import type { MiningState } from './state.ts'

/** Decides a mining command; reads only. */
export function decideMining(
  mining: MiningState,
  pool: PoolState,
  venue: Venue,
  command: MiningCommand,
  now: number,
): Result<MiningEvent[]> {
  switch (command.type) {
    case 'publishMining':
      return publishMining(mining, venue, command)
    case 'switchMining': {
      const { product, on } = command
      if (!mining.products.has(product)) return rejected('mining_unknown')
      return accepted([{ type: 'miningSwitched', product, on }])
    }
    case 'publishMiningRates':
      return publishMiningRates(mining, command, now)
    case 'openMining':
      return openMining(mining, pool, venue, command, now)
    case 'redeemMining':
      return redeemMining(mining, venue, command, now)
  }
}
