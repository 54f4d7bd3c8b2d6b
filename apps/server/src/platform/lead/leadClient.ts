import { Worker } from 'node:worker_threads'
import { StartRefusal } from '../startRefusal.ts'
import type { LeadNotice } from './lead.ts'
import type { LeadOrder, LeadThreadData } from './leadThread.ts'

export interface LeadClientOptions {
  /** The thread's program. */
  readonly program: URL
  readonly data: LeadThreadData
  /** Another leads, and this process waits for the lead; called anew when it is yet another. */
  readonly standingBy: (leader: string) => void
  /** The lead is another's, or its thread failed: the process is to end with 1 and this sentence. */
  readonly ended: (sentence: string) => void
  readonly warn: (message: string) => void
}

/** The main thread's side of the lead of a database. */
export class LeadClient {
  /** Resolves once this process leads. Rejects with a StartRefusal that names who does, and where it was released before. */
  readonly leading: Promise<void>
  readonly #worker: Worker
  readonly #options: LeadClientOptions
  #settle: { readonly lead: () => void; readonly refuse: (why: Error) => void } = { lead: () => {}, refuse: () => {} }
  #isLeading = false
  #isReleased = false
  readonly #exited: Promise<void>

  constructor(options: LeadClientOptions) {
    this.#options = options
    this.#worker = new Worker(options.program, { workerData: options.data })
    this.leading = new Promise((lead, refuse) => {
      this.#settle = { lead, refuse }
    })
    // where nobody waits for it any more, nobody has to hear of it
    this.leading.catch(() => undefined)
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', () => resolve())
    })
    this.#worker.on('message', (notice: LeadNotice) => this.#take(notice))
    this.#worker.on('error', (error) => this.#end(`The thread that has the lead failed: ${error.message}.`))
    this.#worker.on('exit', (code) => this.#end(`The thread that has the lead ended with ${code}.`))
  }

  /** Says that this process is alive; from the first time on it has to be said each few seconds. */
  alive(): void {
    if (!this.#isReleased) this.#order('alive')
  }

  /** Says that this process, which stands by, fits and follows: it leads next. */
  follow(): void {
    if (!this.#isReleased) this.#order('follow')
  }

  /** Gives the lead away, or stops waiting for it: whoever asks for it next has it. */
  async release(): Promise<void> {
    if (!this.#isReleased) this.#order('release')
    this.#isReleased = true
    await this.#exited
  }

  #take(notice: LeadNotice): void {
    if (notice.notice === 'warn') this.#options.warn(notice.message)
    else if (notice.notice === 'standing-by') this.#options.standingBy(notice.leader)
    else if (notice.notice === 'ended') this.#end(notice.sentence)
    else if (notice.notice === 'leading') {
      this.#isLeading = true
      this.#settle.lead()
    }
  }

  #order(order: LeadOrder): void {
    this.#worker.postMessage(order)
  }

  #end(sentence: string): void {
    this.#settle.refuse(new StartRefusal(sentence))
    if (this.#isLeading && !this.#isReleased) this.#options.ended(sentence)
    this.#isReleased = true
  }
}
