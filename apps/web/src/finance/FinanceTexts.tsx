import type finance from '@truemark/locales/en/finance.json'
import { lateTexts } from '../i18n/door.ts'

/** The texts of Finance, which the first page does not bring. */
export const FinanceTexts = lateTexts(
  'finance',
  import.meta.glob<typeof finance>('../../../../packages/locales/*/finance.json', { import: 'default' }),
)
