/** What a route answers with instead of an envelope: an image that only its caller may see. */
export class Media {
  readonly type: string
  readonly bytes: Uint8Array
  /** The name under which it would be saved; ours, never a sender's. */
  readonly name: string

  constructor(type: string, bytes: Uint8Array, name: string) {
    this.type = type
    this.bytes = bytes
    this.name = name
  }
}
