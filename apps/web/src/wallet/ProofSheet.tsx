import { Button } from '@truemark/ui/primitives/Button'
import { useId, useState, type ComponentProps } from 'react'
import { focusFault } from '../parts/focusFault.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { isProofWhole, type Proof, useProof } from './proof.ts'
import { useRefusalText } from './refusal.ts'
import { isAboutProof, StepUpFields } from './stepUp.tsx'

interface ProofSheetProps {
  title: string
  description: string
  confirm: string
  kind?: ComponentProps<typeof Button>['kind']
  /** What is sent: whether it is on its way, and what it was refused for. */
  sending: { readonly isPending: boolean; readonly error: Error | null }
  onConfirm: (proof: Proof) => void
  onClose: () => void
}

/** Asks who it is before something that a stolen session must not do; sends once the proof is whole. */
export function ProofSheet({ title, description, confirm, kind, sending, onConfirm, onClose }: ProofSheetProps) {
  const refusalText = useRefusalText()
  const [proof, setProof] = useProof()
  const [tried, setTried] = useState(false)
  const form = useId()
  const { isPending, error } = sending
  return (
    <OwnSheet
      busy={isPending}
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <Button kind={kind} wide type="submit" form={form} busy={isPending}>
          {confirm}
        </Button>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!isProofWhole(proof)) return focusFault(event.currentTarget)
          if (!isPending) onConfirm(proof)
        }}
        className="flex flex-col gap-3"
      >
        <StepUpFields proof={proof} tried={tried} failure={error} onChange={setProof} />
        <Refused text={error !== null && !isAboutProof(error) ? refusalText(error) : undefined} />
      </form>
    </OwnSheet>
  )
}
