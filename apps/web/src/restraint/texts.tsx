import type restraint from '@truemark/locales/en/restraint.json'
import { lateTexts } from '../reader/door.ts'

/** The texts of pauses and limits of one’s own. */
export const RestraintTexts = lateTexts(
  'restraint',
  import.meta.glob<typeof restraint>('../../../../packages/locales/*/restraint.json', { import: 'default' }),
)
