import { hkdfSync } from 'node:crypto'
import type { TokenKeys } from '../keys/tokenKeys.ts'
import { StartRefusal } from '../startRefusal.ts'

/** Something that lies on the shelves. */
export interface Lying {
  readonly name: string
  /** For how long (ms) it has lain there, by the clock of what holds it. */
  age(): Promise<number>
  remove(): Promise<void>
}

/** Where sealed files lie, each under its random name. What it can't do now it tells by {@link ShelvesAway}, or by the disk's own error. */
export interface Shelves {
  /** Puts a file there, whole or not at all; one that is there under the name is replaced. */
  put(name: string, sealed: Buffer): Promise<void>
  /** The file; null where none is there. */
  get(name: string): Promise<Buffer | null>
  /** How the file begins; null where none is there. */
  begin(name: string, length: number): Promise<Buffer | null>
  /** It is no fault where none is there. */
  remove(name: string): Promise<void>
  /** All that lies there, and what was left half done, some at once. */
  list(): AsyncIterable<readonly Lying[]>
  /** Once it returns, these are there after a loss of power, too. */
  settle(names: readonly string[]): Promise<void>
  /** Notes whose the shelves are where nobody's mark is there yet; false where it is another's. */
  claim(mark: string): Promise<boolean>
  /** For how long (ms) they have not taken or given files; null where that is told by the disk. */
  away(): number | null
  /** Sees whether they answer, where nobody has asked them for a while. */
  look(): Promise<void>
  /** Says the first reason why they can't be used: a StartRefusal. */
  check(): Promise<void>
  close(): void
}

/** Where files lie does not answer, or refuses. Callers of the API are told to ask again; a command says the sentence. */
export class ShelvesAway extends StartRefusal {
  readonly statusCode = 503
}

/** The name of a file: nothing of whose it is, and nothing of what. */
export const namePattern = /^[0-9a-f]{32}$/

/** What tells an installation's shelves from another's: of its first key, of which it tells nothing. */
export function shelvesMark({ names }: Pick<TokenKeys, 'names'>): string {
  return Buffer.from(hkdfSync('sha256', names, '', 'files mark', 12)).toString('hex')
}

/** Refuses shelves that hold another installation's files: a sweep would take them for a crash's remains. Throws a StartRefusal. */
export async function claimShelves(shelves: Shelves, mark: string): Promise<void> {
  if (!(await shelves.claim(mark)))
    throw new StartRefusal(
      'FILES_URL and FILES_PREFIX name the files of another installation; name another FILES_PREFIX.',
    )
}
