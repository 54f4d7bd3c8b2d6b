import type { OperatorRole } from '@truemark/protocol/routes/desk'
import { deskOperatorDisable, deskOperatorRole, type DeskOperator } from '@truemark/protocol/routes/deskOperators'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ReasonDialog } from '../deed/door.ts'
import { RoleSelect } from './RoleSelect.tsx'

/** What is to happen to an operator. */
export interface OperatorDeed {
  readonly kind: 'role' | 'disable' | 'enable'
  readonly operator: DeskOperator
}

/** Changes a role, disables an operator or enables one again, with a reason. */
export function OperatorDialog({ deed: { kind, operator }, onClose }: { deed: OperatorDeed; onClose: () => void }) {
  const t = useTranslations('desk.operators')
  const [role, setRole] = useState<OperatorRole>(operator.role)
  const params = { id: operator.id }
  const names = { role: t('changeRole'), disable: t('disable'), enable: t('enable') }
  const texts = { role: t('roleExplained'), disable: t('disableExplained'), enable: t('enableExplained') }
  return (
    <ReasonDialog
      onClose={onClose}
      title={`${names[kind]}: ${operator.name}`}
      description={texts[kind]}
      confirmLabel={names[kind]}
      confirmKind={kind === 'disable' ? 'danger' : 'primary'}
      send={(reason) =>
        kind === 'role'
          ? call(deskOperatorRole, { params, body: { role, reason } })
          : call(deskOperatorDisable, { params, body: { disabled: kind === 'disable', reason } })
      }
      touches={['operators']}
      done={t('changed', { name: operator.name })}
    >
      {() => kind === 'role' && <RoleSelect value={role} onChange={setRole} />}
    </ReasonDialog>
  )
}
