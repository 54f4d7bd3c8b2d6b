import type about from '@truemark/locales/en/about.json'
import { lateTexts } from '../i18n/door.ts'

/** The texts of the credit score and of how the app is installed. */
export const AboutTexts = lateTexts(
  'about',
  import.meta.glob<typeof about>('../../../../packages/locales/*/about.json', { import: 'default' }),
)
