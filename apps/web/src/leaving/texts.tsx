import type leaving from '@truemark/locales/en/leaving.json'
import { lateTexts } from '../reader/door.ts'

/** The texts of the data copy and the closing of an account. */
export const LeavingTexts = lateTexts(
  'leaving',
  import.meta.glob<typeof leaving>('../../../../packages/locales/*/leaving.json', { import: 'default' }),
)
