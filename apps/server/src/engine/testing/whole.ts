import { fileURLToPath } from 'node:url'
import { pathToFileURL } from 'node:url'
import { EngineClient } from '../engineClient.ts'
import { Freshness } from '../freshness.ts'
import { type ProjectorClient, startProjector } from '../projectorClient.ts'
import { Watermark } from '../watermark.ts'
import { bundleFile } from './bundleChild.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The engine and the projector in their own threads, with the main thread's side of them. */
export interface Whole {
  readonly engine: EngineClient
  readonly projector: ProjectorClient
  readonly watermark: Watermark
  readonly freshness: Freshness
  close(): Promise<void>
}

/** Starts the exchange's real threads on a database. */
export async function startWhole(databaseUrl: string, problem: (sentence: string) => void): Promise<Whole> {
  const channel = `truemark test ${databaseUrl}`
  const watermark = new Watermark(channel)
  const freshness = new Freshness(watermark)
  const engine = await EngineClient.start({
    program: pathToFileURL(await bundleFile(here('../engineWorker.ts'))),
    data: { role: 'engine', databaseUrl, channel, snapshotRows: 10_000, snapshotBytes: 256e6 },
    ended: problem,
    warn: problem,
    told: (holder, seq) => freshness.told(holder, seq),
  })
  const projector = await startProjector({
    program: pathToFileURL(await bundleFile(here('../../projectorWorker.ts'))),
    data: { databaseUrl, channel },
    ended: problem,
    warn: problem,
  })
  return {
    engine,
    projector,
    watermark,
    freshness,
    close: async () => {
      await engine.close()
      await projector.close()
      watermark.close()
    },
  }
}
