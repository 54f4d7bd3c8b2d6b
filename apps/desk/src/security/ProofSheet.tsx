import type { DeskSecurityState } from '@truemark/protocol/routes/deskSecurity'
import { Button } from '@truemark/ui/primitives/Button'
import { useState, type FormEvent } from 'react'
import { FailureNote, focusFault, useDeed } from '../deed/door.ts'
import { OwnSheet } from '../table/door.ts'
import { ProofFields } from './ProofFields.tsx'
import { isProofWhole, proven, useProof } from './proof.ts'

interface ProofSheetProps {
  title: string
  /** What follows, in plain words. */
  text: string
  submitLabel: string
  doneText: string
  state: DeskSecurityState
  send: (proof: Awaited<ReturnType<typeof proven>>) => Promise<unknown>
  onClose: () => void
}

/** Takes something away from how an operator signs in, by a proof. */
export function ProofSheet({ title, text, submitLabel, doneText, state, send, onClose }: ProofSheetProps) {
  const [proof, setProof] = useProof(state)
  const [tried, setTried] = useState(false)
  const deed = useDeed({
    send: async () => send(await proven(proof)),
    touches: ['security'],
    done: () => doneText,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isProofWhole(proof)) focusFault()
    else if (!deed.busy) void deed.run(undefined).then((done) => done && onClose())
  }
  return (
    <OwnSheet busy={deed.busy} onClose={onClose} title={title} description={text}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ProofFields proof={proof} state={state} tried={tried} onChange={setProof} />
        <FailureNote text={deed.failure} />
        <Button type="submit" kind="danger" wide busy={deed.busy}>
          {submitLabel}
        </Button>
      </form>
    </OwnSheet>
  )
}
