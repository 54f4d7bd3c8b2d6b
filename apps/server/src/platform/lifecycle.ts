import { errorMessage } from './startRefusal.ts'

interface Step {
  readonly name: string
  readonly stop: () => Promise<void> | void
  /** In ms; a step that takes longer is left behind. */
  readonly timeout: number
}

export interface LifecycleOptions {
  readonly onError: (step: string, message: string) => void
}

/** What was started, so that it can be stopped in the opposite order. */
export class Lifecycle {
  readonly #options: LifecycleOptions
  readonly #steps: Step[] = []
  #stopping: Promise<void> | null = null

  constructor(options: LifecycleOptions) {
    this.#options = options
  }

  /** Whether the end has begun: what is starting then need not go on. */
  get isStopping(): boolean {
    return this.#stopping !== null
  }

  /** Notes how to stop what has just been started. */
  add(name: string, timeout: number, stop: () => Promise<void> | void): void {
    this.#steps.push({ name, stop, timeout })
  }

  /** Stops everything, the last started first; a further call also stops what was noted since. Never throws. */
  stop(): Promise<void> {
    this.#stopping = this.#stopping === null ? this.#run() : this.#stopping.then(() => this.#run())
    return this.#stopping
  }

  async #run(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await within(step.timeout, step.stop)
      } catch (error) {
        this.#options.onError(step.name, errorMessage(error))
      }
    }
  }
}

async function within(timeout: number, work: () => Promise<void> | void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took more than ${timeout} ms`)), timeout)
  })
  try {
    await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
