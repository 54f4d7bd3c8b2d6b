import { withLentDatabase } from './lentDatabase.ts'
import { makeOperatorLink } from './operator/door.ts'
import { openKeys } from './platform/keys/keys.ts'
import { sayRefusal } from './platform/startRefusal.ts'
import { writtenKey } from './platform/written/seal.ts'
import { sealWritten } from './platform/written/sealedDatabase.ts'

/**
 * The way back in when all operators are locked out: whoever may run this on the server's machine gets a one-time link
 * for an administrator, and the audit log says that it was made here. A running Truemark is not disturbed.
 */
async function main(): Promise<void> {
  await withLentDatabase(new URL('.', import.meta.url), async (database, config) => {
    const { tokens } = await openKeys({ database, folder: config.keysFolder, now: Date.now })
    const sealed = sealWritten(database, writtenKey(tokens.newest))
    const path = await makeOperatorLink(sealed, 'administrator', 'made by a command on the server')
    const origin = config.publicUrl ?? `http://localhost:${config.port}`
    process.stdout.write(`Open this link once, within 24 hours, to become an operator:\n${origin}${path}\n`)
  })
}

await sayRefusal(main)
