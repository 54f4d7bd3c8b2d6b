import type { KeyGeneration } from './keyFile.ts'

/** The keys of ids, tokens, and the hashes by which codes and addresses are recognised: 16 bytes each. */
export interface TokenKeys {
  /**
   * Of the first generation for ever: ids and the nonces of liquidations stand in links and signed evidence. Neither
   * lets anyone in.
   */
  readonly names: Uint8Array
  /** Of the newest generation: all that lets somebody in, and every hash that is made from now on. */
  readonly newest: Uint8Array
  /** Of all generations, the newest first: what was hashed long ago, and is to be known again. */
  readonly all: readonly Uint8Array[]
}

/** The keys for tokens of these generations, the oldest first. */
export function tokenKeysOf(generations: readonly KeyGeneration[]): TokenKeys {
  const all = generations.map(({ secret }) => secret).toReversed()
  const [newest, names] = [all[0], all.at(-1)]
  if (newest === undefined || names === undefined) throw new RangeError('there is no key for tokens')
  return { names, newest, all }
}
