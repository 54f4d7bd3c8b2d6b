import { deskPasskeyAdd, deskPasskeyBegin, type DeskSecurityState } from '@truemark/protocol/routes/deskSecurity'
import type { CreationOptions } from '@truemark/protocol/routes/passkeys'
import { Button } from '@truemark/ui/primitives/Button'
import { KeyName } from '@truemark/ui/primitives/KeyRow'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { makePasskey } from '@truemark/client/passkeys'
import { FailureNote, focusFault, useDeed } from '../deed/door.ts'
import { OwnSheet } from '../table/door.ts'
import { ProofFields } from './ProofFields.tsx'
import { isProofWhole, proven, useProof } from './proof.ts'

interface PasskeyAddSheetProps {
  state: DeskSecurityState
  onClose: () => void
}

/** Adds a passkey: its name and a proof, then the device makes it; where that fails it can be asked again. */
export function PasskeyAddSheet({ state, onClose }: PasskeyAddSheetProps) {
  const t = useTranslations('desk.security')
  const [name, setName] = useState('')
  const [proof, setProof] = useProof(state)
  const [tried, setTried] = useState(false)
  // what the device was asked to make, once the proof is given
  const [options, setOptions] = useState<CreationOptions | null>(null)
  const add = useDeed({
    send: async () => {
      const asked = options ?? (await call(deskPasskeyBegin, { body: await proven(proof) }))
      setOptions(asked)
      const passkey = await makePasskey(asked)
      // from here on the challenge is used up, whatever comes of it
      setOptions(null)
      return call(deskPasskeyAdd, { body: { name: name.trim(), passkey } })
    },
    touches: ['security'],
    done: () => t('added'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || (options === null && !isProofWhole(proof))) focusFault()
    else if (!add.busy) void add.run(undefined).then((done) => done && onClose())
  }
  return (
    <OwnSheet
      busy={add.busy}
      onClose={onClose}
      title={t('add')}
      {...(options === null ? {} : { description: t('createText') })}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <KeyName name={name} tried={tried} text={t} onChange={setName} />
        {options === null && <ProofFields proof={proof} state={state} tried={tried} onChange={setProof} />}
        <FailureNote text={add.failure} />
        <Button type="submit" wide busy={add.busy}>
          {t(options === null ? 'goOn' : 'create')}
        </Button>
      </form>
    </OwnSheet>
  )
}
