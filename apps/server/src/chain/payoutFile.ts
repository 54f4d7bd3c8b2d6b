import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { jsonOf } from '@truemark/protocol/jsonOf'
import { StartRefusal } from '../platform/startRefusal.ts'
import { writeWhole } from './kept.ts'

/** What a program that pays keeps between its starts, of each order in a shape of its own. */
export interface PayoutFile<T> {
  /** The number of the last message about payouts that may have been sent. */
  readonly sequence: number
  readonly orders: readonly T[]
  /** Of an account that pays, the first number that no order which is over has used. */
  readonly numbers: Readonly<Record<string, number>>
}

/** How a program reads and writes what it keeps of its payouts. */
export interface PayoutStore<T> {
  /** What is kept; nothing before the first start. Throws a StartRefusal where the file is no such one. */
  read(): PayoutFile<T>
  /** Writes it so that a crash leaves what was or what is, on the disk. Throws, and writes nothing, where it could not be read again. */
  write(value: PayoutFile<T>): void
}

/** The store of a file; big integers stand in it as texts. */
export function payoutStore<T>(path: string, order: z.ZodMiniType<T>): PayoutStore<T> {
  const shape = z.object({
    sequence: z.int(),
    orders: z.array(order),
    numbers: z._default(z.record(z.string(), z.int()), {}),
  })
  return {
    read: () => {
      if (!existsSync(path)) return { sequence: 0, orders: [], numbers: {} }
      const found = z.safeParse(shape, jsonOf(readFileSync(path, 'utf8')))
      if (found.success) return found.data
      throw new StartRefusal(
        `${path} does not hold what this program keeps of its payouts: look for its newest copy, and never begin without it while payouts run.`,
      )
    },
    write: (value) => {
      const plain: object = JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)))
      if (!z.safeParse(shape, plain).success) throw new Error(`what is to be kept in ${path} could not be read again`)
      writeWhole(path, plain)
    },
  }
}
