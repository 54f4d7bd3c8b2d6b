import { createHash } from 'node:crypto'

// The format of OpenTimestamps (https://opentimestamps.org): a digest, and the operations that lead from it to what somebody
// attests. Written by the bytes of its public proofs; every number in it is bounded, since calendars are strangers.

const magic = Buffer.from('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294', 'hex')
const version = 1
const sha256Tag = 0x08
const digestBytes = 32
const forkTag = 0xff
const attestationTag = 0x00
const withOperand: readonly number[] = [0xf0, 0xf1]
// SHA-1, RIPEMD-160, SHA-256, Keccak-256, the order of bytes turned round, hex digits
const withoutOperand: readonly number[] = [0x02, 0x03, sha256Tag, 0x67, 0xf2, 0xf3]
const kindBytes = 8
const pendingKind = '83dfe30d2ef90c8e'
const bitcoinKind = '0588960d73d71901'
const operandMax = 4_096
const payloadMax = 8_192
const depthMax = 256
/** No proof is longer. */
export const proofBytesMax = 65_536

interface Attestation {
  readonly kind: string
  readonly payload: Buffer
}

interface Operation {
  readonly tag: number
  readonly operand: Buffer | null
  readonly next: Timestamp
}

/** What is attested of a message, by itself and by way of operations on it. */
export interface Timestamp {
  readonly attestations: Attestation[]
  readonly operations: Operation[]
}

/** Bytes that are no proof. */
export class ProofFault extends Error {}

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new ProofFault('it is cut off')
    return this.#bytes.subarray(this.#at, (this.#at += count))
  }

  byte(): number {
    return this.take(1).readUInt8(0)
  }

  /** A number of seven bits a byte, the lowest first. */
  number(): number {
    let value = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new ProofFault('a number is too large')
  }

  bytes(max: number): Buffer {
    const length = this.number()
    if (length > max) throw new ProofFault('a part is too long')
    return this.take(length)
  }
}

function readTimestamp(reader: Reader, depth: number): Timestamp {
  if (depth > depthMax) throw new ProofFault('it is too deep')
  const found: Timestamp = { attestations: [], operations: [] }
  let tag = reader.byte()
  for (; tag === forkTag; tag = reader.byte()) readItem(reader, reader.byte(), found, depth)
  readItem(reader, tag, found, depth)
  return found
}

function readItem(reader: Reader, tag: number, into: Timestamp, depth: number): void {
  if (tag === attestationTag) {
    const kind = reader.take(kindBytes).toString('hex')
    into.attestations.push({ kind, payload: reader.bytes(payloadMax) })
    return
  }
  const hasOperand = withOperand.includes(tag)
  if (!hasOperand && !withoutOperand.includes(tag)) throw new ProofFault('an operation is unknown')
  const operand = hasOperand ? reader.bytes(operandMax) : null
  into.operations.push({ tag, operand, next: readTimestamp(reader, depth + 1) })
}

/** What a calendar answers: what it attests of the digest that it was asked about. Throws a ProofFault. */
export function readAnswer(bytes: Buffer): Timestamp {
  const reader = new Reader(bytes)
  const found = readTimestamp(reader, 0)
  if (!reader.isAtEnd) throw new ProofFault('something stands behind it')
  return found
}

/** A proof as its file (.ots) has it. Throws a ProofFault. */
export function readProof(bytes: Buffer): { readonly digest: Buffer; readonly timestamp: Timestamp } {
  const reader = new Reader(bytes)
  if (!reader.take(magic.length).equals(magic)) throw new ProofFault('it does not begin as one')
  if (reader.number() !== version) throw new ProofFault('its version is unknown')
  if (reader.byte() !== sha256Tag) throw new ProofFault('it is not of a SHA-256')
  const digest = reader.take(digestBytes)
  const timestamp = readTimestamp(reader, 0)
  if (!reader.isAtEnd) throw new ProofFault('something stands behind it')
  return { digest, timestamp }
}

function numberBytes(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest & 0x7f) | 0x80)
  return Buffer.from([...bytes, rest])
}

function timestampBytes({ attestations, operations }: Timestamp): Buffer {
  const items = [
    ...attestations.map(({ kind, payload }) =>
      Buffer.concat([Buffer.from([attestationTag]), Buffer.from(kind, 'hex'), numberBytes(payload.length), payload]),
    ),
    ...operations.map(({ tag, operand, next }) =>
      Buffer.concat([
        Buffer.from([tag]),
        ...(operand === null ? [] : [numberBytes(operand.length), operand]),
        timestampBytes(next),
      ]),
    ),
  ]
  const last = items.length - 1
  return Buffer.concat(items.flatMap((item, place) => (place < last ? [Buffer.from([forkTag]), item] : [item])))
}

/** The file (.ots) of a proof. */
export function proofBytes(digest: Buffer, timestamp: Timestamp): Buffer {
  return Buffer.concat([magic, numberBytes(version), Buffer.from([sha256Tag]), digest, timestampBytes(timestamp)])
}

/** Adds to a timestamp what another attests of the same message. */
export function addTimestamp(to: Timestamp, from: Timestamp): void {
  for (const one of from.attestations)
    if (!to.attestations.some(({ kind, payload }) => kind === one.kind && payload.equals(one.payload)))
      to.attestations.push(one)
  for (const one of from.operations) {
    const same = to.operations.find(
      ({ tag, operand }) => tag === one.tag && (operand ?? none).equals(one.operand ?? none),
    )
    if (same === undefined) to.operations.push(one)
    else addTimestamp(same.next, one.next)
  }
}

const none = Buffer.alloc(0)

/** A promise of a calendar to have a commitment attested: whom to ask for it, and where in the proof its answer belongs. */
export interface Pending {
  readonly calendar: string
  readonly commitment: Buffer
  readonly at: Timestamp
}

/** What calendars have promised and not yet kept. */
export function pendingOf(message: Buffer, timestamp: Timestamp): Pending[] {
  const own = timestamp.attestations.flatMap(({ kind, payload }) =>
    kind === pendingKind ? [{ calendar: calendarOf(payload), commitment: message, at: timestamp }] : [],
  )
  const later = timestamp.operations.flatMap((operation) => {
    const result = resultOf(operation, message)
    return result === null ? [] : pendingOf(result, operation.next)
  })
  return [...own, ...later]
}

function calendarOf(payload: Buffer): string {
  const reader = new Reader(payload)
  return reader.bytes(1_000).toString('latin1')
}

/** What an operation makes of a message; null where this program does not know it. */
function resultOf({ tag, operand }: Operation, message: Buffer): Buffer | null {
  if (message.length + (operand?.length ?? 0) > operandMax) return null
  if (tag === 0xf0) return Buffer.concat([message, operand ?? none])
  if (tag === 0xf1) return Buffer.concat([operand ?? none, message])
  return tag === sha256Tag ? createHash('sha256').update(message).digest() : null
}

/** The number of the lowest block of Bitcoin that a proof leads to, by its own word; null where it leads to none. */
export function blockOf({ attestations, operations }: Timestamp): number | null {
  const own = attestations.flatMap(({ kind, payload }) => (kind === bitcoinKind ? [new Reader(payload).number()] : []))
  const all = [...own, ...operations.flatMap(({ next }) => blockOf(next) ?? [])]
  return all.length === 0 ? null : Math.min(...all)
}
