import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ApiError } from '@truemark/protocol/calling'
import { deskUserOne, type DeskUser } from '@truemark/protocol/routes/desk'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { Card } from '@truemark/ui/primitives/Card'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { Facts, Heading, LoadFailure, TableSkeleton } from '../table/door.ts'
import { useDateTime, useErrorText } from '../i18n/door.ts'
import { DisableButton } from './DisableButton.tsx'
import { FactorResetButton } from './FactorResetDeeds.tsx'
import { FreezeButton, FreezeNotice } from './FreezeButton.tsx'
import { countryName, RealmBadge, StateBadge, useVerification } from './UserBadges.tsx'
import { UserLedger } from './UserLedger.tsx'
import { UserBalances, UserSessions } from './UserLists.tsx'
import { UserTouches } from './UserTouches.tsx'

/** One user: who, what they hold, where they are signed in. */
export function UserScreen() {
  const t = useTranslations('desk')
  const errorText = useErrorText()
  const { uid } = useParams({ from: '/desk/users/$uid' })
  const mayWrite = useMay('desk_people_write')
  const mayFreeze = useMay('desk_wallet_write')
  // Each reading stands in the audit log, so nothing reads it again by itself.
  const query = useQuery({
    queryKey: ['user', uid],
    queryFn: () => call(deskUserOne, { params: { id: uid } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const user = query.data?.user
  return (
    <>
      <Heading
        back={{ to: '/users', label: t('users.title') }}
        title={<span className="figures">{uid}</span>}
        text={query.data && t('users.readLogged')}
        actions={
          user && (
            <>
              {mayFreeze && <FreezeButton uid={uid} />}
              {mayWrite && <FactorResetButton uid={uid} name={user.email || user.phone || uid} />}
              {mayWrite && <DisableButton user={user} />}
            </>
          )
        }
      />
      {query.isPending && <TableSkeleton rows={6} />}
      {query.isError &&
        (query.error instanceof ApiError && query.error.reason === 'user_unknown' ? (
          <Card>
            <EmptyState drawing="search" title={errorText(query.error)} />
          </Card>
        ) : (
          <Card>
            <LoadFailure query={query} />
          </Card>
        ))}
      {query.data && <UserDetail data={query.data} />}
    </>
  )
}

function UserDetail({ data }: { data: AnswerOf<typeof deskUserOne> }) {
  const t = useTranslations('desk.users')
  return (
    <div className="flex flex-col gap-6">
      <FreezeNotice uid={data.user.uid} />
      <Card className="p-5">
        <UserFacts user={data.user} openOrders={data.open_orders} />
      </Card>
      <section className="flex flex-col gap-3">
        <h2 className="text-20 font-semibold">{t('balances')}</h2>
        <UserBalances uid={data.user.uid} balances={data.balances} />
      </section>
      <section className="flex flex-col gap-3">
        <h2 className="text-20 font-semibold">{t('sessions')}</h2>
        <UserSessions uid={data.user.uid} sessions={data.sessions} />
      </section>
      <UserLedger uid={data.user.uid} />
      <UserTouches uid={data.user.uid} />
    </div>
  )
}

function UserFacts({ user, openOrders }: { user: DeskUser; openOrders: number }) {
  const t = useTranslations('desk.users')
  const locale = useLocale()
  const dateTime = useDateTime()
  const verification = useVerification()
  const orNone = (text: string) => (text === '' ? '–' : text)
  return (
    <Facts
      facts={[
        { name: t('state'), value: <StateBadge disabled={user.disabled} /> },
        { name: t('realm'), value: <RealmBadge user={user} /> },
        { name: t('nickname'), value: orNone(user.nickname) },
        { name: t('country'), value: countryName(user.country, locale) },
        { name: t('email'), value: <span className="break-all">{orNone(user.email)}</span> },
        { name: t('phone'), value: <span className="figures">{orNone(user.phone)}</span> },
        { name: t('realName'), value: verification(user) },
        { name: t('inviteCode'), value: <span className="figures">{orNone(user.invite_code)}</span> },
        { name: t('openOrders'), value: <span className="figures">{openOrders}</span> },
        { name: t('created'), value: <span className="figures">{dateTime(user.created)}</span> },
        {
          name: t('lastSeen'),
          value: <span className="figures">{user.last_seen === null ? t('never') : dateTime(user.last_seen)}</span>,
        },
      ]}
    />
  )
}
