import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Passkey, passkeyRemove, passkeyRename } from '@truemark/protocol/routes/passkeys'
import { Button } from '@truemark/ui/primitives/Button'
import { KeyName } from '@truemark/ui/primitives/KeyRow'
import { useState, type FormEvent } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { passkeysKey, type Proof, proven, ProofSheet, useRefusalText } from '../wallet/door.ts'

interface PasskeySheetProps {
  passkey: Passkey
  onClose: () => void
}

/** Gives a passkey another name. */
export function PasskeyRenameSheet({ passkey, onClose }: PasskeySheetProps) {
  const t = useTranslations('security.passkeys')
  const refusalText = useRefusalText()
  const queries = useQueryClient()
  const [name, setName] = useState(passkey.name)
  const save = useMutation({
    mutationFn: () => call(passkeyRename, { params: { id: passkey.id }, body: { name: name.trim() } }),
    async onSuccess() {
      toast.success(t('renamed'))
      await queries.invalidateQueries({ queryKey: passkeysKey })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !save.isPending) save.mutate()
  }
  return (
    <OwnSheet onClose={onClose} title={t('rename')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <KeyName name={name} tried text={t} onChange={setName} />
        <Refused text={save.isError ? refusalText(save.error) : undefined} />
        <Button type="submit" wide busy={save.isPending}>
          {t('save')}
        </Button>
      </form>
    </OwnSheet>
  )
}

/** Removes a passkey, by a proof. */
export function PasskeyRemoveSheet({ passkey, onClose }: PasskeySheetProps) {
  const t = useTranslations('security.passkeys')
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: async (proof: Proof) => call(passkeyRemove, { params: { id: passkey.id }, body: await proven(proof) }),
    async onSuccess() {
      toast.success(t('removed'))
      await queries.invalidateQueries({ queryKey: passkeysKey })
      onClose()
    },
  })
  return (
    <ProofSheet
      title={t('removeOne', { name: passkey.name })}
      description={t('removeText')}
      confirm={t('remove')}
      kind="danger"
      sending={remove}
      onConfirm={(proof) => remove.mutate(proof)}
      onClose={onClose}
    />
  )
}
