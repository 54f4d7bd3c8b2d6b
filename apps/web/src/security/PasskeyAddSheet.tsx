import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CreationOptions, passkeyAdd, passkeyBegin } from '@truemark/protocol/routes/passkeys'
import { Button } from '@truemark/ui/primitives/Button'
import { KeyName } from '@truemark/ui/primitives/KeyRow'
import { useState, type FormEvent } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { makePasskey, PasskeyFailure } from '@truemark/client/passkeys'
import { focusFault } from '../parts/focusFault.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import {
  isAboutProof,
  isProofWhole,
  passkeysKey,
  proven,
  provingAnew,
  StepUpFields,
  useProof,
  useRefusalText,
} from '../wallet/door.ts'

/** Adds a passkey: its name and a proof, then the device makes it; where that fails it can be asked again. */
export function PasskeyAddSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('security.passkeys')
  const refusalText = useRefusalText()
  const [name, setName] = useState('')
  const [proof, setProof] = useProof()
  const [tried, setTried] = useState(false)
  // what the device was asked to make, once the proof is given
  const [options, setOptions] = useState<CreationOptions | null>(null)
  const add = useAdd(onClose, () => setOptions(null))
  const begin = useMutation({
    mutationFn: async () => call(passkeyBegin, { body: await proven(proof) }),
    onSuccess(asked) {
      setOptions(asked)
      add.mutate({ name: name.trim(), options: asked })
    },
  })
  const busy = begin.isPending || add.isPending
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || (options === null && !isProofWhole(proof))) return focusFault(event.currentTarget)
    if (busy) return
    if (options === null) begin.mutate()
    else add.mutate({ name: name.trim(), options })
  }
  const failure = add.error ?? (isAboutProof(begin.error) ? null : begin.error)
  return (
    <OwnSheet
      busy={busy}
      onClose={onClose}
      title={t('add')}
      description={t(options === null ? 'explained' : 'createText')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <KeyName name={name} tried={tried} text={t} onChange={setName} />
        {options === null && (
          <StepUpFields proof={proof} tried={tried} failure={begin.error} onChange={provingAnew(begin, setProof)} />
        )}
        <Refused text={failure === null ? undefined : refusalText(failure)} />
        <Button type="submit" wide busy={busy}>
          {t(options === null ? 'goOn' : 'create')}
        </Button>
      </form>
    </OwnSheet>
  )
}

/** Has the device make a passkey and adds it; `onRefused` is told where the challenge was used up for nothing. */
function useAdd(onDone: () => void, onRefused: () => void) {
  const t = useTranslations('security.passkeys')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (asked: { readonly name: string; readonly options: CreationOptions }) =>
      call(passkeyAdd, { body: { name: asked.name, passkey: await makePasskey(asked.options) } }),
    async onSuccess() {
      toast.success(t('added'))
      await queries.invalidateQueries({ queryKey: passkeysKey })
      onDone()
    },
    onError(error) {
      // the device's own refusal leaves the challenge good
      if (!(error instanceof PasskeyFailure)) onRefused()
    },
  })
}
