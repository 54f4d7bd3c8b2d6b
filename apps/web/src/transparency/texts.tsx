import type transparency from '@truemark/locales/en/transparency.json'
import { lateTexts } from '../i18n/door.ts'

/** The texts of these pages, which the first page does not bring. */
export const TransparencyTexts = lateTexts(
  'transparency',
  import.meta.glob<typeof transparency>('../../../../packages/locales/*/transparency.json', { import: 'default' }),
)
