import type enDesk from '@truemark/locales/en/desk.json'
import { useTranslations } from 'use-intl'

export type AuditAction = keyof (typeof enDesk)['audit']['actions']

/** What operators and the server's commands can have done. */
export const auditActions: readonly AuditAction[] = [
  'operator_login',
  'operator_logout',
  'operator_link_made',
  'operator_made',
  'users_listed',
  'outbox_read',
  'user_read',
  'user_disabled',
  'user_enabled',
  'symbol_changed',
  'symbol_change_refused',
  'derivative_changed',
  'derivative_change_refused',
  'option_changed',
  'option_change_refused',
  'product_switched',
  'app_data_changed',
  'content_changed',
  'invite_code_made',
  'invite_code_ended',
]

/** The name of an action; one that this desk does not know yet stands as it is written. */
export function useActionName(): (action: string) => string {
  const t = useTranslations('desk.audit.actions')
  return (action) => {
    const known = auditActions.find((name) => name === action)
    return known === undefined ? action : t(known)
  }
}
