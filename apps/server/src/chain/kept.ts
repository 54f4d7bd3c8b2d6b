import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

const kept = z.object({
  /** The height at the first start: what stands in a block up to it is none of this program's. */
  first: z.int(),
  /** The block from which on the node is asked; empty for the first. */
  cursor: z.string(),
  /** The number of the last message that may have been sent. */
  sequence: z.int(),
})
export type Kept = z.infer<typeof kept>

/** What a program that tells of payments keeps between its starts; null before the first. Throws where it is no such file. */
export function readKept(path: string): Kept | null {
  return existsSync(path) ? z.parse(kept, JSON.parse(readFileSync(path, 'utf8'))) : null
}

/** Writes it so that a crash leaves what was or what is, on the disk. */
export function writeKept(path: string, value: Kept): void {
  writeWhole(path, value)
}

/** Writes a file of JSON so that a crash leaves the old one or the new one, whole. */
export function writeWhole(path: string, value: object): void {
  const next = `${path}.next`
  const file = openSync(next, 'w', 0o600)
  try {
    // whole, also where the disk takes it in parts
    writeFileSync(file, `${JSON.stringify(value)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(next, path)
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
