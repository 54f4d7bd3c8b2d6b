import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { user as userRoute } from '@truemark/protocol/routes/identity'
import { realNameResubmit, realNameSubmit } from '@truemark/protocol/routes/verification'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { toast } from 'sonner'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { keepUserInfo } from '../data/session.ts'
import { useErrorText } from '../i18n/door.ts'
import { standingKey } from './VerificationFrame.tsx'

interface Submission {
  readonly body: BodyOf<typeof realNameSubmit>
  readonly photos: readonly Blob[]
}

/** Sends a level's form, tells how much of it has gone, and reads anew where the levels stand. `sent` is told when it is there. */
export function useSubmission(again: boolean, sent: () => void) {
  const notices = useTranslations('notices')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const [progress, setProgress] = useState(0)
  const send = useMutation({
    mutationFn: ({ body, photos }: Submission) => {
      setProgress(0)
      const input = { body, files: photos, progress: setProgress }
      return again ? call(realNameResubmit, input) : call(realNameSubmit, input)
    },
    async onSuccess() {
      toast.success(notices('submittedForApproval'))
      sent()
      await queries.invalidateQueries({ queryKey: standingKey })
      // what other screens say of the level
      await call(userRoute, {}).then(keepUserInfo, () => undefined)
    },
    onError(error) {
      const isStale = error instanceof ApiError && error.reason === 'real_name_pending'
      if (isStale) void queries.invalidateQueries({ queryKey: standingKey })
    },
  })
  return {
    busy: send.isPending,
    progress,
    failure: send.error === null ? null : errorText(send.error),
    submit: (submission: Submission) => send.mutate(submission),
    forget: () => send.isError && send.reset(),
  }
}
