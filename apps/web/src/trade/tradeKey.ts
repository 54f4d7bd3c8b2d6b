/** What a key means on the trading screen. */
export type TradeKey = 'buy' | 'sell' | 'price' | 'quantity' | 'help' | 'review' | 'leave'

/** A press of a key, as much of it as counts here. */
export interface KeyPress {
  readonly key: string
  /** The place of the key, which is the same on every layout. */
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

const letters: Readonly<Record<string, TradeKey>> = { b: 'buy', s: 'sell', p: 'price', q: 'quantity' }

/**
 * What a press means: where a field of the ticket has the focus, Enter reviews and Escape leaves it; where somebody types
 * elsewhere, nothing; else the letters. A layout without Latin letters has them where others do.
 */
export function tradeKeyOf(press: KeyPress, typing: 'nowhere' | 'ticket' | 'elsewhere'): TradeKey | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing || typing === 'elsewhere') return null
  if (typing === 'ticket') return press.key === 'Enter' ? 'review' : press.key === 'Escape' ? 'leave' : null
  if (press.key === '?') return 'help'
  const letter = /^[a-z]$/i.test(press.key) ? press.key : press.key.length === 1 ? press.code.replace('Key', '') : ''
  return letters[letter.toLowerCase()] ?? null
}
