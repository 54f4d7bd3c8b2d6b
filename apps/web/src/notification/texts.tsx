import type notification from '@truemark/locales/en/notification.json'
import { lateTexts } from '../i18n/door.ts'

/** The texts of notifications and price alerts. */
export const NotificationTexts = lateTexts(
  'notification',
  import.meta.glob<typeof notification>('../../../../packages/locales/*/notification.json', { import: 'default' }),
)
