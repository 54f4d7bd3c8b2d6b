import { useQuery } from '@tanstack/react-query'
import { deskOperators, type DeskOperator } from '@truemark/protocol/routes/deskOperators'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { type Column, figureColumn, Heading, ListView, Notice } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { InviteSheet } from './InviteSheet.tsx'
import { OperatorDialog, type OperatorDeed } from './OperatorDialog.tsx'

/** Who works at this desk, with which role; and how one comes, changes and goes. */
export function OperatorsScreen() {
  const t = useTranslations('desk.operators')
  const mayWrite = useMay('desk_operators')
  const list = usePages(['operators'], (query) => call(deskOperators, { query }), {
    csv: { list: deskOperators },
  })
  const [inviting, setInviting] = useState({ open: false, turn: 0 })
  const [deed, setDeed] = useState<OperatorDeed | null>(null)
  const invite = (
    <Button onClick={() => setInviting({ open: true, turn: inviting.turn + 1 })}>
      <UserPlus size={18} strokeWidth={1.5} aria-hidden="true" />
      {t('invite')}
    </Button>
  )
  return (
    <>
      <Heading title={t('title')} text={t('explained')} actions={mayWrite ? invite : undefined} />
      <SingleNotice />
      <ListView
        label={t('title')}
        list={list}
        columns={useColumns()}
        rowKey={(operator) => operator.id}
        empty={{ drawing: 'shield', title: t('empty') }}
        {...(mayWrite ? { actions: (operator: DeskOperator) => <Actions operator={operator} onAsk={setDeed} /> } : {})}
      />
      <InviteSheet
        key={`invite ${inviting.turn}`}
        open={inviting.open}
        onOpenChange={(open) => setInviting({ ...inviting, open })}
      />
      {deed && <OperatorDialog deed={deed} onClose={() => setDeed(null)} />}
    </>
  )
}

function SingleNotice() {
  const t = useTranslations('desk.approvals')
  const single = useQuery({
    queryKey: ['operators', 'single'],
    queryFn: () => call(deskOperators, { query: { limit: '1' } }),
  }).data
  return single?.single_operator === true ? <Notice title={t('singleTitle')}>{t('singleText')}</Notice> : null
}

function Actions({ operator, onAsk }: { operator: DeskOperator; onAsk: (deed: OperatorDeed) => void }) {
  const t = useTranslations('desk.operators')
  return (
    <>
      {!operator.disabled && (
        <Button
          kind="secondary"
          compact
          aria-label={`${t('changeRole')}: ${operator.name}`}
          onClick={() => onAsk({ kind: 'role', operator })}
        >
          {t('changeRole')}
        </Button>
      )}
      <Button
        kind={operator.disabled ? 'secondary' : 'danger'}
        compact
        aria-label={`${operator.disabled ? t('enable') : t('disable')}: ${operator.name}`}
        onClick={() => onAsk({ kind: operator.disabled ? 'enable' : 'disable', operator })}
      >
        {operator.disabled ? t('enable') : t('disable')}
      </Button>
    </>
  )
}

function useColumns(): readonly Column<DeskOperator>[] {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  return [
    { key: 'name', head: t('login.name'), cell: (operator) => operator.name },
    { key: 'role', head: t('operators.role'), cell: (operator) => t(`role.${operator.role}`) },
    {
      key: 'state',
      head: t('users.state'),
      cell: (operator) => (
        <Badge tone={operator.disabled ? 'danger' : 'up'}>
          {operator.disabled ? t('users.disabled') : t('users.active')}
        </Badge>
      ),
    },
    figureColumn('sessions', t('users.sessions'), (operator) => operator.sessions),
    figureColumn('seen', t('users.lastSeen'), (operator) =>
      operator.last_seen === null ? t('users.never') : dateTime(operator.last_seen),
    ),
    figureColumn('created', t('operators.since'), (operator) => dateTime(operator.created, 'day')),
  ]
}
