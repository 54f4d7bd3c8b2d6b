import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { refreshAccount } from '../data/account.ts'
import type { LotTerms } from './lotTerms.ts'
import type { OpenPosition } from './openPosition.ts'

/** What each sheet of a position is given. */
export interface PositionSheetProps {
  position: OpenPosition
  terms: LotTerms
  mark: string | undefined
  onDone: () => void
}

/** Sends a change of a position: said when it is done; a refusal stays in the sheet, and what is true is fetched anew. */
export function usePositionSend<T, Sent = void>(
  send: (sent: Sent) => Promise<T>,
  done: (answer: T) => string,
  onDone: () => void,
) {
  return useMutation({
    mutationFn: send,
    onSuccess(answer) {
      toast.success(done(answer))
      onDone()
    },
    onError: () => void refreshAccount(),
  })
}
