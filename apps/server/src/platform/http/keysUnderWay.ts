import { type Outcome, type RequestKey, replayed } from './call.ts'
import type { Caller } from './session.ts'

/** The most calls that wait for one with the same key, as many as one account may send orders at once, and the most keys under way. */
const waitingMax = 500
const keysMax = 50_000
/** How long a call waits for its twin, in ms; after that it is told to ask again. */
const patienceMs = 20_000

interface UnderWay {
  readonly digest: string
  readonly outcome: Promise<Outcome<unknown>>
  waiting: number
}

const busy: Outcome<never> = { ok: false, reason: 'server_busy', params: undefined }

/**
 * The keyed calls that are under way. A call whose key is under way is not made again: it waits and gets the same outcome,
 * marked as given again, so that a double tap is one deed whatever the deed looks up before it acts. One with another body has its turn after it,
 * and is refused by whoever remembers the first. What a key was answered once it is done is
 * remembered by those who did it: the engine, or the table that holds it unique.
 */
export class KeysUnderWay {
  readonly #byName = new Map<string, UnderWay>()
  readonly #patience: number

  constructor(patience = patienceMs) {
    this.#patience = patience
  }

  get size(): number {
    return this.#byName.size
  }

  /** Does `work` for a key of the caller's, or waits for who does it already; what is no key binds nobody. */
  async once(
    caller: Pick<Caller, 'kind' | 'userId' | 'realm'> | null,
    key: RequestKey | 'malformed',
    work: () => Promise<Outcome<unknown>> | Outcome<unknown>,
  ): Promise<Outcome<unknown>> {
    if (caller === null || key === 'malformed') return work()
    const name = `${caller.kind} ${caller.userId} ${caller.realm} ${key.route} ${key.id}`
    for (let twin = this.#byName.get(name); twin !== undefined; twin = this.#byName.get(name)) {
      if (twin.digest === key.digest) return replayed(await this.#wait(twin), true)
      if ((await this.#wait(twin).catch(() => null)) === busy) return busy
    }
    if (this.#byName.size >= keysMax) return busy
    const outcome = Promise.resolve().then(work)
    this.#byName.set(name, { digest: key.digest, outcome, waiting: 0 })
    try {
      return await outcome
    } finally {
      this.#byName.delete(name)
    }
  }

  async #wait(twin: UnderWay): Promise<Outcome<unknown>> {
    if (twin.waiting >= waitingMax) return busy
    twin.waiting += 1
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Outcome<never>>((resolve) => {
      timer = setTimeout(() => resolve(busy), this.#patience)
    })
    try {
      return await Promise.race([twin.outcome, late])
    } finally {
      twin.waiting -= 1
      clearTimeout(timer)
    }
  }
}
