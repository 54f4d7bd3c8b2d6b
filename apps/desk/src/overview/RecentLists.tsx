import { Link } from '@tanstack/react-router'
import { deskAudit, deskOutbox, deskUsers } from '@truemark/protocol/routes/desk'
import { useTranslations } from 'use-intl'
import { useActionName, useActorName } from '../audit/door.ts'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { wholeRow } from '../table/door.ts'
import { Recent } from './Recent.tsx'

const few = { limit: '5', everyMs: 15_000, csv: null }

/** Who came last. */
export function RecentUsers() {
  const t = useTranslations('desk')
  return (
    <Recent
      to="/users"
      title={t('overview.newUsers')}
      list={usePages(['users', 'recent'], (page) => call(deskUsers, { query: page }), few)}
      empty={{ drawing: 'search', title: t('overview.noUsers') }}
      rowKey={(user) => user.uid}
      row={(user) => ({
        title: (
          <Link to="/users/$uid" params={{ uid: user.uid }} className={`break-all ${wholeRow}`}>
            {user.email || user.phone || user.uid}
          </Link>
        ),
        note: user.guest ? t('users.guest') : t(`common.${user.realm}`),
        time: user.created,
      })}
    />
  )
}

/** The newest messages of the outbox, without their codes. */
export function RecentMessages() {
  const t = useTranslations('desk')
  return (
    <Recent
      to="/outbox"
      title={t('menu.outbox')}
      list={usePages(['outbox', 'recent'], (page) => call(deskOutbox, { query: page }), few)}
      empty={{ drawing: 'mail', title: t('outbox.empty') }}
      rowKey={(message) => message.id}
      row={(message) => ({
        title: <span className="break-all">{message.to}</span>,
        note: message.subject === '' ? t(`outbox.${message.channel}`) : message.subject,
        time: message.created,
      })}
    />
  )
}

/** What operators did last. */
export function RecentAudit() {
  const t = useTranslations('desk')
  const actionName = useActionName()
  const actorName = useActorName()
  return (
    <Recent
      to="/audit"
      title={t('menu.audit')}
      list={usePages(['audit', 'recent'], (page) => call(deskAudit, { query: page }), few)}
      empty={{ drawing: 'ledger', title: t('audit.empty') }}
      rowKey={(entry) => entry.id}
      row={(entry) => ({
        title: actionName(entry.action),
        note: `${actorName(entry.actor)} · ${entry.subject}`,
        time: entry.time,
      })}
    />
  )
}
