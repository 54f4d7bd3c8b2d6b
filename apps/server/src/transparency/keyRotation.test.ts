import { createHash, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SignedRotation, readRotation } from '@truemark/protocol/evidence/keyChain'
import { readLogHead } from '@truemark/protocol/evidence/verify'
import { type EvidenceFile, evidenceRoutes } from '@truemark/protocol/routes/evidence'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyPurposes, writeKeyFile } from '../platform/keys/keyFile.ts'
import { type Keys, openKeys } from '../platform/keys/keys.ts'
import { SigningKeys } from '../platform/keys/signing.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { evidencePorts, logAll } from '../testing/evidence.ts'
import { stopTicket } from '../testing/stopTicket.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { checkEvidence } from './evidenceCheck.ts'
import { evidenceFileOf } from './evidenceLog.ts'
import { checkEvidenceLog } from './evidenceLogCheck.ts'
import { evidenceSubject } from './evidenceSubjects.ts'
import { keepRotations, rotateKeys, rotationFault } from './keyRotation.ts'
import { proveLiabilities } from './liabilities.ts'
import { readOwed } from './owedThread.ts'
import { checkLiabilityHeads } from './proofChainCheck.ts'
import { findSignedClaims } from './signedClaims.ts'

let server: LiveServer
let keys: Keys
let token: string
/** A file that was saved before the rotation, and the number of its ticket. */
let before: { readonly id: string; readonly file: EvidenceFile }
const folder = mkdtempSync(join(tmpdir(), 'keys-'))

beforeAll(async () => {
  server = await startLiveServer()
  for (const purpose of keyPurposes) writeKeyFile(folder, purpose, server.keys.files[purpose])
  token = await derivativeDemo(server)
  const id = await stopTicket(server, token)
  await logAll(server)
  await prove(server.keys)
  before = { id, file: await server.ok(evidenceRoutes.evidenceEntry, { params: { id } }) }
  keys = await rotateKeys({ database: server.database, folder, now: () => 1_700_000_000_000 })
}, 120_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

async function prove(by: Keys): Promise<void> {
  const ports = await evidencePorts(server, by)
  expect(await proveLiabilities({ ...ports, owed: () => readOwed(server.database) }, null)).not.toBeNull()
}

async function fileOf(id: string, by: Keys): Promise<EvidenceFile> {
  const ports = await evidencePorts(server, by)
  const subject = await evidenceSubject(ports, id)
  const file = subject === null ? null : await evidenceFileOf(ports, subject)
  if (file === null) throw new Error('no such entry')
  return file
}

async function last(file: EvidenceFile, key: string | null = null, keysFile: string | null = null): Promise<string> {
  const said: string[] = []
  await checkEvidence(JSON.stringify(file), { key, keysFile }, (sentence) => said.push(sentence))
  return said.at(-1) ?? ''
}

/** How many entries the log had before the rotation: terms are logged too. */
const sizeBefore = (): number => readLogHead(before.file.head.head)?.size ?? 0

const publicKey = (of: Keys): string => of.signing.key('evidence').publicHex
const list = (rotations: readonly SignedRotation[]): string => JSON.stringify({ generations: [], rotations })

/** What all checks of the server say, with these keys. */
async function faults(by = keys): Promise<(string | null)[]> {
  const { database } = server
  const log = await checkEvidenceLog(database, by, Date.now())
  const proofs = await checkLiabilityHeads(database, by)
  return [await rotationFault(database, by), log.fault, proofs.fault]
}

/** Changes tables as an administrator of the database could, looks, and rolls it back. */
async function whileChanged(statements: readonly string[], look: (lease: LiveServer['database']) => Promise<void>) {
  const { database } = server
  const saved = new Map<string, string>()
  for (const table of ['key_rotation', 'evidence_entry', 'evidence_node', 'liability_epoch', 'audit', 'journal'])
    saved.set(table, `kept_${table}`)
  const run = (texts: readonly string[]) =>
    database.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica')
      for (const text of texts) await client.query(text)
    })
  await run([...saved].map(([table, kept]) => `CREATE TABLE ${kept} AS TABLE ${table}`))
  await run(statements)
  try {
    await look(database)
  } finally {
    await run(
      [...saved].flatMap(([table, kept]) => [
        `DELETE FROM ${table}`,
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE TABLE ${kept}`,
        `DROP TABLE ${kept}`,
      ]),
    )
  }
}

it('hands over to new keys by a statement that both sign, and goes on under them', async () => {
  expect(publicKey(keys)).not.toBe(publicKey(server.keys))
  const said = readRotation(keys.signing.rotations[0]?.statement ?? '')
  expect(said).toMatchObject({
    generation: 2,
    time: 1_700_000_000_000,
    evidence: { size: sizeBefore() },
    liabilities: { epoch: 1 },
  })
  expect(said?.journal.seq).toBeGreaterThan(0)
  expect(await faults()).toEqual([null, null, null])
  const id = await stopTicket(server, token)
  await logAll(server, keys)
  await prove(keys)
  expect(await faults()).toEqual([null, null, null])
  // the keys of before sign nothing any more
  expect((await faults(server.keys)).slice(1)).not.toContain(null)
  const file = await fileOf(id, keys)
  const old = publicKey(server.keys)
  expect(await last(file, old)).toContain(`under the key ${publicKey(keys)} (generation 2)`)
  expect(await last(file, publicKey(keys))).toContain('The evidence verifies')
  const { file: kept } = before
  expect(await last(kept)).toBe(
    `The evidence verifies: entry ${kept.index + 1} of ${sizeBefore()}, under the key ${old}.`,
  )
  expect(await last(kept, publicKey(keys))).toMatch(/^Fails: The file names the key .*, which is another one/)
  expect(await last(kept, publicKey(keys), list(keys.signing.rotations))).toContain(
    `(generation 1; a signed statement leads from it to ${publicKey(keys)})`,
  )
  // the same entry as it is told now: signed under the old key, in a log whose head the new one signs
  expect(await last(await fileOf(before.id, keys), old)).toContain(
    `entry ${kept.index + 1} of ${sizeBefore() + 1}, under the key ${old}`,
  )
  // what runs now tells everyone
  expect(await server.ok(transparencyRoutes.signingKeys, {})).toMatchObject({
    generations: [{ generation: 1, origin: 'drawn', keys: { evidence: old } }],
    rotations: [],
  })
  expect(keys.signing.told()).toMatchObject([{ keys: { evidence: old } }, { keys: { evidence: publicKey(keys) } }])
})

it('finds a file that was signed anew under the key of another time, or by rotations of one’s own', async () => {
  const file = await fileOf(before.id, keys)
  const bytes = Buffer.from(file.document)
  const anew = sign(null, bytes, keys.signing.key('evidence').key).toString('hex')
  expect(await last({ ...file, signature: anew })).toBe('Fails: The document is signed under the key.')
  const head = sign(null, Buffer.from(file.head.head), server.keys.signing.key('evidence').key).toString('hex')
  expect(await last({ ...file, head: { ...file.head, signature: head } })).toBe(
    'Fails: The head is signed under the key.',
  )
  const [rotation] = keys.signing.rotations
  if (rotation === undefined) throw new Error('no rotation')
  const bent = { ...rotation, statement: rotation.statement.replace(`"size":${sizeBefore()}`, '"size":0') }
  expect(await last({ ...file, rotations: [bent] })).toBe('Fails: The rotations do not lead from key to key.')
  expect(await last(file, null, list([bent]))).toBe('Fails: The file and the list of keys tell of different rotations.')
  const unsigned = { ...rotation, signatures: { ...rotation.signatures, from: rotation.signatures.to } }
  expect(await last({ ...file, rotations: [unsigned] })).toBe('Fails: The rotations do not lead from key to key.')
})

/** The nodes of the log anew, with another document in the place of the one from before the rotation. */
async function nodesOver(document: string): Promise<string[]> {
  const { rows } = await server.database.query<{ level: number; place: string; hash: Buffer }>(
    'SELECT level, place, hash FROM evidence_node',
  )
  const known = new Map(rows.map(({ level, place, hash }) => [`${level} ${place}`, hash]))
  const texts: string[] = []
  let node: Buffer | undefined = createHash('sha256')
    .update(Buffer.from([0]))
    .update(document)
    .digest()
  let place = before.file.index
  for (let level = 0; node !== undefined && known.has(`${level} ${place}`); level += 1) {
    texts.push(
      `UPDATE evidence_node SET hash = '\\x${node.toString('hex')}' WHERE level = ${level} AND place = ${place}`,
    )
    const beside = known.get(`${level} ${place ^ 1}`)
    const own: Buffer = node
    const [left, right]: (Buffer | undefined)[] = place % 2 === 0 ? [own, beside] : [beside, own]
    node =
      left === undefined || right === undefined
        ? undefined
        : createHash('sha256')
            .update(Buffer.from([1]))
            .update(left)
            .update(right)
            .digest()
    place = Math.floor(place / 2)
  }
  return texts
}

it('finds a history that was signed anew with the old key, and a statement that was taken out or written over', async () => {
  const old = server.keys.signing
  const { rows } = await server.database.query<{ document: string; head: string }>(
    `SELECT document, (SELECT head FROM liability_epoch WHERE epoch = 1) AS head FROM evidence_entry WHERE place = $1`,
    [before.file.index],
  )
  const [{ document, head } = { document: '', head: '' }] = rows
  const other = document.replace('"mark":"9900"', '"mark":"9940"')
  expect(other).not.toBe(document)
  const hex = (bytes: Buffer): string => `'\\x${bytes.toString('hex')}'`
  const digest = createHash('sha256').update(other).digest()
  const signature = sign(null, Buffer.from(other), old.key('evidence').key)
  const rewritten = [
    `UPDATE evidence_entry SET document = '${other}', digest = ${hex(digest)}, signature = ${hex(signature)} WHERE place = ${before.file.index}`,
    ...(await nodesOver(other)),
  ]
  await whileChanged(rewritten, async () => {
    expect((await faults())[0]).toBe(
      `evidence_node: the root of ${sizeBefore()} is another, though key_rotation generation=2 names it`,
    )
  })
  const less = head.replace('"asked":false', '"asked":true')
  const resigned = sign(null, Buffer.from(less), old.key('liabilities').key)
  const lessDigest = createHash('sha256').update(less).digest()
  const proof = `UPDATE liability_epoch SET head = '${less}', digest = ${hex(lessDigest)}, signature = ${hex(resigned)} WHERE epoch = 1`
  await whileChanged([proof], async () => {
    expect((await faults())[0]).toBe(
      'liability_epoch epoch=1: it is another, though key_rotation generation=2 names it',
    )
  })
  // the newest proof under the key of before
  const newest = sign(null, Buffer.from(less), old.key('liabilities').key)
  await whileChanged([`UPDATE liability_epoch SET signature = ${hex(newest)} WHERE epoch = 2`], async () => {
    expect((await faults())[2]).toBe('liability_epoch epoch=2, head or signature: it is not signed')
  })
  await whileChanged(['DELETE FROM key_rotation'], async () => {
    expect((await faults())[0]).toBe('key_rotation generation=2: it is missing, though it stands beside the keys')
  })
  await whileChanged([`UPDATE key_rotation SET statement = '{}'`], async () => {
    expect((await faults())[0]).toBe('key_rotation generation=2, statement: it is not the one beside the keys')
  })
  await whileChanged([`DELETE FROM audit WHERE action = 'signing_keys_rotated'`], async () => {
    expect((await faults())[0]).toBe('audit: it has no note of key_rotation generation=2')
  })
  const seq = readRotation(keys.signing.rotations[0]?.statement ?? '')?.journal.seq ?? 0
  await whileChanged([`DELETE FROM journal WHERE seq >= ${seq}`], async (database) => {
    expect((await faults())[0]).toContain(`though the rotation of the signing keys to generation 2 tells of row ${seq}`)
    expect((await findSignedClaims(database)).map(({ by }) => by)).toContain(
      'the rotation of the signing keys to generation 2',
    )
  })
  expect(await faults()).toEqual([null, null, null])
})

it('puts a statement back into a database that was restored from before the rotation', async () => {
  const { database } = server
  await whileChanged(
    ['DELETE FROM key_rotation', `DELETE FROM audit WHERE action = 'signing_keys_rotated'`],
    async () => {
      const again = await openKeys({ database, folder, now: Date.now })
      await keepRotations(database, again)
      expect(await rotationFault(database, again)).toBeNull()
    },
  )
  // one who knows of fewer rotations than the database: an old folder
  expect(
    await rotationFault(database, { ...keys, signing: new SigningKeys(keys.signing.generations.slice(0, 1), []) }),
  ).toBe('key_rotation generation=2: it does not stand beside the keys')
})
