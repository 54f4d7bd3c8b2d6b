import { chainFault, chainStart, type ChainEnd, type JournalRow } from '../../apps/server/src/engine/journalRow.ts'
import { joinFrames, splitFrames } from '../../apps/server/src/engine/frames.ts'

const headBytes = 14

/** A row as it is kept in a file: time, epoch, format; commands, events and digest as frames. */
function writeRow(row: JournalRow): Uint8Array {
  const head = new DataView(new ArrayBuffer(headBytes))
  head.setBigUint64(0, BigInt(row.time))
  head.setUint32(8, row.epoch)
  head.setUint16(12, row.format)
  return joinFrames([new Uint8Array(head.buffer), row.commands, row.events, row.digest])
}

function readRow(bytes: Uint8Array, end: ChainEnd): JournalRow {
  const [head, commands, events, digest] = splitFrames(bytes)
  if (head === undefined || commands === undefined || events === undefined || digest === undefined) {
    throw new RangeError('a kept row lacks a part')
  }
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  return {
    seq: end.seq + 1,
    time: Number(view.getBigUint64(0)),
    epoch: view.getUint32(8),
    format: view.getUint16(12),
    commands,
    events,
    previous: end.digest,
    digest,
  }
}

/** The bytes of a file of kept rows. */
export function writeRows(rows: readonly JournalRow[]): Uint8Array {
  return joinFrames(rows.map(writeRow))
}

/** The rows of a file that `writeRows` wrote; throws where they are no chain. */
export function readRows(bytes: Uint8Array): JournalRow[] {
  let end: ChainEnd = chainStart
  return splitFrames(bytes).map((kept) => {
    const row = readRow(kept, end)
    const fault = chainFault(end, row)
    if (fault !== null) throw new Error(fault)
    end = row
    return row
  })
}
