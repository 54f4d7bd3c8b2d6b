import { holderRow, type HolderId } from '@truemark/core/ledger/holders'
import type { Lease } from '../platform/postgres/database.ts'

/** What the driver's connection offers for COPY; its published types leave it out. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

const signature = Buffer.from('PGCOPY\n\u00ff\r\n\0', 'latin1')
const capacityStart = 2 * 1024
const chunkBytes = 256 * 1024
const textBytesPerUnitMax = 3

/**
 * Rows in Postgres's binary COPY format. A row is `row(columns)` and then exactly as many cells, in the order of the
 * columns that the COPY names; each cell's method is named after its column's type.
 */
export class BinaryRows {
  #bytes = Buffer.allocUnsafe(capacityStart)
  #length = 0
  #rows = 0

  constructor() {
    this.#bytes.set(signature, 0)
    // Flags and the header's extension: none.
    this.#bytes.fill(0, signature.length, signature.length + 8)
    this.#length = signature.length + 8
  }

  get count(): number {
    return this.#rows
  }

  row(columns: number): this {
    this.#room(2)
    this.#length = this.#bytes.writeInt16BE(columns, this.#length)
    this.#rows += 1
    return this
  }

  int2(value: number): this {
    this.#room(6)
    this.#length = this.#bytes.writeInt32BE(2, this.#length)
    this.#length = this.#bytes.writeInt16BE(value, this.#length)
    return this
  }

  int4(value: number): this {
    this.#room(8)
    this.#length = this.#bytes.writeInt32BE(4, this.#length)
    this.#length = this.#bytes.writeInt32BE(value, this.#length)
    return this
  }

  /** A holder's number, as the tables key it. */
  holder(holder: HolderId): this {
    return this.int4(holderRow(holder))
  }

  /** A safe integer or a bigint of 64 bits; throws where it does not fit. */
  int8(value: number | bigint): this {
    this.#room(12)
    this.#length = this.#bytes.writeInt32BE(8, this.#length)
    if (typeof value === 'number' && value >= 0) {
      if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`)
      const high = Math.trunc(value / 0x1_0000_0000)
      this.#length = this.#bytes.writeUInt32BE(high, this.#length)
      this.#length = this.#bytes.writeUInt32BE(value - high * 0x1_0000_0000, this.#length)
    } else this.#length = this.#bytes.writeBigInt64BE(BigInt(value), this.#length)
    return this
  }

  bool(value: boolean): this {
    this.#room(5)
    this.#length = this.#bytes.writeInt32BE(1, this.#length)
    this.#length = this.#bytes.writeUInt8(value ? 1 : 0, this.#length)
    return this
  }

  text(value: string): this {
    this.#room(4 + value.length * textBytesPerUnitMax)
    const size = this.#bytes.write(value, this.#length + 4, 'utf8')
    this.#bytes.writeInt32BE(size, this.#length)
    this.#length += 4 + size
    return this
  }

  /** Also for uuid (16 bytes). */
  bytea(value: Uint8Array): this {
    this.#room(4 + value.length)
    this.#length = this.#bytes.writeInt32BE(value.length, this.#length)
    this.#bytes.set(value, this.#length)
    this.#length += value.length
    return this
  }

  null(): this {
    this.#room(4)
    this.#length = this.#bytes.writeInt32BE(-1, this.#length)
    return this
  }

  /** The whole file, with its trailer. */
  finish(): Buffer {
    this.#room(2)
    const end = this.#bytes.writeInt16BE(-1, this.#length)
    return this.#bytes.subarray(0, end)
  }

  #room(size: number): void {
    const needed = this.#length + size
    if (needed <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}

/**
 * Appends `rows` to a table by binary COPY, within the connection's transaction. `target` is the table and its columns
 * as SQL, from the program and never from a user. Does nothing for no rows.
 */
export function copyRows(lease: Lease, target: string, rows: BinaryRows): Promise<void> {
  if (rows.count === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    lease.client.query(
      new Copy(`COPY ${target} FROM STDIN (FORMAT binary)`, rows.finish(), (error) => {
        if (error === null) resolve()
        else reject(error)
      }),
    )
  })
}

/** Speaks COPY's part of the protocol in the place of a query; the driver calls the `handle…` methods. */
class Copy {
  /** Set by the driver where a query has a time-out: calling it ends that, and lets go of the bytes. */
  callback: () => void = () => undefined
  readonly #text: string
  readonly #bytes: Buffer
  readonly #done: (error: Error | null) => void

  constructor(text: string, bytes: Buffer, done: (error: Error | null) => void) {
    this.#text = text
    this.#bytes = bytes
    this.#done = done
  }

  submit(connection: object): void {
    if (isCopyConnection(connection)) connection.query(this.#text)
    else this.#done(new Error('this version of the driver does not speak COPY'))
  }

  handleCopyInResponse(connection: CopyConnection): void {
    for (let at = 0; at < this.#bytes.length; at += chunkBytes) {
      connection.sendCopyFromChunk(this.#bytes.subarray(at, at + chunkBytes))
    }
    connection.endCopyFrom()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#end(null)
  }

  handleError(error: Error): void {
    this.#end(error)
  }

  #end(error: Error | null): void {
    this.callback()
    this.#done(error)
  }
}

function isCopyConnection(connection: object): connection is CopyConnection {
  return 'sendCopyFromChunk' in connection && 'endCopyFrom' in connection
}
