import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { useRefusalText } from './refusal.ts'
import { walletKey } from './walletQueries.ts'

/** Does something in the wallet, says `done` or why not, and reads the wallet anew. */
export function useTold(send: () => Promise<unknown>, done: string, onDone: () => void) {
  const refusalText = useRefusalText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () => void toast.success(done),
    onError: (failure) => void toast.error(refusalText(failure)),
    onSettled() {
      void queries.invalidateQueries({ queryKey: walletKey })
      onDone()
    },
  })
}
