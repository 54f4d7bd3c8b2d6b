import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supportTextMax, ticketMake } from '@truemark/protocol/routes/support'
import { Button } from '@truemark/ui/primitives/Button'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { toast } from 'sonner'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { isText, useDraft } from '../data/draft.ts'
import { useSession, userOf } from '../data/session.ts'
import { useTried } from '../parts/useTried.ts'
import { useErrorText } from '../i18n/door.ts'
import { PictureForm } from '../wallet/door.ts'
import { AttachmentsField, type Attachment } from './AttachmentsField.tsx'
import { QuestionField } from './QuestionField.tsx'
import { SendProgress } from './SendProgress.tsx'
import { ticketsKey } from './useTickets.ts'

const phoneLengthMax = 40

/** A phone number, the question, and up to five pictures. */
export function TicketForm() {
  const t = useTranslations('support.ticket')
  const notices = useTranslations('notices')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const ownPhone = useSession((state) => userOf(state)?.phone ?? '')
  const [phone, setPhone] = useDraft('ticket.phone', ownPhone, isText)
  const [question, setQuestion] = useDraft('ticket.question', '', isText)
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const [progress, setProgress] = useState(0)
  const send = useMutation({
    mutationFn: () => {
      setProgress(0)
      const body = { phone: phone.trim(), question: question.trim() }
      return call(ticketMake, { body, files: attachments.map(({ blob }) => blob), progress: setProgress })
    },
    async onSuccess(made) {
      toast.success(notices('formSubmitted'))
      setQuestion('')
      setAttachments([])
      setTried(false)
      await queries.invalidateQueries({ queryKey: ticketsKey })
      void navigate({ to: `/setting/contact-us/${made.id}` })
    },
  })
  const [isPhoneMissing, isQuestionMissing] = [phone.trim() === '', question.trim() === '']
  const { tried, setTried, onSubmit } = useTried(
    isPhoneMissing || isQuestionMissing,
    () => send.mutate(),
    send.isPending,
  )
  return (
    <PictureForm onSubmit={onSubmit} className="flex flex-col gap-4">
      {(waits) => (
        <>
          <TextInput
            label={t('phone')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={phoneLengthMax}
            value={phone}
            error={tried && isPhoneMissing ? notices('fieldsRequired') : undefined}
            onChange={(event) => setPhone(event.target.value)}
          />
          <QuestionField
            label={t('question')}
            value={question}
            lengthMax={supportTextMax}
            error={tried && isQuestionMissing ? notices('contentRequired') : undefined}
            onChange={setQuestion}
          />
          <AttachmentsField attachments={attachments} disabled={send.isPending} onChange={setAttachments} />
          {send.isPending && <SendProgress share={progress} />}
          <SendFailure failure={send.error} />
          <Button type="submit" wide busy={send.isPending || waits}>
            {t('submit')}
          </Button>
        </>
      )}
    </PictureForm>
  )
}

function SendFailure({ failure }: { failure: Error | null }) {
  const errorText = useErrorText()
  return failure === null ? null : (
    <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-2.5 text-14 text-danger">
      {errorText(failure)}
    </p>
  )
}
