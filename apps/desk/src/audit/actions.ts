import { type AuditAction, houseActions, personalActions } from '@truemark/protocol/auditActions'
import { useTranslations } from 'use-intl'

/** What operators and the server's commands can have done. */
export const auditActions: readonly AuditAction[] = [...houseActions, ...personalActions]

/** The name of an action; one that this desk does not know yet stands as it is written. */
export function useActionName(): (action: string) => string {
  const t = useTranslations('desk.audit.actions')
  return (action) => {
    const known = auditActions.find((name) => name === action)
    return known === undefined ? action : t(known)
  }
}
