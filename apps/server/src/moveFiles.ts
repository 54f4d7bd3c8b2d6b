import { withLentDatabase } from './lentDatabase.ts'
import { folderShelves } from './platform/files/folderShelves.ts'
import { moveFiles } from './platform/files/moving.ts'
import { filesFolderOf, withShelves } from './platform/files/openShelves.ts'
import { claimShelves, shelvesMark } from './platform/files/shelves.ts'
import { readKeys } from './platform/keys/keys.ts'
import { StartRefusal, sayRefusal } from './platform/startRefusal.ts'
import { progressTo, say } from './savedFile.ts'

// Moves what people sent from the data folder to the bucket of FILES_URL, or back: npm run move-files -- to-bucket | to-folder.
// Only while no Truemark runs; safe to repeat.

const ways = ['to-bucket', 'to-folder'] as const

await sayRefusal(async () => {
  const [asked, ...more] = process.argv.slice(2)
  const way = ways.find((one) => one === asked)
  if (way === undefined || more.length > 0) throw new StartRefusal(`Say: npm run move-files -- ${ways.join(' | ')}`)
  await withLentDatabase(new URL('.', import.meta.url), async (database, config, isAlone) => {
    if (config.bucket === null)
      throw new StartRefusal('FILES_URL names no bucket: set it, also to move files back from it.')
    if (!isAlone) throw new StartRefusal('Truemark is running: stop it and its gateways, and move the files then.')
    const keys = await readKeys({ database, folder: config.keysFolder })
    const mark = shelvesMark(keys.tokens)
    await withShelves(config, async (bucket) => {
      await bucket.check()
      await claimShelves(bucket, mark)
      const folder = folderShelves(filesFolderOf(config.dataFolder))
      const [from, to] = way === 'to-bucket' ? [folder, bucket] : [bucket, folder]
      const progress = progressTo(process.stderr)
      const told = (count: number): void => progress(`Moved ${count} files.`)
      const { moved, there, absent } = await moveFiles({
        database,
        sealing: keys.sealing,
        mark,
        from,
        to,
        progress: told,
      })
      say(
        `Moved ${moved} files ${way === 'to-bucket' ? 'to the bucket' : 'to the folder'}; ${there} were there already.`,
      )
      if (absent > 0) say(`${absent} files that the database keeps are in neither.`)
      if (way === 'to-folder') say('Take FILES_URL out of the settings before the next start.')
    })
  })
})
