import { accountEvents } from '@truemark/core/account/account'
import { decode } from '@truemark/core/codec/codec'
import { convertEvents } from '@truemark/core/convert/convert'
import { derivativeEvents } from '@truemark/core/derivative/event'
import { fundingEvents } from '@truemark/core/funding/event'
import { ieoEvents } from '@truemark/core/ieo/event'
import { investEvents } from '@truemark/core/invest/event'
import { liquidationEvents } from '@truemark/core/liquidation/event'
import { marketEvents } from '@truemark/core/market/market'
import { miningEvents } from '@truemark/core/mining/event'
import { optionEvents } from '@truemark/core/option/event'
import { poolEvents } from '@truemark/core/pool/pool'
import { spotEvents } from '@truemark/core/spot/event'
import type { Event } from '@truemark/core/vocabulary'
import { walletEvents } from '@truemark/core/wallet/event'
import { eventsCodec } from '../../apps/server/src/engine/exchangeMachine.ts'
import { splitFrames } from '../../apps/server/src/engine/frames.ts'
import type { JournalRow } from '../../apps/server/src/engine/journalRow.ts'

/** The facts of rows, in order. */
export function factsOf(rows: readonly JournalRow[]): Event[] {
  return rows.flatMap((row) => splitFrames(row.events).flatMap((frame) => decode(eventsCodec, frame)))
}

/** How many facts of each kind rows hold. */
export function countEvents(rows: readonly JournalRow[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { type } of factsOf(rows)) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

/** The kinds of facts of today's vocabulary that rows do not hold. */
export function missingKinds(rows: readonly JournalRow[]): string[] {
  const counts = countEvents(rows)
  const kinds = [
    ...Object.keys({
      ...marketEvents,
      ...accountEvents,
      ...spotEvents,
      ...convertEvents,
      ...optionEvents,
      ...walletEvents,
      ...derivativeEvents,
      ...liquidationEvents,
      ...fundingEvents,
      ...poolEvents,
      ...miningEvents,
      ...investEvents,
      ...ieoEvents,
    }),
    'keyUsed',
  ]
  return kinds.filter((kind) => counts[kind] === undefined)
}
