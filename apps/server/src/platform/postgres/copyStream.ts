import { Readable } from 'node:stream'
import type { Socket } from 'node:net'
import type { Lease } from './database.ts'

/** What the driver's connection offers for COPY; its published types leave it out. */
interface CopyConnection {
  readonly stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

const pieceBytes = 64 * 1024

/**
 * What a `COPY … TO STDOUT` gives, as fast as it is read and no faster: little of it is held in memory. The connection is
 * free again once it has ended.
 */
export function copyOut(lease: Lease, text: string): Readable {
  const copy = new CopyOut(text)
  lease.client.query(copy)
  return copy.bytes
}

/** Gives all of `source` to a `COPY … FROM STDIN`; how many rows it was. Where either fails, nothing of it was taken. */
export function copyIn(lease: Lease, text: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  return new Promise((resolve, reject) => {
    lease.client.query(new CopyIn(text, source, resolve, reject))
  })
}

/** Speaks COPY's part of the protocol in the place of a query; the driver calls the `handle…` methods. */
class CopyOut {
  /** The driver sets it where a query has a time-out. */
  callback: () => void = () => undefined
  readonly bytes: Readable
  readonly #text: string
  #socket: Socket | null = null
  #gathered: Buffer[] = []
  #size = 0

  constructor(text: string) {
    this.#text = text
    this.bytes = new Readable({
      read: () => void this.#socket?.resume(),
      destroy: (error, done) => {
        // what still comes is let go of, so that the connection can be ended
        this.#socket?.resume()
        done(error)
      },
    })
  }

  submit(connection: object): Error | undefined {
    if (!isCopyConnection(connection)) return new Error('this version of the driver does not speak COPY')
    this.#socket = connection.stream
    connection.query(this.#text)
    return undefined
  }

  handleCopyData({ chunk }: { readonly chunk: Uint8Array }): void {
    if (this.bytes.destroyed) return
    // the driver uses its buffer again
    this.#gathered.push(Buffer.from(chunk))
    this.#size += chunk.length
    if (this.#size >= pieceBytes && !this.#hand()) this.#socket?.pause()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback()
    if (this.bytes.destroyed) return
    if (this.#size > 0) this.#hand()
    this.bytes.push(null)
    this.#socket?.resume()
  }

  handleError(error: Error): void {
    this.callback()
    this.bytes.destroy(error)
  }

  #hand(): boolean {
    const piece = Buffer.concat(this.#gathered)
    this.#gathered = []
    this.#size = 0
    return this.bytes.push(piece)
  }
}

class CopyIn {
  callback: () => void = () => undefined
  readonly #text: string
  readonly #source: AsyncIterable<Uint8Array>
  readonly #done: (rows: number) => void
  readonly #failed: (error: unknown) => void
  #rows = 0
  #over = false
  #fault: unknown = null

  constructor(
    text: string,
    source: AsyncIterable<Uint8Array>,
    done: (rows: number) => void,
    failed: (error: unknown) => void,
  ) {
    this.#text = text
    this.#source = source
    this.#done = done
    this.#failed = failed
  }

  submit(connection: object): Error | undefined {
    if (!isCopyConnection(connection)) return new Error('this version of the driver does not speak COPY')
    connection.query(this.#text)
    return undefined
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)
  }

  handleReadyForQuery(): void {
    this.#over = true
    this.callback()
    this.#done(this.#rows)
  }

  handleError(error: Error): void {
    this.#over = true
    this.callback()
    this.#failed(this.#fault ?? error)
  }

  async #send(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        if (this.#over) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await drained(connection.stream)
      }
      connection.endCopyFrom()
    } catch (error) {
      this.#fault = error
      if (!this.#over) connection.sendCopyFail('what was to be copied could not be read')
    }
  }
}

/** Waits until a socket takes more, or has ended. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      socket.off('drain', go)
      socket.off('close', go)
      resolve()
    }
    socket.on('drain', go)
    socket.on('close', go)
  })
}

function isCopyConnection(connection: object): connection is CopyConnection {
  return 'sendCopyFromChunk' in connection && 'stream' in connection
}
