import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supportTextMax, ticketAnswer } from '@truemark/protocol/routes/support'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { isText, useDraft } from '../data/draft.ts'
import { useTried } from '../parts/useTried.ts'
import { useErrorText } from '../i18n/door.ts'
import { PictureForm } from '../wallet/door.ts'
import { AttachmentsField, type Attachment } from './AttachmentsField.tsx'
import { QuestionField } from './QuestionField.tsx'
import { SendProgress } from './SendProgress.tsx'
import { ticketsKey } from './useTickets.ts'

/** Writing on under a message; one that was closed opens again. */
export function ReplyForm({ id }: { id: string }) {
  const t = useTranslations('support.ticket')
  const notices = useTranslations('notices')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const [text, setText] = useDraft(`ticket.reply.${id}`, '', isText)
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const [progress, setProgress] = useState(0)
  const send = useMutation({
    mutationFn: () => {
      setProgress(0)
      const files = attachments.map(({ blob }) => blob)
      return call(ticketAnswer, { params: { id }, body: { question: text.trim() }, files, progress: setProgress })
    },
    async onSuccess() {
      toast.success(notices('formSubmitted'))
      setText('')
      await queries.invalidateQueries({ queryKey: ticketsKey })
    },
  })
  const isMissing = text.trim() === ''
  const { tried, onSubmit } = useTried(isMissing, () => send.mutate(), send.isPending)
  return (
    <PictureForm onSubmit={onSubmit} className="flex flex-col gap-4 pt-2">
      {(waits) => (
        <>
          <QuestionField
            label={t('reply')}
            value={text}
            lengthMax={supportTextMax}
            rows={3}
            error={tried && isMissing ? notices('contentRequired') : undefined}
            onChange={setText}
          />
          <AttachmentsField attachments={attachments} disabled={send.isPending} onChange={setAttachments} />
          {send.isPending && <SendProgress share={progress} />}
          {send.isError && (
            <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-2.5 text-14 text-danger">
              {errorText(send.error)}
            </p>
          )}
          <Button type="submit" kind="secondary" wide busy={send.isPending || waits}>
            {t('submit')}
          </Button>
        </>
      )}
    </PictureForm>
  )
}
