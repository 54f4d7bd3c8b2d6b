import type tour from '@truemark/locales/en/tour.json'
import { lateTexts } from '../i18n/door.ts'

/** The texts of the tour, which the first page does not bring. */
export const TourTexts = lateTexts(
  'tour',
  import.meta.glob<typeof tour>('../../../../packages/locales/*/tour.json', { import: 'default' }),
  'part',
)
