import { workerData } from 'node:worker_threads'
import { runEngineThread } from '../engineThread.ts'
import { makeTally } from './tallyMachine.ts'

await runEngineThread(makeTally, new URL(import.meta.url), workerData)
