import { deskPasskeyRemove, deskPasskeyRename, type DeskSecurityState } from '@truemark/protocol/routes/deskSecurity'
import type { Passkey } from '@truemark/protocol/routes/passkeys'
import { Button } from '@truemark/ui/primitives/Button'
import { KeyName } from '@truemark/ui/primitives/KeyRow'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, focusFault, useDeed } from '../deed/door.ts'
import { OwnSheet } from '../table/door.ts'
import { ProofSheet } from './ProofSheet.tsx'

/** Gives a passkey another name. */
export function PasskeyRenameSheet({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useTranslations('desk.security')
  const [name, setName] = useState(passkey.name)
  const save = useDeed({
    send: () => call(deskPasskeyRename, { params: { id: passkey.id }, body: { name: name.trim() } }),
    touches: ['security'],
    done: () => t('renamed'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') focusFault()
    else if (!save.busy) void save.run(undefined).then((done) => done && onClose())
  }
  return (
    <OwnSheet onClose={onClose} title={t('rename')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <KeyName name={name} tried text={t} onChange={setName} />
        <FailureNote text={save.failure} />
        <Button type="submit" wide busy={save.busy}>
          {t('save')}
        </Button>
      </form>
    </OwnSheet>
  )
}

interface PasskeyRemoveSheetProps {
  passkey: Passkey
  state: DeskSecurityState
  onClose: () => void
}

/** Removes a passkey, by a proof. */
export function PasskeyRemoveSheet({ passkey, state, onClose }: PasskeyRemoveSheetProps) {
  const t = useTranslations('desk.security')
  return (
    <ProofSheet
      title={t('removeOne', { name: passkey.name })}
      text={t('removeText')}
      submitLabel={t('remove')}
      doneText={t('removed')}
      state={state}
      send={(body) => call(deskPasskeyRemove, { params: { id: passkey.id }, body })}
      onClose={onClose}
    />
  )
}
