import { operatorRoles } from '@truemark/protocol/access'
import type { AuditEntry } from '@truemark/protocol/routes/desk'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { OwnSheet } from '../table/door.ts'
import { useActionName } from './actions.ts'
import { useActorName } from './auditColumns.tsx'

/** By which role, in which request and from where it was done. */
function useOriginFacts(): (origin: AuditEntry['origin']) => [string, string][] {
  const t = useTranslations('desk')
  return (origin) => {
    if (origin === null) return [[t('audit.origin'), t('audit.originUnkept')]]
    const role = operatorRoles.find((one) => one === origin.role)
    if (role === undefined) return [[t('audit.origin'), t('audit.originServer')]]
    return [
      [t('audit.role'), t(`role.${role}`)],
      [t('audit.request'), origin.request],
      [t('audit.address'), origin.address],
    ]
  }
}

/** One entry of the log, whole. */
export function AuditSheet({ entry, onClose }: { entry: AuditEntry | null; onClose: () => void }) {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  const actionName = useActionName()
  const actorName = useActorName()
  // While the sheet goes away it still shows what it showed.
  const [last, setLast] = useState(entry)
  if (entry !== null && entry !== last) setLast(entry)
  const shown = entry ?? last
  const originFacts = useOriginFacts()
  const facts = shown && [
    [t('common.time'), dateTime(shown.time)],
    [t('audit.actor'), actorName(shown.actor)],
    ...originFacts(shown.origin),
    [t('audit.subject'), shown.subject],
    [t('audit.reason'), shown.reason === '' ? '–' : shown.reason],
    ...(shown.touched.length > 0 ? [[t('audit.touched'), shown.touched.join(' ')]] : []),
  ]
  const details = Object.entries(shown?.detail ?? {})
  return (
    <OwnSheet open={entry !== null} onClose={onClose} title={shown ? actionName(shown.action) : ''}>
      <dl className="flex flex-col gap-3 pb-2">
        {facts?.map(([name, value]) => (
          <div key={name} className="flex flex-col">
            <dt className="text-12 text-quiet">{name}</dt>
            <dd className="figures text-16 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {details.length > 0 && (
        <section className="flex flex-col gap-2 pt-3">
          <h3 className="text-14 font-semibold">{t('audit.detail')}</h3>
          <dl className="flex flex-col gap-2 rounded-card bg-raised px-3.5 py-3">
            {details.map(([name, value]) => (
              <div key={name} className="flex flex-col">
                <dt className="text-12 break-words text-quiet">{name}</dt>
                <dd className="figures text-14 break-words whitespace-pre-wrap">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </OwnSheet>
  )
}
