import type { HolderId } from '@truemark/core/ledger/holders'
import { keyAgeMaxMs, keyTime } from '@truemark/core/keys'
import type { Reason } from '@truemark/protocol/errors'
import { findUsedKey } from '../account/door.ts'
import { house } from '../engine/door.ts'
import { machineTime } from '../platform/clock.ts'
import type { RequestKey } from '../platform/http/call.ts'
import type { WalletPorts } from './ports.ts'

/** A clock may differ from the engine's by this much. */
const clockSlackMs = 3_600_000

/**
 * Whether the engine, or the table behind it, will answer a key from what it remembers: then nothing is to be proved or
 * uploaded again. The engine itself refuses a new request that comes without its claim.
 */
export async function isRepeat(ports: WalletPorts, holder: HolderId, key: RequestKey | null): Promise<boolean> {
  if (key === null) return false
  const time = keyTime(key.id)
  if (time !== null && Math.min(ports.now(), machineTime.wall()) - time > keyAgeMaxMs + clockSlackMs) return true
  const { route, id } = key
  const { known } = await ports.exchange.ask(house, { type: 'usedKey', holder, route, id })
  if (known) return true
  await ports.reads.current()
  return (await findUsedKey(ports.database, holder, route, id)) !== null
}

/** Refusals after which nobody knows whether the engine did it: what was prepared for it must stay. */
export function isUnknown(reason: Reason): boolean {
  return reason === 'outcome_unknown' || reason === 'server_error'
}
