import type wideTrade from '@truemark/locales/en/wideTrade.json'
import { lateTexts } from '../i18n/door.ts'

/** The texts of what a wide trading screen has beside the small one, which the first page does not bring. */
export const WideTexts = lateTexts(
  'wideTrade',
  import.meta.glob<typeof wideTrade>('../../../../packages/locales/*/wideTrade.json', { import: 'default' }),
  'part',
)
