import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sessionEnd, sessions, sessionsEnd, type Session } from '@truemark/protocol/routes/identity'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { toast } from 'sonner'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { everyPage } from '../data/everyPage.ts'
import { useSession, userOf } from '../data/session.ts'
import { AskDialog } from '../parts/AskDialog.tsx'
import { CardSection } from '../parts/CardSection.tsx'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import { useDateTime, useErrorText } from '../i18n/door.ts'

const sessionsKey = ['sessions'] as const

/** Where the account is signed in; any but this one can be ended. */
export function SessionList() {
  const t = useTranslations('security.sessions')
  const shell = useTranslations('shell')
  const uid = useSession((state) => `${state.mode} ${userOf(state)?.uid ?? ''}`)
  const query = useQuery({
    queryKey: [...sessionsKey, uid],
    queryFn: () => everyPage((query) => call(sessions, { query })),
  })
  const end = useEnd()
  const items = query.data
  return (
    <CardSection title={t('title')}>
      <div className="overflow-hidden rounded-card bg-surface">
        {items === undefined && !query.isError && <SkeletonRows rows={2} label={shell('state.loading')} />}
        {items === undefined && query.isError && <LoadFailed onRetry={() => void query.refetch()} />}
        <ul>
          {items?.map((session) => (
            <SessionRow key={session.id} session={session} busy={end.isPending} onEnd={() => end.mutate(session.id)} />
          ))}
        </ul>
      </div>
      {items?.some((session) => !session.current) && <EndAll busy={end.isPending} onEnd={() => end.mutate(null)} />}
    </CardSection>
  )
}

/** Ends one session, or with null all but this one. */
function useEnd() {
  const t = useTranslations('security.sessions')
  const errorText = useErrorText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string | null) => (id === null ? call(sessionsEnd, {}) : call(sessionEnd, { params: { id } })),
    onSuccess: ({ ended }) => toast.success(t('ended', { count: ended })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  })
}

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const t = useTranslations('security.sessions')
  const dateTime = useDateTime()
  const device = session.device || t('unknown')
  return (
    <li className="flex min-h-14 items-center gap-3 py-2.5 pr-2 pl-4 hairline-b last:shadow-none">
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-center gap-2 text-16 font-medium">
          {device}
          {session.current && <Badge tone="primary">{t('current')}</Badge>}
          {session.realm === 'demo' && <Badge>{t('demo')}</Badge>}
        </span>
        <span className="figures text-12 text-quiet">{t('seen', { time: dateTime(session.last_seen) })}</span>
      </span>
      {!session.current && (
        <Button kind="quiet" compact disabled={busy} aria-label={t('endOne', { device })} onClick={onEnd}>
          {t('end')}
        </Button>
      )}
    </li>
  )
}

function EndAll({ busy, onEnd }: { busy: boolean; onEnd: () => void }) {
  const t = useTranslations('security.sessions')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="secondary" wide disabled={busy} onClick={() => setOpen(true)}>
        {t('endAll')}
      </Button>
      <AskDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('endAll')}
        description={t('endAllText')}
        confirmLabel={t('endAll')}
        confirmKind="danger"
        onConfirm={() => {
          onEnd()
          setOpen(false)
        }}
      />
    </>
  )
}
