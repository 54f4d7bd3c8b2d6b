import { fileURLToPath, pathToFileURL } from 'node:url'
import { startProjector } from '../../projectorClient.ts'
import { EngineClient } from '../engineClient.ts'
import { Reads } from '../reads.ts'
import { Watermark } from '../watermark.ts'
import { bundleFile } from './bundleChild.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The engine and the projector in their own threads, with the main thread's side of them. */
export interface Whole {
  readonly engine: EngineClient
  readonly watermark: Watermark
  readonly reads: Reads
  close(): Promise<void>
}

/** How long readers wait here (ms): the test is about order, not about the speed of a busy machine. */
const patience = 20_000

/** Starts the exchange's real threads on a database. */
export async function startWhole(databaseUrl: string, problem: (sentence: string) => void): Promise<Whole> {
  const channel = `truemark test ${databaseUrl}`
  const watermark = new Watermark(channel)
  const reads = new Reads(watermark, patience)
  const engine = await EngineClient.start({
    program: pathToFileURL(await bundleFile(here('../engineWorker.ts'))),
    data: { role: 'engine', databaseUrl, channel, snapshotRows: 10_000, snapshotBytes: 256e6 },
    ended: problem,
    warn: problem,
  })
  const stopProjector = startProjector({
    program: pathToFileURL(await bundleFile(here('../../projectorWorker.ts'))),
    data: { databaseUrl, channel },
    ended: problem,
    warn: problem,
    alarm: problem,
    setAside: () => undefined,
  })
  return {
    engine,
    watermark,
    reads,
    close: async () => {
      await engine.close()
      await stopProjector()
      watermark.close()
    },
  }
}
