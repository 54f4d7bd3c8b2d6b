import { keptStore } from './keptStore.ts'

/** Where the reader is in the tour of the demo; null where it is not on. `seen` once it was begun, on this device. */
export interface TourState {
  readonly step: number | null
  readonly seen: boolean
}

export const tour = keptStore<TourState>('truemark.tour', readTour)

/** Reads a kept state; what is of another shape is a tour that has not begun. */
export function readTour(kept: unknown): TourState {
  const fields: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const { step, seen } = fields
  return { step: typeof step === 'number' && Number.isInteger(step) && step >= 0 ? step : null, seen: seen === true }
}

/** Begins the tour where this device has not had it. */
export function beginTour(): void {
  if (!tour.getState().seen) tour.setState({ step: 0, seen: true })
}
