import { useQueryClient } from '@tanstack/react-query'
import { localeOf } from '@truemark/protocol/locale'
import { deskTicketAnswer, deskTicketClose, type DeskTicketOne } from '@truemark/protocol/routes/deskSupport'
import { Button } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { Field } from '@truemark/ui/primitives/Field'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, useDeed } from '../deed/door.ts'
import type { ChosenAnswer } from './CannedSheet.tsx'
import { NoteLine, ReadyButton, TextBox } from './AnswerParts.tsx'
import { newKey } from '@truemark/client/newKey'

/** The answer to a message: its person is told by mail, in their language. */
export function TicketAnswerForm({ ticket }: { ticket: DeskTicketOne }) {
  const t = useTranslations('desk.support')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [note, setNote] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  // the same answer sent again after a lost one is written once
  const sent = useRef({ text: '', close: false, key: '' })
  const show = (one: DeskTicketOne) => queries.setQueryData(['ticket', ticket.id], one)
  const answer = useDeed({
    send: async (close: boolean) => {
      const said = text.trim()
      const isAgain = sent.current.text === said && sent.current.close === close && sent.current.key !== ''
      if (!isAgain) sent.current = { text: said, close, key: newKey() }
      const body = { key: sent.current.key, text: said, close }
      show(await call(deskTicketAnswer, { params: { id: ticket.id }, body }))
    },
    touches: ['tickets'],
    done: () => t('ticket.answered'),
  })
  const close = useDeed({
    send: async () => void show(await call(deskTicketClose, { params: { id: ticket.id } })),
    touches: ['tickets'],
    done: () => t('ticket.closed'),
  })
  const isMissing = text.trim() === ''
  const send = (closing: boolean) => {
    setTried(true)
    if (!isMissing && !answer.busy) void answer.run(closing)
  }
  const choose = (chosen: ChosenAnswer) => {
    setText((before) => (before.trim() === '' ? chosen.text : `${before.trimEnd()}\n${chosen.text}`))
    setNote(chosen.note)
  }
  return (
    <Card className="flex flex-col gap-3">
      <Field
        label={t('answer')}
        hint={t('ticket.hint', { language: localeOf(ticket.lang).name })}
        error={tried && isMissing ? t('ticket.missing') : undefined}
      >
        {(control) => <TextBox {...control} rows={6} value={text} onChange={setText} />}
      </Field>
      <NoteLine note={note} />
      <FailureNote text={answer.failure ?? close.failure} />
      <div className="flex flex-wrap gap-2">
        <ReadyButton lang={ticket.lang} onChoose={choose} />
        <span className="flex-1" />
        {ticket.status !== 'closed' && (
          <Button kind="quiet" compact busy={close.busy} onClick={() => void close.run(undefined)}>
            {t('ticket.close')}
          </Button>
        )}
        <Button kind="secondary" compact disabled={answer.busy} onClick={() => send(true)}>
          {t('ticket.answerAndClose')}
        </Button>
        <Button compact busy={answer.busy} onClick={() => send(false)}>
          {t('send')}
        </Button>
      </div>
    </Card>
  )
}
