import type { Readable } from 'node:stream'

/**
 * What a route answers with instead of an envelope: a file that only its caller may see, unless it may be cached. A long
 * one comes as a stream; where that breaks off, so does the connection.
 */
export class Media {
  readonly type: string
  readonly bytes: Uint8Array | Readable
  /** The name under which it would be saved; ours, never a sender's. */
  readonly name: string
  /** How long any cache may keep it, in seconds, since anyone may see it; null: not at all. */
  readonly cacheSeconds: number | null
  /** What is told of it besides. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    type: string,
    bytes: Uint8Array | Readable,
    name: string,
    cacheSeconds: number | null = null,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.type = type
    this.bytes = bytes
    this.name = name
    this.cacheSeconds = cacheSeconds
    this.headers = headers
  }
}
