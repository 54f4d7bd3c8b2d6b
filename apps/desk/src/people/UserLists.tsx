import type { Balance } from '@truemark/protocol/routes/account'
import { deskUserOne } from '@truemark/protocol/routes/desk'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import type { CsvSource } from '../data/file.ts'
import type { List } from '../data/lists.ts'
import { type Column, figureColumn, ListView } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'

type UserSession = AnswerOf<typeof deskUserOne>['sessions'][number]

/** Rows that are there already, as a list. */
function present<Row>(rows: readonly Row[], csv: CsvSource): List<Row> {
  return { csv, rows, failed: false, readAt: 0, retry: () => undefined, more: null, fetchingMore: false }
}

/** What the user holds, by account and currency. Nothing here can be changed. */
export function UserBalances({ uid, balances }: { uid: string; balances: readonly Balance[] }) {
  const t = useTranslations('desk.users')
  const columns: readonly Column<Balance>[] = [
    { key: 'currency', head: t('currency'), cell: (row) => row.currency },
    { key: 'account', head: t('account'), cell: (row) => t('accountKind', { kind: row.account }) },
    figureColumn('available', t('available'), (row) => <Amount value={row.available} />),
    figureColumn('frozen', t('frozen'), (row) => <Amount value={row.frozen} />),
    figureColumn('total', t('total'), (row) => <Amount value={row.total} />),
    figureColumn('value', t('value'), (row) => <Amount value={row.value ?? undefined} decimalsMax={2} />),
  ]
  return (
    <ListView
      label={t('balances')}
      list={present(balances, { list: deskUserOne, of: 'balances', params: { id: uid } })}
      columns={columns}
      rowKey={(row) => `${row.account} ${row.currency}`}
      empty={{ drawing: 'coins', title: t('noBalances') }}
    />
  )
}

/** Where the user is signed in. */
export function UserSessions({ uid, sessions }: { uid: string; sessions: readonly UserSession[] }) {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  const columns: readonly Column<UserSession>[] = [
    {
      key: 'device',
      head: t('users.device'),
      cell: (row) => <span className="line-clamp-2 break-words">{row.device === '' ? '–' : row.device}</span>,
    },
    { key: 'realm', head: t('users.realm'), cell: (row) => t(`common.${row.realm}`) },
    figureColumn('created', t('users.sessionStarted'), (row) => dateTime(row.created)),
    figureColumn('lastSeen', t('users.lastSeen'), (row) => dateTime(row.last_seen)),
  ]
  return (
    <ListView
      label={t('users.sessions')}
      list={present(sessions, { list: deskUserOne, of: 'sessions', params: { id: uid } })}
      columns={columns}
      rowKey={(row) => row.id}
      empty={{ drawing: 'shield', title: t('users.noSessions') }}
    />
  )
}
