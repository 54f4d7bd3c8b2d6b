import { reachOf } from '@truemark/protocol/chatView'
import type { ChatMessage, ChatState } from '@truemark/protocol/chatMessage'
import { joined } from '@truemark/ui/primitives/joined'
import { Spinner } from '@truemark/ui/primitives/Spinner'
import { Check, CheckCheck, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCutOff } from '../data/live.ts'
import { useDateTime, useErrorText } from '../i18n/door.ts'
import { BlobImage } from '../wallet/door.ts'
import type { PendingLine } from '@truemark/client/chatSession'
import { ownChat } from './chatStore.ts'
import { Picture } from './Picture.tsx'
import { StaffWarning } from './StaffWarning.tsx'

interface BubbleProps {
  line: ChatMessage
  state: ChatState | null
  /** Whether the one before it is somebody else's. */
  isFirst: boolean
}

/** What somebody said, with its time; one's own with how far it has got. */
export function Bubble({ line, state, isFirst }: BubbleProps) {
  const t = useTranslations('support.chat')
  const dateTime = useDateTime()
  const isMine = line.author === 'user'
  return (
    <Frame isMine={isMine} isFirst={isFirst} name={isMine ? t('you') : line.name || t('someone')}>
      {line.image !== null && <Picture id={line.image} />}
      <Words text={line.text} />
      {!isMine && <StaffWarning text={line.text} />}
      <span className="figures flex items-center justify-end gap-1 text-12 text-secondary">
        {dateTime(line.time, 'time').replace(/:\d\d(?=$| )/, '')}
        {isMine && <Reach reach={reachOf(state, line.seq)} />}
      </span>
    </Frame>
  )
}

/** What is on its way, or was refused. */
export function PendingBubble({ line }: { line: PendingLine }) {
  const t = useTranslations('support.chat')
  const errorText = useErrorText()
  const isReconnecting = useCutOff()
  const { key, text, image, failure } = line
  return (
    <>
      <Frame isMine isFirst={false} name={t('you')}>
        {image !== null && (
          <BlobImage blob={image} alt={t('picture')} className="max-h-64 rounded-chip object-contain" />
        )}
        <Words text={text} />
        <span className="flex items-center justify-end gap-1 text-12 text-secondary">
          {failure === null ? (
            <>
              {t(isReconnecting || !navigator.onLine ? 'waits' : 'sending')}
              <Clock size={14} strokeWidth={1.5} aria-hidden="true" />
            </>
          ) : (
            <>
              {t('unsent')}
              <TriangleAlert size={14} strokeWidth={1.5} aria-hidden="true" className="text-danger" />
            </>
          )}
        </span>
      </Frame>
      {failure !== null && (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-x-2 text-14 text-danger">
          <span className="min-w-0 text-right">{errorText(failure)}</span>
          <span className="flex">
            <button type="button" className={quietButton} onClick={() => ownChat().sayAgain(key)}>
              {t('again')}
            </button>
            <button type="button" className={quietButton} onClick={() => ownChat().giveUp(key)}>
              {t('remove')}
            </button>
          </span>
        </div>
      )}
    </>
  )
}

const quietButton = 'feedback min-h-11 rounded-control px-3 text-14 font-medium text-primary hover:bg-primary-soft'

/** Somebody types. */
export function TypingBubble({ name }: { name: string }) {
  const t = useTranslations('support.chat')
  return (
    <p className="flex items-center gap-2 text-14 text-quiet">
      <Spinner size={14} />
      {t('typing', { name: name || t('someone') })}
    </p>
  )
}

/** What happened to the conversation. */
export function EventLine({ line }: { line: ChatMessage }) {
  const t = useTranslations('support.chat')
  const dateTime = useDateTime()
  const { event, name, time } = line
  if (event === '') return null
  return (
    <p className="mx-auto max-w-80 py-1.5 text-center text-12 text-quiet">
      {t(`event.${event}`, { name: name || t('someone') })}{' '}
      <span className="figures">{dateTime(time, 'time').slice(0, 5)}</span>
    </p>
  )
}

interface FrameProps {
  isMine: boolean
  isFirst: boolean
  name: string
  children: ReactNode
}

function Frame({ isMine, isFirst, name, children }: FrameProps) {
  return (
    <div className={joined('flex flex-col', isMine ? 'items-end' : 'items-start', isFirst && 'pt-2')}>
      <span className={joined('pb-1 text-12 text-secondary', (isMine || !isFirst) && 'sr-only')}>{name}</span>
      <div
        className={joined(
          'flex max-w-[85%] min-w-0 flex-col gap-1 rounded-card px-3.5 pt-2.5 pb-1.5',
          isMine ? 'rounded-br-[4px] bg-primary-soft' : 'rounded-bl-[4px] bg-raised',
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

function Reach({ reach }: { reach: 'sent' | 'delivered' | 'read' }) {
  const t = useTranslations('support.chat.reach')
  const Icon = reach === 'sent' ? Check : CheckCheck
  return (
    <span title={t(reach)} className={reach === 'read' ? 'text-primary' : undefined}>
      <span className="sr-only">{t(reach)}</span>
      <Icon size={15} strokeWidth={1.5} aria-hidden="true" />
    </span>
  )
}
