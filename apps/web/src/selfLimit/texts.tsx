import type selfLimit from '@truemark/locales/en/selfLimit.json'
import { lateTexts } from '../i18n/door.ts'

/** The texts of pauses and limits of one’s own. */
export const SelfLimitTexts = lateTexts(
  'selfLimit',
  import.meta.glob<typeof selfLimit>('../../../../packages/locales/*/selfLimit.json', { import: 'default' }),
)
