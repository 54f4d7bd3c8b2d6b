import { workerData } from 'node:worker_threads'
import { runEngineThread } from './engineThread.ts'
import { makeExchange } from './exchangeMachine.ts'

/** Composition root of the engine's thread: the exchange on the journal. */
await runEngineThread(makeExchange, new URL(import.meta.url), workerData)
