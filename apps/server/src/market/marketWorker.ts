import { workerData } from 'node:worker_threads'
import { openLiveSources } from './liveSources.ts'
import { runMarketThread } from './marketThread.ts'

/** Composition root of the market's thread: the room on the live sources' public sockets. */
await runMarketThread(openLiveSources, workerData)
