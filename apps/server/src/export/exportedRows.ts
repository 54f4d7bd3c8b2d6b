import { type ChainEnd, type JournalRow, chainFault, chainStart } from '../engine/door.ts'
import { readManifest, sumsFault } from './check.ts'
import { files } from './layout.ts'
import { ExportFault, rowsOf } from './read.ts'

/**
 * Each row of an export, once what it stands on was checked. Throws an ExportFault where a file is not the one whose checksum
 * is named, or its rows do not follow from each other up to the end that the manifest names. A row's bytes are a view into
 * what was read: whoever keeps them copies them.
 */
export async function* chainedRows(folder: string): AsyncGenerator<JournalRow> {
  const sums = await sumsFault(folder)
  if (sums !== null) throw new ExportFault(sums)
  const { journal } = await readManifest(folder)
  let end: ChainEnd = chainStart
  for await (const row of rowsOf(folder, files.journal)) {
    const fault = chainFault(end, row)
    if (fault !== null) throw new ExportFault(fault)
    const { seq, time, epoch, digest } = row
    end = { seq, time, epoch, digest: Uint8Array.from(digest) }
    yield { ...row, digest: end.digest }
  }
  if (end.seq !== journal.rows || Buffer.from(end.digest).toString('hex') !== journal.digest)
    throw new ExportFault(`it ends at row ${end.seq}, and not where ${files.manifest} says`)
}

/** Rows of an export by their numbers; those that it does not have are left out. Throws as {@link chainedRows} does. */
export async function exportedRows(folder: string, seqs: ReadonlySet<number>): Promise<JournalRow[]> {
  const found: JournalRow[] = []
  for await (const row of chainedRows(folder))
    if (seqs.has(row.seq)) found.push({ ...row, commands: Uint8Array.from(row.commands) })
  return found
}
