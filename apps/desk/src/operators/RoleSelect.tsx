import { operatorRoles } from '@truemark/protocol/access'
import type { OperatorRole } from '@truemark/protocol/routes/desk'
import { Select } from '@truemark/ui/primitives/Select'
import { useTranslations } from 'use-intl'

/** A choice among the roles, each with what it may do. */
export function RoleSelect({ value, onChange }: { value: OperatorRole; onChange: (role: OperatorRole) => void }) {
  const t = useTranslations('desk')
  return (
    <Select
      label={t('operators.role')}
      hint={t(`operators.roles.${value}`)}
      value={value}
      options={operatorRoles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
      onValueChange={onChange}
    />
  )
}
