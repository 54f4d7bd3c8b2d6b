import { type SealedGround, destroyFormer, reseal } from './reseal.ts'
import { withLentDatabase } from './lentDatabase.ts'
import { withShelves } from './platform/files/openShelves.ts'
import { type KeyPurpose, keyPurposes } from './platform/keys/keyFile.ts'
import { type KeyGround, type Keys, openKeys } from './platform/keys/keys.ts'
import { StartRefusal, sayRefusal } from './platform/startRefusal.ts'
import { writtenKey } from './platform/written/seal.ts'
import { sealWritten } from './platform/written/sealedDatabase.ts'
import { say } from './savedFile.ts'
import { keepRotations, rotateKeys } from './transparency/door.ts'

// Makes a new key: npm run rotate-keys [-- signing | sealing | tokens], tells of it by a signed statement, and seals anew what
// lay under the former key for sealing; `reseal` goes on with that, and `destroy-former` takes the former keys for sealing
// away then. Only while no Truemark runs here.

function tellSigning({ signing }: Keys, folder: string): void {
  say(
    `The signing keys are of generation ${signing.generations.length} now. Back up ${folder}, and publish the new keys where people can find them beside this server:`,
  )
  for (const signer of ['evidence', 'liabilities', 'receipts'] as const)
    say(`${signer}: ${signing.key(signer).publicHex}`)
}

async function sealAnew(ground: SealedGround): Promise<void> {
  const { resealed, unreadable } = await reseal(ground, (what, count) => say(`Sealed anew: ${count} of ${what}.`))
  say(`${resealed} values and files were sealed anew; nothing is left under a former key.`)
  if (unreadable > 0) say(`${unreadable} open under no key that is here, and stay as they are.`)
}

/** The keys as they stand, told to the database where a rotation was cut off before that. */
async function openedKeys(ground: KeyGround): Promise<Keys> {
  const keys = await openKeys(ground)
  await keepRotations(ground.database, keys)
  return keys
}

const tasks = [...keyPurposes, 'reseal', 'destroy-former'] as const

await sayRefusal(async () => {
  const [asked = 'signing'] = process.argv.slice(2)
  const task = tasks.find((one) => one === asked)
  if (task === undefined) throw new StartRefusal(`There is no ${asked}; name one of: ${tasks.join(', ')}.`)
  await withLentDatabase(new URL('.', import.meta.url), async (database, config, isAlone) => {
    const { keysFolder } = config
    if (!isAlone) throw new StartRefusal('Truemark is running: stop it, rotate the keys, and start it again.')
    const ground = { database, folder: keysFolder, now: Date.now }
    const purpose = keyPurposes.find((one): one is KeyPurpose => one === task)
    const keys = purpose === undefined ? await openedKeys(ground) : await rotateKeys(ground, purpose)
    if (purpose === 'signing') return tellSigning(keys, keysFolder)
    if (purpose !== undefined) {
      const count = purpose === 'sealing' ? keys.sealing.newest : keys.tokens.all.length
      say(`The key for ${purpose} is of generation ${count} now. Back up ${keysFolder}.`)
    }
    if (purpose === 'tokens') return
    const written = sealWritten(database, writtenKey(keys.tokens.newest))
    await withShelves(config, (shelves) => sealAnew({ database: written, shelves, sealing: keys.sealing }))
    if (task !== 'destroy-former') return
    const destroyed = await destroyFormer(database, keysFolder)
    say(`${destroyed} former keys for sealing were destroyed. Backups of before need a copy of them.`)
  })
})
