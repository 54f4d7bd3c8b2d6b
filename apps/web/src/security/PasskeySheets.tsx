import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Passkey, passkeyRemove, passkeyRename } from '@truemark/protocol/routes/passkeys'
import { Button } from '@truemark/ui/primitives/Button'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState, type FormEvent } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useTried } from '../parts/useTried.ts'
import {
  isAboutProof,
  isProofWhole,
  passkeysKey,
  proven,
  StepUpFields,
  useProof,
  useRefusalText,
} from '../wallet/door.ts'

const nameLengthMax = 40

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
        <TextInput
          label={t('name')}
          hint={t('nameHint')}
          autoComplete="off"
          autoCapitalize="sentences"
          maxLength={nameLengthMax}
          value={name}
          error={name.trim() === '' ? t('nameMissing') : undefined}
          onChange={(event) => setName(event.target.value)}
        />
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
  const refusalText = useRefusalText()
  const queries = useQueryClient()
  const [proof, setProof] = useProof()
  const remove = useMutation({
    mutationFn: async () => call(passkeyRemove, { params: { id: passkey.id }, body: await proven(proof) }),
    async onSuccess() {
      toast.success(t('removed'))
      await queries.invalidateQueries({ queryKey: passkeysKey })
      onClose()
    },
  })
  const { tried, onSubmit } = useTried(!isProofWhole(proof), () => remove.mutate(), remove.isPending)
  return (
    <OwnSheet
      busy={remove.isPending}
      onClose={onClose}
      title={t('removeOne', { name: passkey.name })}
      description={t('removeText')}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <StepUpFields
          proof={proof}
          tried={tried}
          failure={remove.error}
          onChange={(next) => {
            setProof(next)
            if (remove.isError) remove.reset()
          }}
        />
        <Refused text={remove.isError && !isAboutProof(remove.error) ? refusalText(remove.error) : undefined} />
        <Button type="submit" kind="danger" wide busy={remove.isPending}>
          {t('remove')}
        </Button>
      </form>
    </OwnSheet>
  )
}
