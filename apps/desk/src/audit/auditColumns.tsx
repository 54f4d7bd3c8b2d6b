import type { AuditEntry } from '@truemark/protocol/routes/desk'
import { useTranslations } from 'use-intl'
import { type Column, figureColumn, wholeRow } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { useActionName } from './actions.ts'

/** The name of who acted: the operator's, or the server's command. */
export function useActorName(): (actor: string) => string {
  const t = useTranslations('desk.audit')
  return (actor) => (actor === 'server' ? t('server') : actor)
}

/** What a row of the log shows; a press on it tells `onOpen`. */
export function useAuditColumns(onOpen: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] {
  const t = useTranslations('desk.audit')
  const common = useTranslations('desk.common')
  const dateTime = useDateTime()
  const actionName = useActionName()
  const actorName = useActorName()
  return [
    {
      key: 'action',
      head: t('action'),
      cell: (entry) => (
        <button type="button" className={`text-left font-medium ${wholeRow}`} onClick={() => onOpen(entry)}>
          {actionName(entry.action)}
        </button>
      ),
    },
    { key: 'subject', head: t('subject'), cell: (entry) => <span className="break-all">{entry.subject}</span> },
    {
      key: 'reason',
      head: t('reason'),
      cell: (entry) => <span className="break-words text-secondary">{entry.reason === '' ? '–' : entry.reason}</span>,
    },
    { key: 'actor', head: t('actor'), cell: (entry) => actorName(entry.actor) },
    figureColumn('time', common('time'), (entry) => dateTime(entry.time)),
  ]
}
