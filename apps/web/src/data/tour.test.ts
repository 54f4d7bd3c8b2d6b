import { expect, it } from 'vitest'
import { beginTour, readTour, tour } from './tour.ts'

it('reads what was kept, and takes anything else for a tour that has not begun', () => {
  expect(readTour({ step: 2, seen: true })).toEqual({ step: 2, seen: true })
  const none = { step: null, seen: false }
  for (const kept of [null, 'x', {}, { step: -1 }, { step: 1.5 }, { step: '1', seen: 1 }])
    expect(readTour(kept)).toEqual(none)
})

it('begins once on a device, also where it was left at once', () => {
  beginTour()
  expect(tour.getState()).toEqual({ step: 0, seen: true })
  tour.setState({ step: null })
  beginTour()
  expect(tour.getState()).toEqual({ step: null, seen: true })
})
