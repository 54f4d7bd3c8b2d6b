import { setTimeout as pause } from 'node:timers/promises'
import { shortPatience } from './platform/files/bucketShelves.ts'
import { folderShelves } from './platform/files/folderShelves.ts'
import { filesFolderOf, openShelves } from './platform/files/openShelves.ts'
import { type Shelves, ShelvesAway, claimShelves, namePattern, shelvesMark } from './platform/files/shelves.ts'
import type { Keys } from './platform/keys/keys.ts'
import { startRounds } from './platform/rounds.ts'
import { StartRefusal, errorMessage } from './platform/startRefusal.ts'
import type { ProcessParts } from './threads.ts'

const stopTimeout = 1_000
const lookEveryMs = 5_000
/** A takeover waits no longer to hear whose files they are. */
const claimMaxMs = 2_000

/**
 * Opens what files lie on, and sees that they can be put there. Before this process leads anything: one that takes over later
 * does so with a bucket that is away, too. Throws a StartRefusal.
 */
export async function filesAtStart({ config, lifecycle, logger }: ProcessParts): Promise<Shelves> {
  const shelves = openShelves(config, shortPatience)
  lifecycle.add('files', stopTimeout, () => shelves.close())
  if (config.bucket === null) return shelves
  await refuseLeftBehind(config.dataFolder)
  await shelves.check()
  let told: string | null = null
  const look = async (): Promise<void> => {
    await shelves.look()
    if (told !== null) logger.warn('the bucket of what people sent answers again')
    told = null
  }
  const onError = (error: unknown): void => {
    const sentence = errorMessage(error)
    if (sentence !== told) logger.error(`what people send can't be kept or shown: ${sentence}`)
    told = sentence
  }
  lifecycle.add(
    'looking after files',
    stopTimeout,
    startRounds(look, { everyMs: lookEveryMs, first: 'later', onError }),
  )
  return shelves
}

/** Refuses a bucket beside files that were not moved there: nobody would see or erase them. */
async function refuseLeftBehind(dataFolder: string): Promise<void> {
  const folder = filesFolderOf(dataFolder)
  for await (const lying of folderShelves(folder).list()) {
    if (lying.some(({ name }) => namePattern.test(name)))
      throw new StartRefusal(
        `FILES_URL is set, and files lie in ${folder}: move them by npm run move-files -- to-bucket.`,
      )
  }
}

/** Sees that the files are this installation's; where they are away or slow, that is seen before each sweep. Gives the mark. */
export async function markAtStart(
  shelves: Shelves,
  { tokens }: Pick<Keys, 'tokens'>,
  { logger }: Pick<ProcessParts, 'logger'>,
): Promise<string> {
  const mark = shelvesMark(tokens)
  try {
    const claimed = claimShelves(shelves, mark)
    claimed.catch(() => undefined)
    await Promise.race([claimed, pause(claimMaxMs, undefined, { ref: false })])
  } catch (error) {
    if (!(error instanceof ShelvesAway)) throw error
    logger.warn(`whose files they are is not known yet: ${error.message}`)
  }
  return mark
}
