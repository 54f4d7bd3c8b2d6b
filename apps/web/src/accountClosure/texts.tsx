import type accountClosure from '@truemark/locales/en/accountClosure.json'
import { lateTexts } from '../i18n/door.ts'

/** The texts of the data copy and the closing of an account. */
export const LeavingTexts = lateTexts(
  'accountClosure',
  import.meta.glob<typeof accountClosure>('../../../../packages/locales/*/accountClosure.json', { import: 'default' }),
)
