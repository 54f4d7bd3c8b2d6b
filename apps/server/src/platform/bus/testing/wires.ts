import type { Wire } from '../wire.ts'

/** Wires that end at each other, as a bus within one process; a test says what of it is lost. */
export class Wires {
  readonly #wires: {
    readonly wire: Wire
    readonly listeners: [string, (subject: string, bytes: Uint8Array) => void][]
  }[] = []
  readonly #connected: (() => void)[] = []
  /** Whether a message is lost. */
  loses: (subject: string) => boolean = () => false
  isConnected = true

  /** Carries again, and says so. */
  connect(): void {
    this.isConnected = true
    for (const listener of this.#connected) listener()
  }

  make(bytesMax = 1_000_000): Wire {
    const own = { listeners: [] as [string, (subject: string, bytes: Uint8Array) => void][] }
    const isConnected = (): boolean => this.isConnected
    const wire: Wire = {
      get isConnected() {
        return isConnected()
      },
      bytesMax,
      publish: (subject, bytes) => this.#carry(own.listeners, subject, bytes),
      subscribe: (subject, listener) => void own.listeners.push([subject, listener]),
      onConnected: (listener) => {
        this.#connected.push(listener)
        listener()
      },
      close: async () => undefined,
    }
    this.#wires.push({ wire, listeners: own.listeners })
    return wire
  }

  #carry(from: unknown, subject: string, bytes: Uint8Array): void {
    if (!this.isConnected || this.loses(subject)) return
    for (const { listeners } of this.#wires) {
      if (listeners === from) continue
      for (const [wanted, listener] of listeners) {
        const isHeard = wanted.endsWith('*') ? subject.startsWith(wanted.slice(0, -1)) : subject === wanted
        if (isHeard) setImmediate(() => listener(subject, bytes))
      }
    }
  }
}
