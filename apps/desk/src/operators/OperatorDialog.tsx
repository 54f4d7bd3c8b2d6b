import type { OperatorRole } from '@truemark/protocol/routes/desk'
import { deskOperatorDisable, deskOperatorRole, type DeskOperator } from '@truemark/protocol/routes/deskOperators'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ReasonDialog, useDeed } from '../deed/door.ts'
import { RoleSelect } from './RoleSelect.tsx'

/** What is to happen to an operator. */
export interface OperatorDeed {
  readonly kind: 'role' | 'disable' | 'enable'
  readonly operator: DeskOperator
}

/** Changes a role, disables an operator or enables one again, with a reason. */
export function OperatorDialog({ deed: { kind, operator }, onClose }: { deed: OperatorDeed; onClose: () => void }) {
  const t = useTranslations('desk.operators')
  const [open, setOpen] = useState(true)
  const [role, setRole] = useState<OperatorRole>(operator.role)
  const params = { id: operator.id }
  const deed = useDeed({
    send: (reason: string): Promise<unknown> =>
      kind === 'role'
        ? call(deskOperatorRole, { params, body: { role, reason } })
        : call(deskOperatorDisable, { params, body: { disabled: kind === 'disable', reason } }),
    touches: ['operators', 'audit'],
    done: () => t('changed', { name: operator.name }),
  })
  const names = { role: t('changeRole'), disable: t('disable'), enable: t('enable') }
  const texts = { role: t('roleExplained'), disable: t('disableExplained'), enable: t('enableExplained') }
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <ReasonDialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={`${names[kind]}: ${operator.name}`}
      description={texts[kind]}
      confirmLabel={names[kind]}
      confirmKind={kind === 'disable' ? 'danger' : 'primary'}
      busy={deed.busy}
      failure={deed.failure}
      onConfirm={(reason) => void deed.run(reason).then((done) => done && close())}
    >
      {kind === 'role' && <RoleSelect value={role} onChange={setRole} />}
    </ReasonDialog>
  )
}
