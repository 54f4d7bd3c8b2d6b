import { lastSeq } from '@truemark/protocol/chatView'
import { Button } from '@truemark/ui/primitives/Button'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ChatState } from '@truemark/protocol/chatMessage'
import { BackHeader } from '../parts/BackHeader.tsx'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import { TextLink } from '../parts/TextLink.tsx'
import { ChatLines } from './ChatLines.tsx'
import { ownChat, useChat } from './chatStore.ts'
import { Composer } from './Composer.tsx'
import { EndDialog, TranscriptButton } from './EndDialog.tsx'

/** The app's own chat with customer service. */
export function ChatScreen() {
  const shell = useTranslations('shell')
  const t = useTranslations('support.chat')
  const { view, typing, failed, loadingEarlier } = useChat()
  const [ending, setEnding] = useState(false)
  const isOpen = view.state?.open === true
  useReadMark(lastSeq(view))
  return (
    <div className="flex h-[calc(100dvh-var(--strip,0px)-var(--safe-bottom))] max-w-192 flex-col">
      <BackHeader
        name="customerService"
        actions={
          isOpen && (
            <Button kind="quiet" compact className="-mr-3 shrink-0" onClick={() => setEnding(true)}>
              {t('end')}
            </Button>
          )
        }
      />
      <Presence state={view.state} />
      {failed && view.state === null ? (
        <div className="flex-1 overflow-y-auto">
          <LoadFailed onRetry={() => void ownChat().readOn()} />
        </div>
      ) : view.state === null && view.pending.length === 0 ? (
        <Waiting label={shell('state.loading')} />
      ) : (
        <ChatLines view={view} typing={typing} loadingEarlier={loadingEarlier} />
      )}
      {view.state !== null && !isOpen && view.lines.length > 0 && <TranscriptButton />}
      <Composer />
      <EndDialog open={ending && isOpen} onOpenChange={setEnding} />
    </div>
  )
}

// what stands on a page that is looked at has been read
function useReadMark(seq: number) {
  const told = useRef(0)
  useEffect(() => {
    const mark = () => {
      if (document.visibilityState !== 'visible' || seq === 0 || seq === told.current) return
      told.current = seq
      void ownChat().markRead(seq)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [seq])
}

function Presence({ state }: { state: ChatState | null }) {
  const t = useTranslations('support.chat')
  if (state === null) return <p className="min-h-9 px-4 tablet:px-6" />
  const { open, online, operator } = state
  const text =
    open && operator !== null
      ? t('answering', { name: operator || t('someone') })
      : online
        ? t(open ? 'queued' : 'online')
        : t('offline')
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 px-4 pb-2 text-14 text-secondary hairline-b tablet:px-6">
      <p aria-live="polite" className="flex min-w-0 flex-1 basis-56 items-center gap-2">
        <span
          aria-hidden="true"
          className={`size-2 shrink-0 rounded-full ${online ? 'bg-primary' : 'bg-line shadow-[inset_0_0_0_1.5px_var(--quiet)]'}`}
        />
        {text}
      </p>
      {!online && <TextLink to="/setting/contact-us">{t('leave')}</TextLink>}
    </div>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <output aria-label={label} className="flex flex-1 flex-col gap-3 p-4 tablet:px-6">
      <Skeleton className="h-12 w-3/5 rounded-card" />
      <Skeleton className="h-16 w-2/3 self-end rounded-card" />
      <Skeleton className="h-12 w-1/2 rounded-card" />
    </output>
  )
}
