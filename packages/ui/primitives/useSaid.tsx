import { useState, type FocusEvent } from 'react'

/**
 * What a control of a live book says, shows and takes at a press: what stands there now, and while the keyboard is on it
 * what stood there as it came. Its name would else be read anew with each move of the market.
 */
export function useSaid<Row>(now: Row) {
  const [held, hold] = useState<Row | null>(null)
  const keys = {
    onFocus: (event: FocusEvent<HTMLElement>) => event.currentTarget.matches(':focus-visible') && hold(now),
    onBlur: () => hold(null),
  }
  return { said: held ?? now, keys }
}

/** The same for a link whose words hold live figures: it is called by what stood in it as the focus came. */
export const saidOnce = {
  onFocus({ currentTarget }: FocusEvent<HTMLElement>) {
    currentTarget.ariaLabel = currentTarget.innerText.replace(/\s+/g, ' ')
  },
  onBlur({ currentTarget }: FocusEvent<HTMLElement>) {
    currentTarget.ariaLabel = null
  },
} as const
