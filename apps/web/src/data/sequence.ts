export type Follow = 'next' | 'old' | 'gap'

/**
 * Judges a message of a gapless stream by its number. After a resync (`last` null) any number is taken as the start.
 * `gap` means that at least one message was missed, and state is to be fetched anew.
 */
export function followSequence(last: number | null, seq: number): Follow {
  if (last === null || seq === last + 1) return 'next'
  return seq <= last ? 'old' : 'gap'
}
