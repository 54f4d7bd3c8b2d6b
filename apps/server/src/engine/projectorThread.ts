import type { Event } from '@truemark/core/vocabulary'
import { decode } from '@truemark/core/codec/codec'
import { BroadcastChannel, parentPort } from 'node:worker_threads'
import { openDatabase } from '../platform/postgres/database.ts'
import { eventsCodec } from './exchangeMachine.ts'
import { type Projection, Projector } from './projector.ts'
import { type FollowerHint, hintOf } from './watermark.ts'

/** What the projector's thread starts with. */
export interface ProjectorThreadData {
  readonly databaseUrl: string
  /** The channel on which the engine hints at committed rows and this thread tells how far it is. */
  readonly channel: string
}

/** What the projector's thread tells. */
export type ProjectorNotice =
  | { readonly notice: 'ready' }
  | { readonly notice: 'warn'; readonly message: string }
  | { readonly notice: 'alarm'; readonly message: string }
  | { readonly notice: 'setAside'; readonly count: number }
  | { readonly notice: 'stopped' }

/** The body of the projector's thread: follows the journal with `projections` until it is told to stop. */
export function runProjectorThread(projections: readonly Projection<Event>[], data: unknown): void {
  if (parentPort === null) throw new Error('the projector runs in a worker thread')
  if (!isProjectorData(data)) throw new Error('the thread was started without its data')
  const port = parentPort
  const notify = (notice: ProjectorNotice): void => port.postMessage(notice)
  const warn = (message: string): void => notify({ notice: 'warn', message })
  const channel = new BroadcastChannel(data.channel)
  channel.unref()
  const database = openDatabase({
    url: data.databaseUrl,
    name: 'projector',
    connectionsMax: 1,
    onError: (error) => warn(`an idle connection of the projector failed: ${error.message}`),
  })
  const projector = new Projector<Event>({
    database,
    projections,
    decode: (frame) => decode(eventsCodec, frame),
    projected: (projected) => {
      const hint: FollowerHint = { projected }
      channel.postMessage(hint)
    },
    warn,
    alarm: (message) => notify({ notice: 'alarm', message }),
    setAside: (count) => notify({ notice: 'setAside', count }),
  })
  channel.onmessage = (message: unknown) => {
    const hint = hintOf(message)
    if (hint !== null && 'committed' in hint) projector.hint()
  }
  port.once('message', () => {
    void projector
      .stop()
      .then(() => database.close())
      .then(() => notify({ notice: 'stopped' }))
  })
  projector.start()
  notify({ notice: 'ready' })
}

function isProjectorData(data: unknown): data is ProjectorThreadData {
  return typeof data === 'object' && data !== null && 'databaseUrl' in data && 'channel' in data
}
