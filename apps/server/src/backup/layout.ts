import { witnessedLine } from '@truemark/protocol/evidence/witnessed'
import { type KeyPurpose, keyPurposes } from '../platform/keys/keyFile.ts'
import type { KnownKey } from '../platform/keys/store.ts'
import * as z from 'zod/mini'

/** The version of a backup's layout; released ones are restored for ever. */
export const backupFormat = 1

/** The parts of a backup. `SHA256SUMS` names all others as `sha256sum -c` reads it, and stands there once all is whole. */
export const parts = {
  manifest: 'manifest.json',
  tables: 'tables',
  files: 'files',
  sums: 'SHA256SUMS',
  /** Of a copy of the cluster alone. */
  base: 'base.json',
  cluster: 'cluster',
  password: 'postgres.password',
} as const

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const name = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,62}$/))
const place = z.strictObject({ seq: z.int().check(z.nonnegative()), digest: hash })
const keys = z.array(
  z.strictObject({ purpose: z.enum(keyPurposes), generation: z.int().check(z.nonnegative()), fingerprint: z.string() }),
)
const count = z.int().check(z.nonnegative())

const files = z.strictObject({
  count,
  /** Erased between the moment and the copy, as their time was over. */
  erased: z.array(z.string()),
  /** Not there, though the database says that they are kept. */
  missing: z.array(z.string()),
})

export const manifestShape = z.strictObject({
  format: z.literal(backupFormat),
  /** The moment that everything in it is of, by the database's clock, UTC ms. */
  moment: count,
  /** What made it. */
  build: z.strictObject({ commit: z.nullable(z.string()), changed: z.boolean(), server: z.nullable(z.string()) }),
  postgres: z.string(),
  /** What had made the tables: a backup is restored to just these, and taken on from there. */
  migrations: z.array(z.strictObject({ number: count, file: z.string(), digest: hash })).check(z.minLength(1)),
  /** The last row of the journal; 0 and zeros where it has none. */
  journal: place,
  /** The newest statement for witnesses, which others may hold too: signed, of rows that are in this backup. */
  anchor: z.nullable(witnessedLine),
  /** Which keys belong to it: fingerprints, and nothing from which a key could be had. */
  keys,
  /** Each as lines of COPY's text, packed by gzip; `content` is the SHA-256 of the lines. */
  tables: z.array(z.strictObject({ name, columns: z.array(name), rows: count, content: hash })),
  sequences: z.array(z.strictObject({ name, value: z.string().check(z.regex(/^-?\d{1,19}$/)), called: z.boolean() })),
  files,
})
export type Manifest = z.infer<typeof manifestShape>

/** Where the rows of a table stand in a backup. */
export function tablePath(table: string): string {
  return `${parts.tables}/${table}.copy.gz`
}

/** Where a file that people sent stands in a backup: sealed, as it lies in the vault. */
export function vaultPath(file: string): string {
  return `${parts.files}/${file.slice(0, 2)}/${file}`
}

/** A copy of the embedded database as it lay, to be brought on by what was archived since. */
export const baseShape = z.strictObject({
  format: z.literal(backupFormat),
  /** Which cluster it is: the name of its folder in the archive. */
  system: z.string().check(z.regex(/^\d{1,20}$/)),
  postgres: z.string(),
  /** When it was made, UTC ms: it can be brought to no earlier moment. */
  moment: count,
  /** A row that it has: the last one then. */
  journal: place,
  keys,
  /** All folders of the cluster, those without files too. */
  folders: z.array(z.string().check(z.regex(/^[A-Za-z0-9_]+(\/[A-Za-z0-9_]+)*$/))),
  files,
})
export type BaseManifest = z.infer<typeof baseShape>

/** Where a file of the cluster stands in a base. */
export function clusterPath(file: string): string {
  return `${parts.cluster}/${file}.gz`
}

/** Which file of the cluster stands at a path of a base; null where none does. */
export function clusterFileOf(path: string): string | null {
  return new RegExp(`^${parts.cluster}/(.+)\\.gz$`).exec(path)?.[1] ?? null
}

/** Known keys as a manifest names them. */
export function knownKeysOf(known: ReadonlyMap<KeyPurpose, KnownKey>): Manifest['keys'] {
  return [...known].map(([purpose, { generation, fingerprint }]) => ({
    purpose,
    generation,
    fingerprint: fingerprint.toString('hex'),
  }))
}
