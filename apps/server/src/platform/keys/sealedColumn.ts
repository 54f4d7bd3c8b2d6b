import type { Database, Queryable } from '../postgres/database.ts'
import type { SealedPurpose, SealingKeys } from './sealingKeys.ts'

/** A sealed value of a table. */
export interface SealedValue {
  readonly id: number
  readonly owner: string
  readonly sealed: Buffer
}

/** A column of a slice's table whose values lie sealed. */
export interface SealedColumn {
  readonly purpose: Exclude<SealedPurpose, 'files'>
  /** The next values behind `after` that do not begin with `head`, by their numbers. */
  find(
    client: Queryable,
    place: { readonly head: Buffer; readonly after: number; readonly limit: number },
  ): Promise<SealedValue[]>
  /** Writes a value anew, unless it is another one by now. */
  replace(client: Queryable, value: SealedValue, anew: Buffer): Promise<void>
}

/** What was sealed anew, and what opens under no key. */
export interface Resealed {
  readonly resealed: number
  readonly unreadable: number
}

const batch = 200

/**
 * Seals every value of a column anew that the newest key has not sealed, some at a time, each in a transaction with its
 * neighbours: cut off anywhere, it goes on where it was. A value that opens under no key stays as it is, and is counted.
 */
export async function resealColumn(
  database: Database,
  keys: SealingKeys,
  column: SealedColumn,
  progress: (count: number) => void,
): Promise<Resealed> {
  let [resealed, unreadable, after] = [0, 0, 0]
  for (;;) {
    const values = await column.find(database, { head: keys.head, after, limit: batch })
    const last = values.at(-1)
    if (last === undefined) return { resealed, unreadable }
    const anew = values.flatMap((value) => {
      const plain = opened(keys, column.purpose, value)
      return plain === null ? [] : [{ value, sealed: keys.seal(column.purpose, value.owner, plain) }]
    })
    await database.transaction(async (client) => {
      for (const { value, sealed } of anew) await column.replace(client, value, sealed)
    })
    after = last.id
    resealed += anew.length
    unreadable += values.length - anew.length
    if (anew.length > 0) progress(anew.length)
  }
}

function opened(keys: SealingKeys, purpose: SealedPurpose, { owner, sealed }: SealedValue): Buffer | null {
  try {
    return keys.open(purpose, owner, sealed)
  } catch {
    return null
  }
}
