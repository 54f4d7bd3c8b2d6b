import { createHash, sign } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode, encode } from '@truemark/core/codec/codec'
import { foldRange, logLeaf, logNode } from '@truemark/core/proof/log'
import type { Event } from '@truemark/core/vocabulary'
import { headText } from '@truemark/protocol/evidence/verify'
import { eventsCodec } from '../../apps/server/src/engine/exchangeMachine.ts'
import { joinFrames, splitFrames } from '../../apps/server/src/engine/frames.ts'
import { type ChainEnd, type JournalRow, chainRow, chainStart } from '../../apps/server/src/engine/journalRow.ts'
import {
  type EvidenceLine,
  type LiabilityHeadLine,
  type Manifest,
  files,
  rowBytes,
  summedFiles,
} from '../../apps/server/src/export/layout.ts'
import type { SigningKeys } from '../../apps/server/src/platform/keys/signing.ts'
import { sha256 } from '../../apps/server/src/transparency/liabilityTree.ts'

/** What someone with all keys writes anew in an export before they sign it again. */
export interface Rewriting {
  readonly rows?: readonly JournalRow[]
  /** An entry of the log as it stands from now on; null leaves it out. */
  readonly evidence?: (line: EvidenceLine) => EvidenceLine | null
  /** The text of a head of what is owed; null leaves it out. */
  readonly owed?: (head: string) => string | null
  readonly manifest?: Partial<Manifest>
}

/** The lines of one of an export's files. */
export function linesOf<T>(folder: string, name: string): T[] {
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line))
}

/** Copies an export and writes it anew with other content, all digests, signatures and checksums of it made to fit. */
export function reseal(from: string, to: string, signing: SigningKeys, rewriting: Rewriting): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
  const put = (name: string, content: string | Uint8Array): void => writeFileSync(join(to, name), content)
  const lines = (name: string, values: readonly unknown[]): void =>
    put(name, values.map((value) => `${JSON.stringify(value)}\n`).join(''))
  let manifest: Manifest = JSON.parse(readFileSync(join(from, files.manifest), 'utf8'))
  const { key } = signing.key('evidence')
  if (rewriting.rows !== undefined) put(files.journal, Buffer.concat(rewriting.rows.flatMap(rowBytes)))
  if (rewriting.evidence !== undefined) {
    const { entries, heads } = relogged(linesOf<EvidenceLine>(from, files.evidence), rewriting.evidence, signing)
    lines(files.evidence, entries)
    lines(files.evidenceHeads, heads)
    manifest = { ...manifest, evidence: { entries: entries.length, heads: heads.length } }
  }
  if (rewriting.owed !== undefined) {
    const heads = reowed(linesOf<LiabilityHeadLine>(from, files.liabilityHeads), rewriting.owed, signing)
    lines(files.liabilityHeads, heads)
    manifest = { ...manifest, liabilities: { heads: heads.length } }
  }
  put(files.manifest, `${JSON.stringify({ ...manifest, ...rewriting.manifest }, null, 2)}\n`)
  const sumOf = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(to, name)))
      .digest('hex')
  const sums = Buffer.from(summedFiles.map((name) => `${sumOf(name)}  ${name}\n`).join(''))
  put(files.sums, sums)
  put(files.signature, `${sign(null, sums, key).toString('hex')}\n`)
}

function relogged(
  lines: readonly EvidenceLine[],
  change: (line: EvidenceLine) => EvidenceLine | null,
  signing: SigningKeys,
) {
  const { key } = signing.key('evidence')
  const kept = lines.map(change).filter((line) => line !== null)
  const entries = kept.map((line, place): EvidenceLine => {
    const bytes = Buffer.from(line.document)
    const digest = createHash('sha256').update(bytes).digest('hex')
    return { ...line, place, digest, signature: sign(null, bytes, key).toString('hex') }
  })
  const roots: { level: number; hash: Uint8Array }[] = []
  for (const { document } of entries) {
    let [level, hash] = [0, logLeaf(sha256, Buffer.from(document))]
    for (let left = roots.at(-1); left?.level === level; left = roots.at(-1)) {
      roots.pop()
      hash = logNode(sha256, left.hash, hash)
      level += 1
    }
    roots.push({ level, hash })
  }
  if (entries.length === 0) return { entries, heads: [] }
  const root = Buffer.from(
    foldRange(
      sha256,
      roots.map(({ hash }) => hash),
    ),
  ).toString('hex')
  const [size, time] = [entries.length, entries.at(-1)?.time ?? 0]
  const head = headText({ size, time, root })
  return { entries, heads: [{ size, time, head, signature: sign(null, Buffer.from(head), key).toString('hex') }] }
}

function reowed(
  lines: readonly LiabilityHeadLine[],
  change: (head: string) => string | null,
  signing: SigningKeys,
): LiabilityHeadLine[] {
  return lines.flatMap((line) => {
    const head = change(line.head)
    if (head === null) return []
    const bytes = Buffer.from(head)
    const digest = createHash('sha256').update(bytes).digest('hex')
    return [{ ...line, head, digest, signature: sign(null, bytes, signing.key('liabilities').key).toString('hex') }]
  })
}

/** Rows with one fact changed and the chain made anew from there on: the first fact of a type that `change` changes. */
export function withFact<T extends Event['type']>(
  rows: readonly JournalRow[],
  type: T,
  change: (event: Extract<Event, { type: T }>) => Event | null,
): JournalRow[] {
  let isDone = false
  const changed = (event: Event): Event => {
    if (isDone || !isOf(event, type)) return event
    const other = change(event)
    isDone = other !== null
    return other ?? event
  }
  let end: ChainEnd = chainStart
  const made = rows.map((row) => {
    const frames = splitFrames(row.events).map((frame) => encode(eventsCodec, decode(eventsCodec, frame).map(changed)))
    const next = chainRow(end, { ...row, events: joinFrames(frames) })
    end = next
    return next
  })
  if (!isDone) throw new Error(`no ${type} was changed`)
  return made
}

function isOf<T extends Event['type']>(event: Event, type: T): event is Extract<Event, { type: T }> {
  return event.type === type
}
