import { useStore } from 'zustand'
import { keptStore } from '../data/keptStore.ts'

/** How the reader last looked at a deep book; kept on this device. */
export interface BookSettings {
  /** Which of the steps of price its levels are gathered by, from the tick on: 0, 1, 2… */
  readonly step: number
}

const stepLast = 4

export const bookSettings = keptStore('truemark.book', readBookSettings)

/** Reads kept settings; what is unknown stands at its default. */
export function readBookSettings(kept: unknown): BookSettings {
  const step = typeof kept === 'object' && kept !== null && 'step' in kept ? kept.step : 0
  return { step: Number.isInteger(step) && Number(step) >= 0 && Number(step) <= stepLast ? Number(step) : 0 }
}

export function useBookSettings(): BookSettings {
  return useStore(bookSettings)
}
