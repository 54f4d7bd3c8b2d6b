import { deskUserTouches, type Touch } from '@truemark/protocol/routes/touches'
import { useTranslations } from 'use-intl'
import { useActionName } from '../audit/door.ts'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { type Column, figureColumn, ListView } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'

/** Who has looked at or changed a user's account, as the user is told too. */
export function UserTouches({ uid }: { uid: string }) {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  const actionName = useActionName()
  const read = (query: { limit: string; cursor?: string }) => call(deskUserTouches, { params: { id: uid }, query })
  const list = usePages(['touches', uid], read, { limit: '20', csv: { list: deskUserTouches, params: { id: uid } } })
  const columns: readonly Column<Touch>[] = [
    { key: 'action', head: t('audit.action'), cell: (touch) => actionName(touch.action) },
    { key: 'operator', head: t('audit.actor'), cell: (touch) => touch.operator },
    { key: 'reason', head: t('audit.reason'), cell: (touch) => touch.reason || '–' },
    figureColumn('time', t('common.time'), (touch) => dateTime(touch.time)),
  ]
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-20 font-semibold">{t('users.touches')}</h2>
      <p className="max-w-[72ch] text-14 text-secondary">{t('users.touchesExplained')}</p>
      <ListView
        label={t('users.touches')}
        list={list}
        columns={columns}
        rowKey={(touch) => touch.id}
        empty={{ drawing: 'shield', title: t('users.noTouches') }}
      />
    </section>
  )
}
