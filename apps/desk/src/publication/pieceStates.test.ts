import type { PieceLanguage } from '@truemark/protocol/routes/deskContent'
import { expect, it } from 'vitest'
import { momentOf, stateOf, unpublished } from './pieceStates.ts'

const language: PieceLanguage = { lang: 'en', version: 2, shown: null, scheduled: null, withdrawn: false }

it('tells how a text stands in a language, and what is left to publish', () => {
  const draft = language
  const shown = { ...language, shown: 2 }
  const newer = { ...language, shown: 1 }
  const scheduled = { ...newer, scheduled: { version: 2, at: 5 } }
  const withdrawn = { ...language, withdrawn: true }
  const all = [draft, shown, newer, scheduled, withdrawn]
  expect(all.map(stateOf)).toEqual(['draft', 'shown', 'newer', 'scheduled', 'withdrawn'])
  expect(unpublished(all)).toEqual([draft, newer, withdrawn])
})

it('reads a moment ahead', () => {
  const noon = new Date('2026-11-28T12:00').getTime()
  expect(momentOf('2026-11-28T12:00', noon - 1)).toBe(noon)
  expect(momentOf('2026-11-28T12:00', noon)).toBeNull()
  expect(momentOf('', noon)).toBeNull()
})
