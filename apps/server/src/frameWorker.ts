import { runFrameThread } from './platform/http/frameThread.ts'

await runFrameThread()
