import { Worker } from 'node:worker_threads'
import type { ProjectorNotice, ProjectorThreadData } from './engine/projectorThread.ts'

export interface ProjectorClientOptions {
  readonly program: URL
  readonly data: ProjectorThreadData
  readonly warn: (message: string) => void
  /** A committed fact was set aside: a read model lacks it. */
  readonly alarm: (message: string) => void
  /** How many facts are set aside. */
  readonly setAside: (count: number) => void
  /** The thread ended by itself; the process is to end with 1 and this sentence. */
  readonly ended: (sentence: string) => void
}

/** Starts the projector's thread; returns how to stop it. */
export function startProjector(options: ProjectorClientOptions): () => Promise<void> {
  const worker = new Worker(options.program, { workerData: options.data })
  let stopping = false
  let stopped: () => void = () => undefined
  const end = (sentence: string): void => {
    if (!stopping) options.ended(sentence)
    stopped()
  }
  worker.on('message', (notice: ProjectorNotice) => {
    if (notice.notice === 'warn') options.warn(notice.message)
    else if (notice.notice === 'alarm') options.alarm(notice.message)
    else if (notice.notice === 'setAside') options.setAside(notice.count)
    else if (notice.notice === 'stopped') stopped()
  })
  worker.on('error', (error) => end(`The projector's thread failed: ${error.message}.`))
  worker.on('exit', (code) => end(`The projector's thread ended with ${code}.`))
  return async () => {
    stopping = true
    const done = new Promise<void>((resolve) => {
      stopped = resolve
    })
    worker.postMessage('stop')
    await done
    await worker.terminate()
  }
}
