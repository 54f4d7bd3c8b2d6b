import { randomBytes } from 'node:crypto'
import { type Socket, connect } from 'node:net'
import type { Way } from './fanoutServers.ts'

/** What each message bears, so that it is counted in the bytes without reading the rest. */
export const mark = '"mark":'
const headEnd = '\r\n\r\n'
/** What the last message of a round bears: when it was sent, in ms of the machine's own clock. */
const sentAt = /"sent":(\d+\.\d+)/g

/** The machine's clock in ms, with its fractions; the same in every process of it. */
export function machineNow(): number {
  return performance.timeOrigin + performance.now()
}

const textFrameOf = (text: string): Buffer => {
  const key = randomBytes(4)
  const body = Buffer.from(text)
  for (let at = 0; at < body.length; at += 1) body[at] = (body[at] ?? 0) ^ (key[at % 4] ?? 0)
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length]), key, body])
}

/** One client over a bare socket: it does the handshake and then only counts marks. */
class Reader {
  readonly socket: Socket
  readonly open: Promise<void>
  #carry = ''

  constructor(way: Way, port: number, heard: (marks: number, late: readonly number[]) => void) {
    this.socket = connect({ port, host: '127.0.0.1' })
    this.socket.setEncoding('latin1')
    const path = way === 'socket.io' ? '/socket.io/?EIO=4&transport=websocket' : '/ws'
    const head = [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Origin: http://127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ]
    this.open = new Promise((resolve, reject) => {
      let greeting = ''
      let joined = false
      const greet = (text: string): void => {
        greeting += text
        if (!greeting.includes(headEnd)) return
        if (!greeting.startsWith('HTTP/1.1 101')) return reject(new Error(greeting))
        // socket.io says "0…" first, wants a "40" and says "40…" then
        if (way === 'socket.io' && !joined && greeting.includes('0{"sid"')) {
          joined = true
          this.socket.write(textFrameOf('40'))
        }
        if (way === 'socket.io' && !greeting.includes('40{"sid"')) return
        if (way === 'hub' && !greeting.includes('"subscribed"')) return
        this.socket.off('data', greet)
        this.socket.on('data', (data: string) => this.#count(data, heard))
        resolve()
      }
      this.socket.on('connect', () => this.socket.write(`${head.join('\r\n')}${headEnd}`))
      this.socket.on('data', greet)
      this.socket.on('error', reject)
    })
  }

  #count(data: string, heard: (marks: number, late: readonly number[]) => void): void {
    const text = this.#carry + data
    let marks = 0
    let at = text.indexOf(mark)
    let end = 0
    while (at >= 0) {
      marks += 1
      end = at + mark.length
      at = text.indexOf(mark, end)
    }
    const late = [...text.slice(0, end).matchAll(sentAt)].map((match) => machineNow() - Number(match[1]))
    // a mark that was cut in two is found with the next data, and none twice
    this.#carry = text.slice(Math.max(end, text.length - 60))
    if (marks > 0) heard(marks, late)
  }
}

/** Many clients in this process. */
export class Readers {
  readonly late: number[] = []
  #readers: Reader[] = []
  #marks = 0
  #wanted = Infinity
  #whole: () => void = () => undefined

  /** Connects `count` clients, some at a time. */
  async open(way: Way, port: number, count: number): Promise<void> {
    const heard = (marks: number, late: readonly number[]): void => {
      this.#marks += marks
      this.late.push(...late)
      if (this.#marks >= this.#wanted) this.#whole()
    }
    while (this.#readers.length < count) {
      const some = Array.from(
        { length: Math.min(100, count - this.#readers.length) },
        () => new Reader(way, port, heard),
      )
      await Promise.all(some.map((reader) => reader.open))
      this.#readers.push(...some)
    }
  }

  /** Lets one client stop reading for good. */
  stall(): void {
    this.#readers.pop()?.socket.pause()
  }

  /** Comes to pass once all who read have had `each` messages since the last time. */
  async whole(each: number): Promise<void> {
    this.#wanted = each * this.#readers.length
    if (this.#marks < this.#wanted) await new Promise<void>((resolve) => (this.#whole = resolve))
    if (this.#marks > this.#wanted) throw new Error(`${this.#marks} messages came, not ${this.#wanted}`)
    this.#marks = 0
    this.#wanted = Infinity
  }
}
