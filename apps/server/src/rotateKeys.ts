import { withLentDatabase } from './lentDatabase.ts'
import { StartRefusal } from './platform/startRefusal.ts'
import { rotateKeys } from './transparency/door.ts'

// Makes new keys to sign with; the old ones sign a statement that hands over to them. Only while no Truemark runs here.
try {
  await withLentDatabase(new URL('.', import.meta.url), async (database, { keysFolder }, isAlone) => {
    if (!isAlone) throw new StartRefusal('Truemark is running: stop it, rotate the keys, and start it again.')
    const { signing } = await rotateKeys({ database, folder: keysFolder, now: Date.now })
    process.stdout.write(
      `The signing keys are of generation ${signing.generations.length} now. Back up ${keysFolder}, and publish the new keys where people can find them beside this server:\n`,
    )
    for (const signer of ['evidence', 'liabilities', 'receipts'] as const)
      process.stdout.write(`${signer}: ${signing.key(signer).publicHex}\n`)
  })
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
