import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { refreshAccount } from '../data/account.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { SendButton } from '../i18n/door.ts'
import { useRefusalText } from '../wallet/door.ts'

interface DealSheetProps<Answer> {
  open?: boolean
  onClose: () => void
  title: string
  /** What the button says that sends it. */
  submit: string
  kind?: 'primary' | 'danger'
  send: () => Promise<Answer>
  /** Under which all is kept that may be another after it, refused or not. */
  product: readonly string[]
  /** What is said once it is done. */
  done: (answer: Answer) => string
  onDone?: () => void
  children: ReactNode
}

/** Repeats what matters of a deal; one button sends exactly what is shown. */
export function DealSheet<Answer>(props: DealSheetProps<Answer>) {
  const { open = true, onClose, title, submit, kind = 'primary', send, product, done, onDone, children } = props
  const refusalText = useRefusalText()
  const queries = useQueryClient()
  const deal = useMutation({
    mutationFn: send,
    onSuccess(answer) {
      toast.success(done(answer))
      void refreshAccount()
      onClose()
      onDone?.()
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: product }),
  })
  return (
    <OwnSheet
      open={open}
      busy={deal.isPending}
      onClose={() => {
        deal.reset()
        onClose()
      }}
      title={title}
      footer={
        <SendButton kind={kind} wide busy={deal.isPending} onClick={() => deal.mutate()}>
          {submit}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <Refused text={deal.isError ? refusalText(deal.error) : undefined} />
      </div>
    </OwnSheet>
  )
}
