import * as z from 'zod/mini'
import { type KeyChain, type Signer, followKeys } from '@truemark/protocol/evidence/keyChain'
import type { JournalRow } from '../engine/door.ts'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import { balancesOf } from './balances.ts'
import { Fold } from './fold.ts'
import { type Manifest, files, manifestShape, summedFiles } from './layout.ts'
import { Openings } from './openings.ts'
import { ExportFault, readPart, rowsOf, sumOf } from './read.ts'
import { ToldEvidence } from './toldEvidence.ts'
import { ToldLiabilities } from './toldLiabilities.ts'
import { Witnessed, readWitness } from './witnessed.ts'

export interface CheckAsk {
  readonly folder: string
  /** The published keys, 64 hex digits each, where they were had elsewhere; those of the export must be among them. */
  readonly keys: readonly string[]
  /** Where the balances at the end are written; null: nowhere. */
  readonly balances: string | null
  /** What a witness holds: lines of JSON, each a signed statement; null: none was given. */
  readonly witness: string | null
  /** What opens the digests of liquidations: lines of JSON; null: none was given. */
  readonly openings?: string | null
  readonly say: (sentence: string) => void
  readonly progress?: (rows: number, of: number) => void
}

/**
 * Checks an export with nothing but its files: checksums, the chain, every fact reckoned anew by the rules, the evidence
 * and the signed heads beside the rows that they name. Says a sentence for each part, names row and field where one does
 * not hold, and gives the exit code: 0 where all holds.
 */
export async function checkExport(ask: CheckAsk): Promise<number> {
  try {
    return await check(ask)
  } catch (error) {
    if (!(error instanceof ExportFault)) throw error
    ask.say(`The export does not verify: ${error.message}.`)
    return 1
  }
}

async function check(ask: CheckAsk): Promise<number> {
  const { folder, keys, say } = ask
  const fails = (what: string, fault: string | null): boolean => {
    if (fault !== null) say(`${what} not verify: ${fault}.`)
    return fault !== null
  }
  if (fails('The checksums do', await sumsFault(folder))) return 1
  const manifest = await readManifest(folder)
  const spans = { evidence: await spansOf(manifest, 'evidence'), liabilities: await spansOf(manifest, 'liabilities') }
  if (fails('The keys do', await keysFault(folder, { manifest, spans, keys }))) return 1
  say(`The ${summedFiles.length} files are those that were exported on ${new Date(manifest.created).toISOString()}.`)
  const statements =
    ask.witness === null ? [] : readWitness(ask.witness, { spans: spans.evidence, created: manifest.created })
  const witnessed = new Witnessed(statements)
  const openings = (ask.openings ?? null) === null ? null : Openings.read(ask.openings ?? '')
  const liabilities = new ToldLiabilities(openings)
  if (fails('The heads of what is owed do', await liabilities.read(folder, spans.liabilities, witnessed))) return 1
  const { told, fault } = await ToldEvidence.open(folder, spans.evidence, statements, {
    openings,
    installation: spans.liabilities[0]?.key ?? '',
    digestOf: (epoch) => liabilities.digestOf(epoch),
  })
  try {
    if (fails('The log of evidence does', fault)) return 1
    const fold = new Fold((event, state, row) => told.fault(event, state, row))
    const besides = { manifest, spans: spans.evidence, witnessed, liabilities }
    if (fails('The journal does', await journalFault(ask, fold, besides))) return 1
    if (fails('The log of evidence does', told.endFault(fold.end.time))) return 1
    if (fails('The heads of what is owed do', liabilities.endFault())) return 1
    if (fails('What the witness holds does', witnessed.endFault())) return 1
    if (fails('The export does', countsFault(manifest, told, liabilities))) return 1
    await sayWell(fold, { told, liabilities, balances: ask.balances, say })
    if (openings !== null) sayOpened(openings, say)
    if (ask.witness !== null) say(`What the witness holds verifies: ${statements.length} statements.`)
    return 0
  } finally {
    told.close()
  }
}

function sayOpened({ held, rebuilt, unseeded }: Openings, say: (sentence: string) => void): void {
  say(`The openings verify: the digests of ${held} closings of liquidations.`)
  const before = unseeded === 0 ? '' : ` Those of ${unseeded} are of before there was a seed, and were not.`
  say(`The trees of ${rebuilt} heads of what is owed were made anew, and lead to their roots.${before}`)
}

interface Besides {
  readonly manifest: Manifest
  readonly spans: Spans
  readonly witnessed: Witnessed
  readonly liabilities: ToldLiabilities
}

async function journalFault(
  { folder, progress }: CheckAsk,
  fold: Fold,
  { manifest, spans, witnessed, liabilities }: Besides,
): Promise<string | null> {
  for await (const row of rowsOf(folder, files.journal)) {
    const fault =
      fold.take(row) ??
      rotationFault(spans, row) ??
      witnessed.rowFault(row) ??
      (await liabilities.fault(row, fold.state))
    if (fault !== null) return fault
    progress?.(row.seq, manifest.journal.rows)
  }
  const { seq, digest } = fold.end
  const { rows, digest: named } = manifest.journal
  if (seq !== rows) return `it ends at row ${seq}, though ${files.manifest} tells of row ${rows}`
  if (Buffer.from(digest).toString('hex') !== named) return `row ${seq} has another digest than ${files.manifest} names`
  return fold.endFault()
}

function countsFault({ evidence, liabilities: owed }: Manifest, told: ToldEvidence, read: ToldLiabilities) {
  if (told.entries !== evidence.entries) return `${files.manifest} tells of ${evidence.entries} entries of evidence`
  return read.heads === owed.heads ? null : `${files.manifest} tells of ${owed.heads} heads of what is owed`
}

/** Where a file is not the one whose checksum is named, or the signature of the checksums does not fit. */
export async function sumsFault(folder: string): Promise<string | null> {
  const lines = (await readPart(folder, files.sums)).toString('utf8')
  const found: string[] = []
  for (const name of summedFiles) {
    const sum = await sumOf(folder, name)
    if (!lines.includes(`${sum}  ${name}\n`)) return `${name} is not the file that ${files.sums} names`
    found.push(`${sum}  ${name}\n`)
  }
  return lines === found.join('') ? null : `${files.sums} names other files`
}

/** What an export says of itself; throws an ExportFault where it cannot be read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = (await readPart(folder, files.manifest)).toString('utf8')
  try {
    const { data } = z.safeParse(manifestShape, JSON.parse(text))
    if (data !== undefined) return data
  } catch {
    throw new ExportFault(`${files.manifest}: it is no JSON`)
  }
  throw new ExportFault(`${files.manifest}: it has another shape`)
}

type Spans = KeyChain['spans']

/** The keys of a signer that the manifest's statements lead through; throws an ExportFault where they do not. */
async function spansOf({ keys, rotations }: Manifest, signer: Exclude<Signer, 'receipts'>): Promise<Spans> {
  const isSignedBy = async (key: string, signature: string, text: string) => isSignedByKey(key, signature, text)
  const { spans, holds } = await followKeys(signer, keys[signer], rotations, { isSignedBy })
  if (holds !== true) throw new ExportFault(`${files.manifest}, rotations: they do not lead to the key of ${signer}`)
  return spans
}

interface KeysAsk {
  readonly manifest: Manifest
  readonly spans: Readonly<Record<'evidence' | 'liabilities', Spans>>
  readonly keys: readonly string[]
}

async function keysFault(folder: string, { manifest, spans, keys }: KeysAsk): Promise<string | null> {
  for (const [name, own] of Object.entries(spans))
    if (keys.length > 0 && !own.some(({ key }) => keys.includes(key)))
      return `the key of ${name} is ${own.at(-1)?.key}, which is another one`
  const text = (await readPart(folder, files.signature)).toString('utf8')
  const sums = (await readPart(folder, files.sums)).toString('utf8')
  const isSigned = /^[0-9a-f]{128}\n$/.test(text) && isSignedByKey(manifest.keys.evidence, text.trim(), sums)
  return isSigned ? null : `${files.signature} is not the signature of ${files.sums}`
}

/** Whether the row at which keys were rotated is the one that the statement names. */
function rotationFault(spans: Spans, { seq, digest }: JournalRow): string | null {
  const since = spans.find(({ since: one }) => one?.journal.seq === seq)?.since
  const isSame =
    (since?.journal.digest ?? null) === null || since?.journal.digest === Buffer.from(digest).toString('hex')
  return isSame ? null : `row ${seq} has another digest than the rotation of the keys names`
}

interface Well {
  readonly told: ToldEvidence
  readonly liabilities: ToldLiabilities
  readonly balances: string | null
  readonly say: (sentence: string) => void
}

async function sayWell(fold: Fold, { told, liabilities, balances, say }: Well): Promise<void> {
  const { settlements, liquidations, fundings, fills } = fold.counts
  const { seq, digest } = fold.end
  say(
    `The journal verifies: ${seq} rows up to ${Buffer.from(digest).toString('hex')}, each posting of which sums to zero.`,
  )
  say(
    `Reckoned anew: ${settlements} settlements of options, ${liquidations} liquidations, ${fundings} payments of funding, ${fills} fills.`,
  )
  say(
    `Executed again: the commands of ${fold.executed} rows, which gave these facts; the others do not bear what was read of the market.`,
  )
  say(`The log of evidence verifies: ${told.entries} entries, each beside the row that decided it.`)
  const { announced, alone, before } = told.ends
  if (announced + alone + before > 0)
    say(
      `What ended in markets: ${announced} a day after it was announced, ${alone} by one operator alone, ${before} of before such was announced.`,
    )
  say(`The heads of what is owed verify: ${liabilities.heads}, each beside the state at its row.`)
  const { lines, digest: sum } = await balancesOf(fold.state, balances)
  say(`The balances at the end: ${lines} accounts, whose list has the SHA-256 ${sum}.`)
  say(`The state at the end: ${fold.stateHash()}.`)
}
