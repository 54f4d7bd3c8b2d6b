import { Worker } from 'node:worker_threads'
import { StartRefusal } from '../platform/startRefusal.ts'
import type { ProjectorNotice, ProjectorThreadData } from './projectorThread.ts'

export interface ProjectorClientOptions {
  readonly program: URL
  readonly data: ProjectorThreadData
  /** The thread ended by itself; the process is to end with 1 and this sentence. */
  readonly ended: (sentence: string) => void
  readonly warn: (message: string) => void
}

/** The main thread's end of the projector's thread. */
export interface ProjectorClient {
  /** Ends it after the transaction under way. */
  close(): Promise<void>
}

const startTimeout = 30_000
const stopTimeout = 15_000

/** Starts the projector's thread; throws a StartRefusal where it doesn't come up. */
export async function startProjector(options: ProjectorClientOptions): Promise<ProjectorClient> {
  const worker = new Worker(options.program, { workerData: options.data })
  let closing = false
  let stopped: () => void = () => undefined
  const ready = new Promise<void>((resolve, reject) => {
    let started = false
    const timer = setTimeout(() => reject(new StartRefusal('The projector did not start in time.')), startTimeout)
    const fail = (sentence: string): void => {
      clearTimeout(timer)
      stopped()
      if (closing) return
      if (started) options.ended(sentence)
      else reject(new StartRefusal(sentence))
    }
    worker.on('message', (message: ProjectorNotice) => {
      if (message.notice === 'warn') options.warn(message.message)
      else if (message.notice === 'stopped') stopped()
      else {
        clearTimeout(timer)
        started = true
        resolve()
      }
    })
    worker.on('error', (error) => fail(`The projector's thread failed: ${error.message}.`))
    worker.on('exit', (code) => fail(`The projector's thread ended with ${code}.`))
  })
  await ready
  return {
    close: async () => {
      if (closing) return
      closing = true
      const done = new Promise<void>((resolve) => {
        stopped = resolve
        setTimeout(resolve, stopTimeout).unref()
      })
      worker.postMessage('stop')
      await done
      await worker.terminate()
    },
  }
}
