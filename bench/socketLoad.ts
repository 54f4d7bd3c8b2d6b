import { successCode } from '@truemark/protocol/envelope'
import { WebSocket } from 'ws'
import { keyNow } from '../apps/server/src/testing/keys.ts'

type Done = (refusal: string | null, ms: number) => void

/** One user's socket with several orders under way at once: each that is answered is followed by the next. */
export class SocketLine {
  readonly #socket: WebSocket
  readonly #done: Done
  readonly #body: () => string
  readonly #path: string
  readonly #began = new Map<string, number>()
  #count = 0
  #stopped: (() => void) | null = null

  constructor(address: string, path: string, inFlight: number, body: () => string, done: Done) {
    this.#path = path
    this.#body = body
    this.#done = done
    this.#socket = new WebSocket(address, { perMessageDeflate: false, skipUTF8Validation: true })
    this.#socket.on('open', () => {
      for (let n = 0; n < inFlight; n += 1) this.#send()
    })
    this.#socket.on('message', (data: Buffer) => this.#read(data.toString('latin1')))
    this.#socket.on('error', (error) => {
      throw error
    })
  }

  /** Places no more; comes to pass when all under way are answered. */
  stop(): Promise<void> {
    return new Promise((resolve) => (this.#stopped = resolve))
  }

  #send(): void {
    const id = String((this.#count += 1))
    this.#began.set(id, performance.now())
    const head = `{"type":"call","id":"${id}","method":"POST","path":"${this.#path}","key":"${keyNow()}"`
    this.#socket.send(`${head},"body":${this.#body()}}`)
  }

  #read(text: string): void {
    // what is told besides, of balances and orders, is not read any further
    if (!text.startsWith('[{"type":"result"')) return
    const answers: unknown = JSON.parse(text)
    for (const answer of Array.isArray(answers) ? answers : []) this.#take(answer)
  }

  #take(answer: { readonly type: string; readonly id: string; readonly code: number }): void {
    if (answer.type !== 'result') return
    const began = this.#began.get(answer.id) ?? 0
    this.#began.delete(answer.id)
    this.#done(answer.code === successCode ? null : JSON.stringify(answer), performance.now() - began)
    if (this.#stopped === null) return this.#send()
    if (this.#began.size > 0) return
    this.#socket.terminate()
    this.#stopped()
  }
}
