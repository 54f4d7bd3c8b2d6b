import { holderRow } from '@truemark/core/ledger/holders'
import type { EngineRefusal, Reply } from './reply.ts'
import type { Source, Waiting } from './intake.ts'

/**
 * What crosses between the engine's thread and another one: byte messages, each a row of frames. A frame is its
 * length (u32), its kind (u8) and then numbers and bytes as its kind says, all little-endian.
 */
export const frameKinds = {
  command: 1,
  query: 2,
  pace: 3,
  stop: 4,
  accepted: 16,
  rejected: 17,
  refused: 18,
  committed: 19,
  acceptedKept: 20,
  projected: 21,
  epoch: 22,
} as const

const refusals: readonly EngineRefusal[] = [
  'server_busy',
  'engine_fault',
  'not_committed',
  'outcome_unknown',
  'engine_stopping',
]
const headBytes = 5
const capacityStart = 16 * 1024

/** Gathers frames and hands them over as one message; `send` owns the bytes then. */
export class FrameSender {
  readonly #send: (message: Uint8Array<ArrayBuffer>) => void
  #bytes = new Uint8Array(capacityStart)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  constructor(send: (message: Uint8Array<ArrayBuffer>) => void) {
    this.#send = send
  }

  get empty(): boolean {
    return this.#length === 0
  }

  /** Bytes that wait to be handed over. */
  get length(): number {
    return this.#length
  }

  /** Adds a frame: u32 numbers, then f64 numbers, then bytes. */
  add(kind: number, small: readonly number[], large: readonly number[], bytes: Uint8Array): void {
    const size = headBytes + 4 * small.length + 8 * large.length + bytes.length
    this.#room(size)
    let at = this.#length
    this.#view.setUint32(at, size, true)
    this.#view.setUint8(at + 4, kind)
    at += headBytes
    for (const value of small) {
      this.#view.setUint32(at, value, true)
      at += 4
    }
    for (const value of large) {
      this.#view.setFloat64(at, value, true)
      at += 8
    }
    this.#bytes.set(bytes, at)
    this.#length += size
  }

  flush(): void {
    if (this.#length === 0) return
    const message = this.#bytes.subarray(0, this.#length)
    // Small messages are copied out so that the buffer stays; a large one is handed over whole.
    if (this.#length <= capacityStart) {
      this.#length = 0
      this.#send(message.slice())
      return
    }
    this.#bytes = new Uint8Array(capacityStart)
    this.#view = new DataView(this.#bytes.buffer)
    this.#length = 0
    this.#send(message)
  }

  #room(size: number): void {
    const needed = this.#length + size
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }
}

/** One frame of a message that came in; `bytes` are a view on the message. */
export interface Frame {
  readonly kind: number
  u32(place: number): number
  /** A large number behind `smalls` small ones. */
  f64(smalls: number, place: number): number
  bytes(smalls: number, larges: number): Uint8Array
}

/** Reads a message frame by frame. */
export function* framesOf(message: Uint8Array): Generator<Frame> {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  let at = 0
  while (at < message.length) {
    const start = at + headBytes
    const end = at + view.getUint32(at, true)
    yield {
      kind: view.getUint8(at + 4),
      u32: (place) => view.getUint32(start + 4 * place, true),
      f64: (smalls, place) => view.getFloat64(start + 4 * smalls + 8 * place, true),
      bytes: (smalls, larges) => message.subarray(start + 4 * smalls + 8 * larges, end),
    }
    at = end
  }
}

/** Whether a message that came from outside this process is a row of whole frames of these kinds, as long as each needs. */
export function isFramed(message: Uint8Array, bytesMin: ReadonlyMap<number, number>): boolean {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  let at = 0
  while (at < message.length) {
    if (message.length - at < headBytes) return false
    const size = view.getUint32(at, true)
    const least = bytesMin.get(view.getUint8(at + 4))
    if (least === undefined || size < headBytes + least || size > message.length - at) return false
    at += size
  }
  return true
}

/** What comes from a gateway to the core, with the fewest bytes behind each head. */
export const framesOfAsking: ReadonlyMap<number, number> = new Map([
  [frameKinds.command, 12],
  [frameKinds.query, 12],
])

/** What the core answers a gateway. */
export const framesOfReplies: ReadonlyMap<number, number> = new Map([
  [frameKinds.epoch, 8],
  [frameKinds.accepted, 12],
  [frameKinds.rejected, 12],
  [frameKinds.refused, 8],
  [frameKinds.acceptedKept, 24 + 2 * 32],
])

/** What the core tells all gateways. */
export const framesOfRows: ReadonlyMap<number, number> = new Map([
  [frameKinds.committed, 16],
  [frameKinds.projected, 16],
])

const sourceCodes = { house: 0, real: 1, demo: 2 } as const

/** Adds a command or a query. */
export function sendItem(sender: FrameSender, item: Waiting): void {
  const { source } = item
  const code = source.kind === 'house' ? sourceCodes.house : sourceCodes[source.realm]
  const holder = source.kind === 'house' ? 0 : holderRow(source.holder)
  sender.add(frameKinds[item.kind], [item.request, code, holder], [], item.bytes)
}

/** The command or query of a frame. */
export function itemOf(frame: Frame): Waiting {
  const code = frame.u32(1)
  const source: Source =
    code === sourceCodes.house
      ? { kind: 'house' }
      : { kind: 'holder', holder: frame.u32(2), realm: code === sourceCodes.real ? 'real' : 'demo' }
  const kind = frame.kind === frameKinds.command ? 'command' : 'query'
  // Copied, since the message as a whole would otherwise live as long as its longest-waiting command.
  return { request: frame.u32(0), kind, source, bytes: frame.bytes(3, 0).slice() }
}

/** Adds a reply. */
export function sendReply(sender: FrameSender, request: number, reply: Reply): void {
  if (reply.kind === 'refused') {
    sender.add(frameKinds.refused, [request, refusals.indexOf(reply.reason)], [], noBytes)
    return
  }
  const kept = reply.kind === 'accepted' ? reply.kept : undefined
  if (reply.kind === 'accepted' && kept !== undefined) {
    const bytes = Buffer.concat([kept.row, kept.command, reply.answer])
    sender.add(frameKinds.acceptedKept, [request, kept.place], [reply.seq, kept.time], bytes)
    return
  }
  const bytes = reply.kind === 'accepted' ? reply.answer : reply.rejection
  sender.add(frameKinds[reply.kind], [request], [reply.seq], bytes)
}

/** The reply of a frame; its request's number is `frame.u32(0)`. */
export function replyOf(frame: Frame): Reply {
  if (frame.kind === frameKinds.refused) return { kind: 'refused', reason: refusals[frame.u32(1)] ?? 'outcome_unknown' }
  if (frame.kind === frameKinds.acceptedKept) return keptReplyOf(frame)
  const seq = frame.f64(1, 0)
  const bytes = frame.bytes(1, 1)
  if (frame.kind === frameKinds.accepted) return { kind: 'accepted', answer: bytes, seq }
  return { kind: 'rejected', rejection: bytes, seq }
}

const digestBytes = 32

function keptReplyOf(frame: Frame): Reply {
  const bytes = frame.bytes(2, 2)
  const row = bytes.subarray(0, digestBytes)
  const command = bytes.subarray(digestBytes, 2 * digestBytes)
  const kept = { place: frame.u32(1), time: frame.f64(2, 1), row, command }
  return { kind: 'accepted', answer: bytes.subarray(2 * digestBytes), seq: frame.f64(2, 0), kept }
}

const noBytes = new Uint8Array(0)
