import { runOwedThread } from './transparency/owedThread.ts'

/** Composition root of the thread that reckons what is owed. */
await runOwedThread()
