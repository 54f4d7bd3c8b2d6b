import { workerData } from 'node:worker_threads'
import { runLeadThread } from './leadThread.ts'

await runLeadThread(workerData)
