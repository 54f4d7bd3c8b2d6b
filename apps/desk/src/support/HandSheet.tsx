import { deskChatHand, deskSupportOperators, type DeskChat as Chat } from '@truemark/protocol/routes/deskSupport'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { FailureNote, useDeed } from '../deed/door.ts'
import { ListFrame, OwnSheet, RowsSkeleton } from '../table/door.ts'

interface HandSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  chat: Chat
}

/** Hands a chat over to a colleague, or back to the queue. */
export function HandSheet({ open, onOpenChange, chat }: HandSheetProps) {
  const t = useTranslations('desk')
  return (
    <OwnSheet open={open} onClose={() => onOpenChange(false)} title={t('support.handTitle')}>
      {open && <Choice chat={chat} onDone={() => onOpenChange(false)} />}
    </OwnSheet>
  )
}

const rowClass =
  'feedback flex min-h-12 w-full items-center gap-3 rounded-control bg-raised px-3.5 text-left text-16 hairline hover:bg-surface'

function Choice({ chat, onDone }: { chat: Chat; onDone: () => void }) {
  const t = useTranslations('desk.support')
  const list = usePages(['supportOperators'], (page) => call(deskSupportOperators, { query: page }), {
    csv: { list: deskSupportOperators },
  })
  const deed = useDeed({
    send: (operator: string | null) => call(deskChatHand, { params: { id: chat.id }, body: { operator } }),
    touches: ['chats', 'supportOperators'],
    done: () => t('handed'),
  })
  const hand = (operator: string | null) => void deed.run(operator).then((done) => done && onDone())
  return (
    <div className="flex flex-col gap-3">
      <FailureNote text={deed.failure} />
      <button type="button" disabled={deed.busy} className={rowClass} onClick={() => hand(null)}>
        {t('toQueue')}
      </button>
      <ListFrame list={list} empty={{ drawing: 'search', title: t('nobody') }} waiting={<RowsSkeleton rows={3} />}>
        {(rows) => (
          <ul className="flex flex-col gap-2">
            {rows
              .filter(({ name }) => name !== chat.operator)
              .map(({ id, name, online, chats }) => (
                <li key={id}>
                  <button type="button" disabled={deed.busy} className={rowClass} onClick={() => hand(id)}>
                    <span className="min-w-0 flex-1 break-words">{name}</span>
                    <span className="text-12 text-quiet">{t('chats', { count: chats })}</span>
                    <Badge tone={online ? 'primary' : 'plain'}>{t(online ? 'there' : 'away')}</Badge>
                  </button>
                </li>
              ))}
          </ul>
        )}
      </ListFrame>
    </div>
  )
}
