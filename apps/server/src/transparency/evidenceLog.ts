import { createHash, sign } from 'node:crypto'
import { dayMs } from '@truemark/core/money/units'
import { consistencyRanges, foldRange, inclusionRanges, logLeaf, logNode, rangePlaces } from '@truemark/core/proof/log'
import type { LogPlace, LogRange } from '@truemark/core/proof/log'
import { headText, readDocument, resultChecks } from '@truemark/protocol/evidence/verify'
import type { EvidenceFile } from '@truemark/protocol/routes/evidence'
import type { Queryable } from '../platform/postgres/database.ts'
import { actingServer, appendAudit } from '../operator/door.ts'
import { evidenceOf } from './evidence.ts'
import {
  type DueEvidence,
  type EntryRow,
  type HeadRow,
  type NodeRow,
  appendEntries,
  findDue,
  findEntry,
  findHashes,
  findHeads,
  lockLog,
  logSize,
} from './evidenceLog.store.ts'
import type { EvidenceSubject } from './evidenceSubjects.ts'
import { sha256 } from './liabilityTree.ts'
import { noteOwnCheck } from './ownChecks.ts'
import type { EvidencePorts } from './ports.ts'
import { reckoningOfClose } from './reckoning.ts'

/** How long after a decision its evidence is made: the recorded seconds after it are part of it. */
export const logDelayMs = 6_000
const batchMax = 50

/**
 * Signs what was decided and is not in the log yet, and adds it; gives how many entries were added. What was decided in
 * the last seconds waits, since the seconds after it are part of the evidence.
 */
export async function logEvidence(ports: EvidencePorts): Promise<number> {
  const { database, now, signing } = ports
  const due = await findDue(database, now() - logDelayMs, batchMax)
  const made: (DueEvidence & { readonly document: string })[] = []
  const unsound: string[] = []
  for (const one of due) {
    const found = await evidenceOf(ports, one)
    if (found === null) continue
    const document = JSON.stringify(found)
    made.push({ ...one, document })
    const fault = await faultOf(ports, one, document)
    if (fault !== null) unsound.push(`${found.kind} ${found.id}: ${fault}`)
  }
  if (made.length === 0) return 0
  const { key } = signing.key('evidence')
  await database.transaction(async (client) => {
    await lockLog(client)
    const first = await logSize(client)
    const entries = made.map((one, place): EntryRow => {
      const bytes = Buffer.from(one.document)
      const digest = createHash('sha256').update(bytes).digest()
      return { ...one, place: first + place, digest, signature: sign(null, bytes, key) }
    })
    const size = first + entries.length
    const { nodes, root } = await grown(client, first, entries)
    const time = now()
    const head = headText({ size, time, root: root.toString('hex') })
    const signature = sign(null, Buffer.from(head), key)
    const dayStart = time - (time % dayMs)
    await noteKeptHead(client, dayStart)
    const outcome = { passed: made.length - unsound.length, failed: unsound.length, detail: unsound.join('; ') }
    await noteOwnCheck(client, 'evidence', outcome, time)
    await appendEntries(client, entries, nodes, { size, time, head, signature, dayStart })
  })
  return made.length
}

/** Reckons a document anew, as whoever reads it does: the names of the checks that do not hold; null where all do. */
async function faultOf(
  ports: EvidencePorts,
  { kind, number }: EvidenceSubject,
  document: string,
): Promise<string | null> {
  const read = readDocument({ document })
  if (read === null) return 'no evidence'
  const told = kind === 'liquidation' ? await reckoningOfClose(ports, number) : null
  const failed = resultChecks(read, { reckoning: told?.text ?? null, sources: null }, sha256).filter(
    ({ holds }) => holds === false,
  )
  return failed.length === 0 ? null : failed.map(({ name }) => name).join(', ')
}

/** The last head of a day that is over is kept: it stands in the audit log from then on, which is chained and signed for. */
async function noteKeptHead(client: Queryable, dayStart: number): Promise<void> {
  const [newest] = await findHeads(client, {}, 1)
  if (newest === undefined || newest.time >= dayStart) return
  const detail = { size: String(newest.size), head: newest.head }
  await appendAudit(client, { actor: actingServer, action: 'evidence_head_kept', subject: '', reason: '', detail })
}

/** The nodes that entries make whole, and the root over all. */
async function grown(client: Queryable, first: number, entries: readonly EntryRow[]) {
  const edge = rangePlaces({ start: 0, end: first })
  const hashes = await findHashes(client, edge)
  const known = new Map(edge.map((place, at) => [nameOf(place), hashes[at]] as const))
  const nodes: NodeRow[] = []
  const put = (place: LogPlace, hash: Uint8Array): void => {
    known.set(nameOf(place), Buffer.from(hash))
    nodes.push({ ...place, hash })
  }
  const hashAt = (place: LogPlace): Buffer => {
    const hash = known.get(nameOf(place))
    if (hash === undefined) throw new Error('a node of the evidence log is missing')
    return hash
  }
  for (const { place, document } of entries) {
    put({ level: 0, index: place }, logLeaf(sha256, Buffer.from(document)))
    for (let level = 0, index = place; index % 2 === 1; level += 1) {
      const over = logNode(sha256, hashAt({ level, index: index - 1 }), hashAt({ level, index }))
      index = Math.floor(index / 2)
      put({ level: level + 1, index }, over)
    }
  }
  const root = foldRange(sha256, rangePlaces({ start: 0, end: first + entries.length }).map(hashAt))
  return { nodes, root: Buffer.from(root) }
}

function nameOf({ level, index }: LogPlace): string {
  return `${level} ${index}`
}

async function pathOf(database: Queryable, ranges: readonly LogRange[]): Promise<string[]> {
  const places = ranges.map(rangePlaces)
  const hashes = await findHashes(database, places.flat())
  let at = 0
  return places.map((own) => {
    const folded = foldRange(sha256, hashes.slice(at, at + own.length))
    at += own.length
    return Buffer.from(folded).toString('hex')
  })
}

/** The proof that the log of `from` entries begins that of `to`; null where the log is shorter. */
export async function growthPath(database: Queryable, from: number, to: number): Promise<string[] | null> {
  if (from > to || to > (await logSize(database))) return null
  return pathOf(database, consistencyRanges(from, to))
}

function signedHead({ head, signature }: HeadRow) {
  return { head, signature: signature.toString('hex') }
}

/** Evidence as it stands in the log, with all that an offline check needs; null where it is not in it (yet). */
export async function evidenceFileOf(
  { database, signing }: EvidencePorts,
  subject: EvidenceSubject,
): Promise<EvidenceFile | null> {
  const entry = await findEntry(database, subject)
  const [newest] = await findHeads(database, {}, 1)
  if (entry === null || newest === undefined || entry.place >= newest.size) return null
  const [earlier] = await findHeads(database, { until: newest.time - (newest.time % dayMs) }, 1)
  return {
    version: 1,
    key: signing.key('evidence').publicHex,
    ...(signing.rotations.length === 0 ? {} : { rotations: [...signing.rotations] }),
    document: entry.document,
    digest: entry.digest.toString('hex'),
    signature: entry.signature.toString('hex'),
    index: entry.place,
    head: signedHead(newest),
    path: await pathOf(database, inclusionRanges(entry.place, newest.size)),
    earlier:
      earlier === undefined
        ? null
        : { ...signedHead(earlier), path: await pathOf(database, consistencyRanges(earlier.size, newest.size)) },
  }
}
