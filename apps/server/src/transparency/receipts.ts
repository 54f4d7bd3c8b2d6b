import { createHash } from 'node:crypto'
import { decode } from '@truemark/core/codec/codec'
import type { HolderId } from '@truemark/core/ledger/holders'
import { envelopeCodec, keyHolderOf } from '@truemark/core/vocabulary'
import type { ToldRow } from '@truemark/protocol/evidence/receipt'
import { receiptRoutes as routes } from '@truemark/protocol/routes/receipts'
import { type JournalRow, readRowsAt, splitFrames } from '../engine/door.ts'
import { done } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { TransparencyPorts } from './ports.ts'

/** Binds what receipts are compared with: the digests of rows and of one's own commands, as the journal has them now. */
export function bindReceipts(gateway: Gateway, { database }: TransparencyPorts): void {
  gateway.bind(routes.ownRows, async ({ caller, query }) => {
    const rows = await readRowsAt(database, [...new Set(query.rows.split(',').map(Number))])
    return done(rows.map((row) => rowOf(row, (holder) => holder === caller.holder)))
  })
}

/** A row as its receipts tell of it, with the commands of whom `isOwn` says; null is whose can't be read. */
export function rowOf(
  { seq, time, digest, commands }: Pick<JournalRow, 'seq' | 'time' | 'digest' | 'commands'>,
  isOwn: (holder: HolderId | null) => boolean,
): ToldRow {
  const own = splitFrames(commands).flatMap((frame, place) =>
    isOwn(holderOf(frame)) ? [{ place, digest: createHash('sha256').update(frame).digest('hex') }] : [],
  )
  return { seq, time, digest: Buffer.from(digest).toString('hex'), commands: own }
}

/** Whose a command is; null where it is none any more, since somebody wrote it over. */
function holderOf(frame: Uint8Array): HolderId | null {
  try {
    return keyHolderOf(decode(envelopeCodec, frame).command)
  } catch {
    return null
  }
}
