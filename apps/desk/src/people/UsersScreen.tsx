import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { deskUsers, type DeskUser } from '@truemark/protocol/routes/desk'
import { Select } from '@truemark/ui/primitives/Select'
import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { type PageQuery, usePages } from '../data/lists.ts'
import { emptyForNobody } from '../data/nobody.ts'
import { type Column, figureColumn, Filters, Heading, ListView, SearchField, wholeRow } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { peopleQuery, readPeopleChoice, type PeopleChoice } from './choice.ts'
import { countryName, RealmBadge, StateBadge, useVerification } from './UserBadges.tsx'

/** All users, newest first, found by number, email or phone. */
export function UsersScreen() {
  const t = useTranslations('desk')
  const choice = readPeopleChoice(useSearch({ strict: false }))
  const navigate = useNavigate()
  const query = peopleQuery(choice)
  const read = (page: PageQuery) => call(deskUsers, { query: { ...query, ...page } }).catch(emptyForNobody)
  const list = usePages(['users', query], read, { csv: { list: deskUsers, query } })
  const put = useCallback(
    (change: Partial<Record<keyof PeopleChoice, string>>) =>
      void navigate({ to: '/users', search: (now) => readPeopleChoice({ ...now, ...change }), replace: true }),
    [navigate],
  )
  const search = useCallback((text: string) => put({ search: text }), [put])
  return (
    <>
      <Heading title={t('users.title')} />
      <Filters>
        <div className="wide:col-span-2">
          <SearchField label={t('users.search')} value={choice.search ?? ''} onSearch={search} />
        </div>
        <Select
          label={t('users.realm')}
          value={choice.realm ?? 'all'}
          options={[
            { value: 'all', label: t('common.all') },
            { value: 'real', label: t('common.real') },
            { value: 'demo', label: t('common.demo') },
          ]}
          onValueChange={(realm) => put({ realm })}
        />
        <Select
          label={t('users.state')}
          value={choice.disabled ?? 'all'}
          options={[
            { value: 'all', label: t('common.all') },
            { value: 'false', label: t('users.active') },
            { value: 'true', label: t('users.disabled') },
          ]}
          onValueChange={(disabled) => put({ disabled })}
        />
      </Filters>
      <ListView
        label={t('users.title')}
        list={list}
        columns={useColumns()}
        rowKey={(user) => user.uid}
        empty={{ drawing: 'search', title: t('users.empty') }}
      />
    </>
  )
}

function useColumns(): readonly Column<DeskUser>[] {
  const t = useTranslations('desk.users')
  const locale = useLocale()
  const dateTime = useDateTime()
  const verification = useVerification()
  return [
    {
      key: 'uid',
      head: t('uid'),
      cell: (user) => (
        <Link to="/users/$uid" params={{ uid: user.uid }} className={`figures text-primary ${wholeRow}`}>
          {user.uid}
        </Link>
      ),
    },
    {
      key: 'contact',
      head: t('contact'),
      cell: (user) => (
        <span className="flex flex-col break-all desk:break-normal">
          <span>{user.email === '' && user.phone === '' ? '–' : user.email}</span>
          {user.phone !== '' && <span className="figures text-12 text-quiet">{user.phone}</span>}
        </span>
      ),
    },
    { key: 'realm', head: t('realm'), cell: (user) => <RealmBadge user={user} /> },
    { key: 'country', head: t('country'), cell: (user) => countryName(user.country, locale) },
    { key: 'realName', head: t('realName'), cell: verification },
    { key: 'state', head: t('state'), cell: (user) => <StateBadge disabled={user.disabled} /> },
    figureColumn('created', t('created'), (user) => dateTime(user.created, 'day')),
    figureColumn('lastSeen', t('lastSeen'), (user) =>
      user.last_seen === null ? t('never') : dateTime(user.last_seen),
    ),
  ]
}
