import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '@truemark/protocol/calling'
import { lastSeq } from '@truemark/protocol/chatView'
import { localeOf } from '@truemark/protocol/locale'
import { deskChatEnd, deskChatOne, deskChatTake, type DeskChat as Chat } from '@truemark/protocol/routes/deskSupport'
import { Button } from '@truemark/ui/primitives/Button'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { FailureNote, useDeed } from '../deed/door.ts'
import { LoadFailure, TableSkeleton } from '../table/door.ts'
import { useErrorText } from '../i18n/door.ts'
import { DeskComposer } from './DeskComposer.tsx'
import { DeskLines } from './DeskLines.tsx'
import type { ChatSession } from '@truemark/client/chatSession'
import { useDeskChat } from './deskChat.ts'
import { HandSheet } from './HandSheet.tsx'

/** One chat: who it is, what was said, and the answer. */
export function Conversation({ id }: { id: string }) {
  const errorText = useErrorText()
  const query = useQuery({ queryKey: ['chats', 'one', id], queryFn: () => call(deskChatOne, { params: { id } }) })
  if (query.data !== undefined) return <Panel chat={query.data} />
  if (!query.isError) return <TableSkeleton rows={6} />
  const isUnknown = query.error instanceof ApiError && query.error.reason === 'chat_unknown'
  return (
    <div className="rounded-card bg-surface">
      {isUnknown ? <EmptyState drawing="search" title={errorText(query.error)} /> : <LoadFailure query={query} />}
    </div>
  )
}

function Panel({ chat: one }: { chat: Chat }) {
  const t = useTranslations('desk.support')
  const mayTake = useMay('desk_support_write')
  const { chat, view, typing, failed, loadingEarlier } = useDeskChat(one.id)
  const isOpen = view.state?.open ?? one.state.open
  const seq = lastSeq(view)
  useEffect(() => {
    // only who answers reads for the desk
    if (one.mine && seq > 0 && document.visibilityState === 'visible') void chat.markRead(seq)
  }, [chat, one.mine, seq])
  return (
    <section
      aria-label={t('conversation')}
      className="flex h-[calc(100dvh-6rem)] min-h-96 min-w-0 flex-col rounded-card bg-surface desk:h-[calc(100dvh-12rem)]"
    >
      <Head one={one} isOpen={isOpen} />
      <DeskLines id={one.id} chat={chat} view={view} typing={typing} failed={failed} loadingEarlier={loadingEarlier} />
      {isOpen && one.mine && <DeskComposer chat={chat} lang={one.lang} />}
      {isOpen && !one.mine && mayTake && <TakeBar one={one} chat={chat} />}
      {!isOpen && <p className="px-4 py-3 text-14 text-secondary hairline-t">{t('ended')}</p>}
    </section>
  )
}

function Head({ one, isOpen }: { one: Chat; isOpen: boolean }) {
  const t = useTranslations('desk.support')
  const mayTake = useMay('desk_support_write')
  const isAdministrator = useMay('desk_operators')
  const [sheet, setSheet] = useState<'hand' | 'end' | null>(null)
  const mayHand = mayTake && isOpen && (one.mine || (isAdministrator && one.operator !== ''))
  return (
    <header className="flex flex-wrap items-center gap-x-1 gap-y-1 px-4 py-3 hairline-b">
      <Link
        to="/support"
        aria-label={t('title')}
        className="feedback -ml-2 grid size-11 place-items-center rounded-control text-secondary hover:text-text desk:hidden"
      >
        <ArrowLeft size={20} strokeWidth={1.5} aria-hidden="true" />
      </Link>
      <span className="flex min-w-0 flex-1 basis-28 flex-col">
        <Link
          to="/users/$uid"
          params={{ uid: one.uid }}
          className="truncate text-16 font-medium text-primary hover:underline"
        >
          {one.account || one.uid}
        </Link>
        <span className="text-12 text-quiet">
          {[localeOf(one.lang).name, one.operator === '' ? '' : t('with', { name: one.operator })]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
      </span>
      {mayHand && (
        <Button kind="quiet" compact className="px-3" onClick={() => setSheet('hand')}>
          {t('hand')}
        </Button>
      )}
      {isOpen && one.mine && (
        <Button kind="quiet" compact className="px-3" onClick={() => setSheet('end')}>
          {t('end')}
        </Button>
      )}
      <HandSheet open={sheet === 'hand'} onOpenChange={(open) => setSheet(open ? 'hand' : null)} chat={one} />
      <EndDialog open={sheet === 'end'} onOpenChange={(open) => setSheet(open ? 'end' : null)} id={one.id} />
    </header>
  )
}

function TakeBar({ one, chat }: { one: Chat; chat: ChatSession }) {
  const t = useTranslations('desk.support')
  const deed = useDeed({
    send: async () => chat.takeState((await call(deskChatTake, { params: { id: one.id } })).state),
    touches: ['chats', 'supportOperators'],
    done: () => t('taken'),
  })
  return (
    <div className="flex flex-col gap-2 p-4 hairline-t">
      <FailureNote text={deed.failure} />
      {one.operator === '' ? (
        <Button busy={deed.busy} onClick={() => void deed.run(undefined)}>
          {t('take')}
        </Button>
      ) : (
        <p className="text-14 text-secondary">{t('taken_by', { name: one.operator })}</p>
      )}
    </div>
  )
}

interface EndDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  id: string
}

function EndDialog({ open, onOpenChange, id }: EndDialogProps) {
  const t = useTranslations('desk')
  const deed = useDeed({
    send: () => call(deskChatEnd, { params: { id } }),
    touches: ['chats', 'supportOperators'],
    done: () => t('support.endedNow'),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('support.endTitle')}
      description={t('support.endText')}
      confirmLabel={t('support.end')}
      cancelLabel={t('common.cancel')}
      busy={deed.busy}
      onConfirm={() => void deed.run(undefined).then((done) => done && onOpenChange(false))}
    >
      <FailureNote text={deed.failure} />
    </ConfirmDialog>
  )
}
