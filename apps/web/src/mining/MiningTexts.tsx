import type mining from '@truemark/locales/en/mining.json'
import { lateTexts } from '../i18n/door.ts'

/** The texts of locked mining, which the first page does not bring. */
export const MiningTexts = lateTexts(
  'mining',
  import.meta.glob<typeof mining>('../../../../packages/locales/*/mining.json', { import: 'default' }),
)
