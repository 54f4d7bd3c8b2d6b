import { createHash } from 'node:crypto'

/** The version of a journal row's layout; released ones are kept readable for ever. */
export const journalFormat = 1

/** One committed batch. `commands` and `events` are frames: one pair for each command that changed something. */
export interface JournalRow {
  readonly seq: number
  readonly epoch: number
  /** Engine time of the batch, UTC milliseconds. */
  readonly time: number
  readonly format: number
  readonly commands: Uint8Array
  readonly events: Uint8Array
  /** The digest of the row before. */
  readonly previous: Uint8Array
  readonly digest: Uint8Array
}

/** Where a chain of rows ends. */
export interface ChainEnd {
  readonly seq: number
  readonly time: number
  readonly epoch: number
  readonly digest: Uint8Array
}

/** The end of an empty journal. */
export const chainStart: ChainEnd = { seq: 0, time: 0, epoch: 0, digest: new Uint8Array(32) }

const headBytes = 34

/** What stands before a row's commands in the bytes that its digest is over: layout, seq, epoch, time, the lengths. */
export function journalRowHead(row: Omit<JournalRow, 'digest'>): Uint8Array {
  const head = new DataView(new ArrayBuffer(headBytes))
  head.setUint32(0, 0x54_4d_4a_52)
  head.setUint16(4, row.format)
  head.setBigUint64(6, BigInt(row.seq))
  head.setUint32(14, row.epoch)
  head.setBigUint64(18, BigInt(row.time))
  head.setUint32(26, row.commands.length)
  head.setUint32(30, row.events.length)
  return new Uint8Array(head.buffer)
}

/** SHA-256 over layout, seq, epoch, time, the lengths, commands, events and the digest of the row before. */
export function rowDigest(row: Omit<JournalRow, 'digest'>): Uint8Array {
  const hash = createHash('sha256').update(journalRowHead(row))
  return hash.update(row.commands).update(row.events).update(row.previous).digest()
}

/** Adds the digest to a row that follows `end`. */
export function chainRow(end: ChainEnd, row: Pick<JournalRow, 'epoch' | 'time' | 'commands' | 'events'>): JournalRow {
  const open = { ...row, seq: end.seq + 1, format: journalFormat, previous: end.digest }
  return { ...open, digest: rowDigest(open) }
}

/** Says what is wrong with `row` as the one after `end`, or null where nothing is. */
export function chainFault(end: ChainEnd, row: JournalRow): string | null {
  if (row.seq !== end.seq + 1) return `row ${end.seq + 1} is missing`
  if (row.format !== journalFormat) return `row ${row.seq} has the unknown format ${row.format}`
  if (!equalBytes(row.previous, end.digest)) return `row ${row.seq} does not follow the row before it`
  if (!equalBytes(row.digest, rowDigest(row)))
    return `row ${row.seq} has been changed: its digest does not fit its content`
  if (row.time <= end.time) return `row ${row.seq} is not later than the row before it`
  if (row.epoch < end.epoch) return `row ${row.seq} was written by an engine that had been superseded`
  return null
}

/** Whether two byte strings are the same. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
