import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { writeWhole } from './kept.ts'

const seen = z.object({
  txid: z.string(),
  output: z.int(),
  currency: z.string(),
  /** In lower case. */
  address: z.string(),
  /** Canonical decimal. */
  amount: z.string(),
  height: z.int(),
  /** The hash of the block it stands in; empty where that was taken back. */
  block: z.string(),
})
export type EvmSeen = z.infer<typeof seen>

const kept = z.object({
  /** The height at the first start: what stands in a block up to it is none of this program's. */
  first: z.int(),
  sequence: z.int(),
  /** The last blocks that were read, oldest first. */
  blocks: z.array(z.object({ number: z.int(), hash: z.string(), parent: z.string() })),
  /** The payments that are still told of. */
  seen: z.array(seen),
})
export type EvmKept = z.infer<typeof kept>

/** What the program keeps between its starts; null before the first. Throws where the file is no such one. */
export function readEvmKept(path: string): EvmKept | null {
  return existsSync(path) ? z.parse(kept, JSON.parse(readFileSync(path, 'utf8'))) : null
}

/** Writes it so that a crash leaves what was or what is, on the disk. */
export function writeEvmKept(path: string, value: EvmKept): void {
  writeWhole(path, value)
}
