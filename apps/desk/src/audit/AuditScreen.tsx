import { useNavigate, useSearch } from '@tanstack/react-router'
import { deskAudit, type AuditEntry } from '@truemark/protocol/routes/desk'
import { Select } from '@truemark/ui/primitives/Select'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { Filters, Heading, ListView, SearchField } from '../table/door.ts'
import { auditActions, useActionName } from './actions.ts'
import { useAuditColumns } from './auditColumns.tsx'
import { AuditSheet } from './AuditSheet.tsx'
import { auditQuery, readAuditChoice, type AuditChoice } from './choice.ts'

/** What operators have done and read, newest first. */
export function AuditScreen() {
  const t = useTranslations('desk.audit')
  const timezone = useAppData()?.app.timezone ?? 'UTC'
  const choice = readAuditChoice(useSearch({ strict: false }))
  const query = auditQuery(choice, timezone)
  const list = usePages(['audit', query], (page) => call(deskAudit, { query: { ...query, ...page } }), {
    csv: { list: deskAudit, query },
  })
  const [shown, setShown] = useState<AuditEntry | null>(null)
  return (
    <>
      <Heading title={t('title')} text={t('explained')} />
      <AuditFilters choice={choice} />
      <ListView
        label={t('title')}
        list={list}
        columns={useAuditColumns(setShown)}
        rowKey={(entry) => entry.id}
        empty={{ drawing: 'ledger', title: t('empty') }}
      />
      <AuditSheet entry={shown} onClose={() => setShown(null)} />
    </>
  )
}

function AuditFilters({ choice }: { choice: AuditChoice }) {
  const t = useTranslations('desk')
  const name = useActionName()
  const navigate = useNavigate()
  const put = useCallback(
    (change: Partial<Record<keyof AuditChoice, string>>) =>
      void navigate({ to: '/audit', search: (now) => readAuditChoice({ ...now, ...change }), replace: true }),
    [navigate],
  )
  const search = useCallback((actor: string) => put({ actor }), [put])
  return (
    <Filters>
      <SearchField plain label={t('audit.actor')} value={choice.actor ?? ''} onSearch={search} />
      <Select
        label={t('audit.action')}
        value={choice.action ?? ''}
        options={[
          { value: '', label: t('common.all') },
          ...auditActions.map((value) => ({ value: String(value), label: name(value) })),
        ]}
        onValueChange={(action) => put({ action })}
      />
      <TextInput
        type="date"
        label={t('audit.from')}
        value={choice.from ?? ''}
        max={choice.to}
        onChange={(event) => put({ from: event.target.value })}
      />
      <TextInput
        type="date"
        label={t('audit.to')}
        value={choice.to ?? ''}
        min={choice.from}
        onChange={(event) => put({ to: event.target.value })}
      />
    </Filters>
  )
}
