import { reachOf, type ChatView } from '@truemark/protocol/chatView'
import { deskChatImage } from '@truemark/protocol/routes/deskSupport'
import type { ChatMessage, ChatState } from '@truemark/protocol/chatMessage'
import { Button } from '@truemark/ui/primitives/Button'
import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { joined } from '@truemark/ui/primitives/joined'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useDateTime, useErrorText } from '../i18n/door.ts'
import type { ChatSession, PendingLine } from '@truemark/client/chatSession'
import { SupportImage } from './SupportImage.tsx'

const nearPx = 80

interface DeskLinesProps {
  id: string
  chat: ChatSession
  view: ChatView<PendingLine>
  typing: string | null
  failed: boolean
  loadingEarlier: boolean
}

/** What was said, oldest first; the end stays in sight for who reads along. */
export function DeskLines({ id, chat, view, typing, failed, loadingEarlier }: DeskLinesProps) {
  const t = useTranslations('desk')
  const box = useRef<HTMLDivElement>(null)
  const isNear = useRef(true)
  useLayoutEffect(() => {
    if (isNear.current) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [view, typing])
  // what scrolls must be reached by the keyboard, also where nothing in it can be pressed
  useEffect(() => box.current?.setAttribute('tabindex', '0'), [])
  return (
    <div
      ref={box}
      role="log"
      aria-label={t('support.conversation')}
      onScroll={({ currentTarget: at }) => {
        isNear.current = at.scrollHeight - at.scrollTop - at.clientHeight < nearPx
      }}
      className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto overscroll-contain px-4 py-3 -outline-offset-2"
    >
      {failed && (
        <ErrorState
          title={t('failure.loadTitle')}
          text={t('failure.loadText')}
          retryLabel={t('common.retry')}
          onRetry={() => void chat.readOn()}
        />
      )}
      {view.hasEarlier && (
        <Button
          kind="quiet"
          compact
          className="self-center"
          busy={loadingEarlier}
          onClick={() => void chat.readEarlier()}
        >
          {t('support.earlier')}
        </Button>
      )}
      {view.lines.map((line) =>
        line.author === 'system' ? (
          <Event key={line.seq} line={line} />
        ) : (
          <Said key={line.seq} line={line} state={view.state} chat={id} />
        ),
      )}
      {view.pending.map((line) => (
        <Pending key={line.key} line={line} chat={chat} />
      ))}
      {typing !== null && <p className="text-14 text-quiet">{t('support.typing')}</p>}
    </div>
  )
}

function Event({ line }: { line: ChatMessage }) {
  const t = useTranslations('desk.support')
  const dateTime = useDateTime()
  if (line.event === '') return null
  return (
    <p className="py-1 text-center text-12 text-quiet">
      {t(`event.${line.event}`, { name: line.name || t('someone') })}{' '}
      <span className="figures">{dateTime(line.time)}</span>
    </p>
  )
}

function Frame({ isDesk, children }: { isDesk: boolean; children: ReactNode }) {
  return (
    <div className={joined('flex', isDesk ? 'justify-end' : 'justify-start')}>
      <div
        className={joined(
          'flex max-w-[85%] min-w-0 flex-col gap-1 rounded-card px-3.5 pt-2.5 pb-1.5',
          isDesk ? 'bg-primary-soft' : 'bg-raised',
        )}
      >
        {children}
      </div>
    </div>
  )
}

function Words({ text }: { text: string }) {
  return text === '' ? null : <p className="text-16 wrap-anywhere whitespace-pre-wrap">{text}</p>
}

function Said({ line, state, chat }: { line: ChatMessage; state: ChatState | null; chat: string }) {
  const t = useTranslations('desk.support')
  const dateTime = useDateTime()
  const isDesk = line.author === 'desk'
  const reach = isDesk ? reachOf(state === null ? null : { ...state, desk: state.user }, line.seq) : null
  return (
    <Frame isDesk={isDesk}>
      <span className="sr-only">{isDesk ? line.name || t('someone') : t('user')}</span>
      {line.image !== null && <SupportImage route={deskChatImage} params={{ id: chat, image: line.image }} />}
      <Words text={line.text} />
      <span className="figures flex justify-end gap-2 text-12 text-secondary">
        <span>{dateTime(line.time, 'time')}</span>
        {reach !== null && <span>{t(`reach.${reach}`)}</span>}
      </span>
    </Frame>
  )
}

function Pending({ line, chat }: { line: PendingLine; chat: ChatSession }) {
  const t = useTranslations('desk.support')
  const errorText = useErrorText()
  const { key, text, image, failure } = line
  return (
    <>
      <Frame isDesk>
        {image !== null && <span className="text-14 text-secondary">{t('picture')}</span>}
        <Words text={text} />
        <span className="text-right text-12 text-secondary">{t(failure === null ? 'sending' : 'unsent')}</span>
      </Frame>
      {failure !== null && (
        <p role="alert" className="flex flex-wrap items-center justify-end gap-2 text-14 text-danger">
          {errorText(failure)}
          <Button kind="quiet" compact onClick={() => chat.sayAgain(key)}>
            {t('again')}
          </Button>
          <Button kind="quiet" compact onClick={() => chat.giveUp(key)}>
            {t('remove')}
          </Button>
        </p>
      )}
    </>
  )
}
