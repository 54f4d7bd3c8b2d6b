import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { chatEnd, chatTranscript } from '@truemark/protocol/routes/support'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useSession, userOf } from '../data/session.ts'
import { AskDialog } from '../parts/AskDialog.tsx'
import { useErrorText } from '../i18n/door.ts'
import { ownChat } from './chatStore.ts'

/** Ends the conversation once it is confirmed, with its transcript by mail where it is wished for. */
export function EndDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('support.chat')
  const errorText = useErrorText()
  const hasMail = useHasMail()
  const [transcript, setTranscript] = useState(false)
  const end = useMutation({
    mutationFn: () => call(chatEnd, { body: { transcript: transcript && hasMail } }),
    onSuccess(state) {
      ownChat().takeState(state)
      onOpenChange(false)
      if (transcript && hasMail) toast.success(t('transcriptSent'))
    },
    onError(failure) {
      if (!isDone(failure)) return toast.error(errorText(failure))
      void ownChat().readOn()
      return onOpenChange(false)
    },
  })
  return (
    <AskDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('endTitle')}
      description={t('endText')}
      confirmLabel={t('endConfirm')}
      busy={end.isPending}
      onConfirm={() => end.mutate()}
    >
      {hasMail && (
        <label className="flex min-h-11 items-center gap-3 text-16">
          <input
            type="checkbox"
            checked={transcript}
            onChange={(event) => setTranscript(event.target.checked)}
            className="size-5 shrink-0 accent-(--primary)"
          />
          {t('transcript')}
        </label>
      )}
    </AskDialog>
  )
}

/** Sends the transcript of a conversation that has ended, to the person's own address. */
export function TranscriptButton() {
  const t = useTranslations('support.chat')
  const errorText = useErrorText()
  const hasMail = useHasMail()
  const send = useMutation({
    mutationFn: () => call(chatTranscript, {}),
    onSuccess: () => void toast.success(t('transcriptSent')),
    onError: (failure) => (isDone(failure) ? toast.success(t('transcriptSent')) : toast.error(errorText(failure))),
  })
  if (!hasMail) return null
  return (
    <div className="flex justify-center px-4 pb-1">
      <Button kind="quiet" compact busy={send.isPending} onClick={() => send.mutate()}>
        {t('transcriptSend')}
      </Button>
    </div>
  )
}

// an answer was lost, or the desk was quicker: what was asked for is so
function isDone(failure: unknown): boolean {
  return failure instanceof ApiError && (failure.reason === 'chat_ended' || failure.reason === 'transcript_sent')
}

function useHasMail(): boolean {
  // only to an address that a code proved
  return useSession((state) => userOf(state)?.account.includes('@') ?? false)
}
