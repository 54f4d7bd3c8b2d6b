import { doClockWork } from './clockWork.ts'
import { AppData } from './content/door.ts'
import { followCore, reachInstallation } from './remoteStart.ts'
import { assertMetricsPortFree, openPost, vaultOf } from './served.ts'
import { startRounds } from './platform/rounds.ts'
import type { ProcessParts } from './threads.ts'

const smallStopTimeout = 1_000
/** How late it hears of another name or time zone. */
const appDataEveryMs = 5_000

/**
 * Starts a worker: it serves nobody, asks the core over the bus, and does what goes by the clock instead of the core. Waits for the
 * core, however long that takes, and says so at its metrics port. Throws a StartRefusal.
 */
export async function startWorker(process: ProcessParts, migrationsFolder: string): Promise<void> {
  const { config, lifecycle, logger } = process
  const reached = await reachInstallation(process, migrationsFolder, () => assertMetricsPortFree(config))
  const { condition, foundation } = reached
  const { database, keys, translate } = foundation
  followCore(process, reached).follow()
  const onError = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
  const appData = await AppData.load(database)
  const refresh = {
    everyMs: appDataEveryMs,
    first: 'later',
    onError: onError('the app data could not be read'),
  } as const
  lifecycle.add(
    'app data',
    smallStopTimeout,
    startRounds(() => appData.refresh(), refresh),
  )
  const sealing = { database, sealing: keys.sealing }
  const post = openPost(config, sealing, translate, onError('mail could not be sent'))
  lifecycle.add('post', smallStopTimeout, () => post.close())
  const vault = await vaultOf(process, foundation)
  condition.isClockWorkMine = doClockWork(process, { ...foundation, appData, post, vault })
  condition.isReady = true
}
