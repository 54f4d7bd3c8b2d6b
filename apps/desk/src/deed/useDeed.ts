import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { useState } from 'react'
import { toast } from 'sonner'
import { useErrorText } from '../i18n/door.ts'

export interface Deed<Input> {
  readonly busy: boolean
  /** Why the last attempt did not go through. */
  readonly failure: string | null
  readonly run: (input: Input) => Promise<boolean>
  readonly forget: () => void
}

/** Whether the deed now waits for a second operator: it was taken, and is not done. */
function waitsForApproval(failure: unknown): boolean {
  return failure instanceof ApiError && failure.reason === 'approval_pending'
}

/**
 * Does something on the server and says how it went: the lists under `touches` are read anew beside the audit log, and
 * what is `done` is said. `run` resolves to whether it went through, or waits for a second operator; false where the
 * answer is one to `keep` on the screen.
 */
export function useDeed<Input, Answer = unknown>(options: {
  readonly send: (input: Input) => Promise<Answer>
  readonly touches: readonly string[]
  readonly done: (input: Input) => string
  readonly keep?: (answer: Answer) => boolean
}): Deed<Input> {
  const queries = useQueryClient()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const readAnew = (keys: readonly string[]) => {
    for (const key of [...keys, 'audit', 'waiting']) void queries.invalidateQueries({ queryKey: [key] })
  }
  const run = async (input: Input) => {
    setBusy(true)
    setFailure(null)
    try {
      const answer = await options.send(input)
      readAnew(options.touches)
      toast.success(options.done(input))
      return options.keep?.(answer) !== true
    } catch (error) {
      if (!waitsForApproval(error)) {
        setFailure(errorText(error))
        return false
      }
      readAnew([...options.touches, 'proposals'])
      toast.info(errorText(error))
      return true
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, run, forget: () => setFailure(null) }
}
