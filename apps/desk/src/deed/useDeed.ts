import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { useErrorText } from '../reader/door.ts'

export interface Deed<Input> {
  readonly busy: boolean
  /** Why the last attempt did not go through. */
  readonly failure: string | null
  readonly run: (input: Input) => Promise<boolean>
  readonly forget: () => void
}

/**
 * Does something on the server and says how it went: the lists under `touches` are read anew, and what is `done` is
 * said. `run` resolves to whether it went through.
 */
export function useDeed<Input>(options: {
  readonly send: (input: Input) => Promise<unknown>
  readonly touches: readonly string[]
  readonly done: (input: Input) => string
}): Deed<Input> {
  const queries = useQueryClient()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (input: Input) => {
    setBusy(true)
    setFailure(null)
    try {
      await options.send(input)
      for (const key of options.touches) void queries.invalidateQueries({ queryKey: [key] })
      toast.success(options.done(input))
      return true
    } catch (error) {
      setFailure(errorText(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, run, forget: () => setFailure(null) }
}
