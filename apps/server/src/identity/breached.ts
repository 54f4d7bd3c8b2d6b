import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The number of buckets of hashes, by their first two bytes. */
const bucketCount = 65_536
const levelsMax = 4

/**
 * Passwords from breaches, packed by `tools/packBreached.mjs` and read once: for each bucket how many hashes it has, then
 * the third and fourth byte of each, bucket after bucket. So one password in some eleven thousand that nobody knows is
 * taken for one of them.
 */
interface Breached {
  readonly bytes: Buffer
  /** Where each bucket begins, counted in hashes. */
  readonly starts: Uint32Array
}

let read: Breached | null = null

function breached(): Breached {
  if (read !== null) return read
  const bytes = readFileSync(fileURLToPath(dataFile()))
  const starts = new Uint32Array(bucketCount + 1)
  for (let bucket = 0; bucket < bucketCount; bucket += 1) {
    starts[bucket + 1] = (starts[bucket] ?? 0) + (bytes[bucket] ?? 0)
  }
  read = { bytes, starts }
  return read
}

// a built program stands elsewhere than its source, and both below the server's folder
function dataFile(): URL {
  for (let level = 1; level <= levelsMax; level += 1) {
    const file = new URL(`${'../'.repeat(level)}data/breached.bin`, import.meta.url)
    if (existsSync(file)) return file
  }
  throw new Error('the list of breached passwords is missing: data/breached.bin')
}

/** How many passwords are known. */
export function breachedCount(): number {
  return breached().starts[bucketCount] ?? 0
}

/** Whether a password stands in lists of breaches, in whatever case; it is normalised already. */
export function isBreached(password: string): boolean {
  const { bytes, starts } = breached()
  const hash = createHash('sha256').update(password.toLowerCase()).digest()
  const bucket = hash.readUInt16BE(0)
  const tail = hash.readUInt16BE(2)
  for (let at = starts[bucket] ?? 0; at < (starts[bucket + 1] ?? 0); at += 1) {
    if (bytes.readUInt16BE(bucketCount + at * 2) === tail) return true
  }
  return false
}
