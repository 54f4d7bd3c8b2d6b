import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

const silenceMs = 4_000
const opcodes = { continuation: 0, text: 1, binary: 2, odd: 3, close: 8, ping: 9 } as const

interface FrameOptions {
  readonly isLast?: boolean
  readonly isMasked?: boolean
  readonly reserved?: number
  /** The length that it says it has. */
  readonly length?: bigint
}

/** The bytes of one frame of RFC 6455, right or wrong. */
function frame(opcode: keyof typeof opcodes, payload: string | Buffer, options: FrameOptions = {}): Buffer {
  const bytes = Buffer.from(payload)
  const { isLast = true, isMasked = true, reserved = 0, length = BigInt(bytes.length) } = options
  const first = (isLast ? 0x80 : 0) | reserved | opcodes[opcode]
  const mark = isMasked ? 0x80 : 0
  const head = [Buffer.from([first, mark | (length < 126n ? Number(length) : 127)])]
  if (length >= 126n) {
    const long = Buffer.alloc(8)
    long.writeBigUInt64BE(length)
    head.push(long)
  }
  if (!isMasked) return Buffer.concat([...head, bytes])
  const mask = randomBytes(4)
  return Buffer.concat([...head, mask, bytes.map((byte, at) => byte ^ (mask[at % 4] ?? 0))])
}

const heartbeat = '{"type":"heartbeat"}'
const many = (count: number, one: () => Buffer): Buffer => Buffer.concat(Array.from({ length: count }, one))
const subscribe = (...symbols: string[]): string => JSON.stringify({ type: 'subscribe', symbols })

/** What is sent, and the code with which the server ends the socket for it; 0 where the socket only ends. */
export const rawFrames: readonly (readonly [what: string, bytes: Buffer, codes: readonly number[]])[] = [
  ['a frame without a mask', frame('text', heartbeat, { isMasked: false }), [1002]],
  ['a reserved bit', frame('text', heartbeat, { reserved: 0x40 }), [1002]],
  ['an opcode that there is not', frame('odd', heartbeat), [1002]],
  ['a continuation of nothing', frame('continuation', heartbeat), [1002]],
  ['a new message within another', many(2, () => frame('text', '{', { isLast: false })), [1002]],
  ['a ping that is too long', frame('ping', 'x'.repeat(126)), [1002]],
  ['a ping in parts', frame('ping', 'x', { isLast: false }), [1002]],
  ['a close frame of one byte', frame('close', 'x'), [1002]],
  ['a close code that there is not', frame('close', Buffer.from([0x03, 0xe7])), [1002]],
  ['a frame of 2^62 bytes', frame('text', 'x', { length: 1n << 62n }), [1009]],
  ['a frame of 20 000 bytes', frame('text', 'x'.repeat(20_000)), [1009]],
  [
    'a message of 20 000 bytes in parts',
    Buffer.concat([
      frame('text', 'x'.repeat(10_000), { isLast: false }),
      frame('continuation', 'x'.repeat(10_000), { isLast: false }),
    ]),
    [1009],
  ],
  ['bytes that are no UTF-8', frame('text', Buffer.from([0x22, 0xff, 0x22])), [1007]],
  ['a binary frame', frame('binary', heartbeat), [1008]],
  ['text that is no JSON', frame('text', heartbeat.slice(0, -1)), [1008]],
  ['a type that there is not', frame('text', '{"type":"orders"}'), [1008]],
  ['a message of the server', frame('text', '{"type":3,"seq":1,"data":{}}'), [1008]],
  ['more channels than may be', frame('text', subscribe(...Array.from({ length: 400 }, () => 'BTCUSDT_24H'))), [1008]],
  ['a flood of 300 heartbeats', many(300, () => frame('text', heartbeat)), [1008]],
  ['a flood of 300 subscriptions again', many(300, () => frame('text', subscribe('BTCUSDT_24H'))), [1008]],
  ['half a frame', frame('text', heartbeat, { length: 100n }), [0]],
  ['half a head', Buffer.from([0x81]), [0]],
]

/** Opens a socket by hand, sends the bytes, half closes where nothing else ends it, and gives the code of its close. */
export function closeCodeAfter(port: number, token: string, bytes: Buffer, halfCloses: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let heard = Buffer.alloc(0)
    let isOpen = false
    socket.setTimeout(silenceMs, () => socket.destroy(new Error('the server neither closed nor answered')))
    socket.on('connect', () => {
      socket.write(
        `GET /ws${token === '' ? '' : `?token=${encodeURIComponent(token)}`} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n` +
          `origin: http://127.0.0.1:${port}\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n` +
          `sec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      )
    })
    socket.on('data', (chunk) => {
      heard = Buffer.concat([heard, chunk])
      if (isOpen && codeIn(heard) !== 0) socket.end()
      if (isOpen || !heard.includes('\r\n\r\n')) return
      isOpen = true
      socket.write(bytes)
      if (halfCloses) socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(codeIn(heard)))
  })
}

/** The code of the close frame among frames of a server; 0 where there is none. */
function codeIn(heard: Buffer): number {
  let at = heard.indexOf('\r\n\r\n') + 4
  while (at + 1 < heard.length) {
    const [opcode, short] = [(heard[at] ?? 0) & 15, (heard[at + 1] ?? 0) & 127]
    const head = short === 126 ? 4 : short === 127 ? 10 : 2
    if (at + head > heard.length) return 0
    const length =
      short === 126 ? heard.readUInt16BE(at + 2) : short === 127 ? Number(heard.readBigUInt64BE(at + 2)) : short
    if (opcode === opcodes.close) return heard.readUInt16BE(at + head)
    at += head + length
  }
  return 0
}
