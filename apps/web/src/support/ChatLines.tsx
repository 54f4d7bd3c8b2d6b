import { lastSeq, type ChatView } from '@truemark/protocol/chatView'
import type { ChatMessage } from '@truemark/protocol/chatMessage'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ArrowDown } from 'lucide-react'
import { Fragment, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { Bubble, EventLine, PendingBubble, TypingBubble } from './Bubble.tsx'
import type { PendingLine } from '@truemark/client/chatSession'
import { ownChat } from './chatStore.ts'

/** How near to the end one still reads along, in CSS pixels. */
const nearPx = 80

interface ChatLinesProps {
  view: ChatView<PendingLine>
  typing: string | null
  loadingEarlier: boolean
}

/** What was said, by day; the end stays in sight for who reads along, and the place for who reads above. */
export function ChatLines({ view, typing, loadingEarlier }: ChatLinesProps) {
  const t = useTranslations('support.chat')
  const scroller = useRef<HTMLDivElement>(null)
  const { isAway, toEnd, onScroll } = useEnd(scroller, view, typing)
  const isEmpty = view.lines.length === 0 && view.pending.length === 0
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        onScroll={onScroll}
        data-no-pull
        role="log"
        aria-label={t('log')}
        aria-live="polite"
        className="flex h-full flex-col gap-1.5 overflow-y-auto overscroll-contain px-4 py-3 -outline-offset-2 tablet:px-6"
      >
        {isEmpty && (
          <div className="my-auto">
            <EmptyState drawing="mail" title={t('emptyTitle')} text={t('emptyText')} />
          </div>
        )}
        {view.hasEarlier && (
          <Button
            kind="quiet"
            compact
            className="self-center"
            busy={loadingEarlier}
            onClick={() => void ownChat().readEarlier()}
          >
            {t('earlier')}
          </Button>
        )}
        <Lines view={view} />
        {view.pending.map((line) => (
          <PendingBubble key={line.key} line={line} />
        ))}
        {typing !== null && <TypingBubble name={typing} />}
      </div>
      {isAway && (
        <button
          type="button"
          onClick={toEnd}
          className="feedback absolute bottom-3 left-1/2 inline-flex min-h-11 -translate-x-1/2 items-center gap-2 rounded-full bg-overlay px-4 text-14 text-primary hairline"
        >
          <ArrowDown size={18} strokeWidth={1.5} aria-hidden="true" />
          {t('newest')}
        </button>
      )}
    </div>
  )
}

function Lines({ view }: { view: ChatView<PendingLine> }) {
  const dateTime = useDateTime()
  const dayOf = (line: ChatMessage | undefined): string => (line === undefined ? '' : dateTime(line.time, 'day'))
  return view.lines.map((line, at) => {
    const before = view.lines[at - 1]
    const day = dayOf(line)
    return (
      <Fragment key={line.seq}>
        {day !== dayOf(before) && <p className="figures py-2 text-center text-12 text-quiet">{day}</p>}
        {line.author === 'system' ? (
          <EventLine line={line} />
        ) : (
          <Bubble
            line={line}
            state={view.state}
            isFirst={before?.author !== line.author || before.name !== line.name}
          />
        )}
      </Fragment>
    )
  })
}

/** Keeps the end in sight, unless somebody reads above. */
function useEnd(scroller: RefObject<HTMLDivElement | null>, view: ChatView<PendingLine>, typing: string | null) {
  const isNear = useRef(true)
  const before = useRef({ first: 0, height: 0, pending: 0 })
  const [isAway, setAway] = useState(false)
  const last = lastSeq(view)
  const first = view.lines[0]?.seq ?? 0
  const pending = view.pending.length
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const { scrollHeight: height, scrollTop } = element
    // what one writes oneself is looked at
    if (pending > before.current.pending) isNear.current = true
    // lines that came above push nothing away from who reads
    if (first > 0 && before.current.first > first) element.scrollTo({ top: scrollTop + height - before.current.height })
    else if (isNear.current) element.scrollTo({ top: height })
    before.current = { first, height, pending }
  }, [scroller, first, last, pending, typing])
  // the keyboard of a phone, and pictures that come, change the heights
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    // what scrolls must be reached by the keyboard, also where nothing in it can be pressed
    element.setAttribute('tabindex', '0')
    const observer = new ResizeObserver(() => isNear.current && element.scrollTo({ top: element.scrollHeight }))
    for (const each of [element, ...element.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [scroller, last, pending])
  const toEnd = () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  const onScroll = () => {
    const element = scroller.current
    if (element === null) return
    isNear.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx
    setAway(!isNear.current)
  }
  return { isAway, toEnd, onScroll }
}
