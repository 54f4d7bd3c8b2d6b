import { deskInviteCodeMake } from '@truemark/protocol/routes/deskSettings'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FormSheet, focusFault, useDeed } from '../deed/door.ts'
import { inviteBody, inviteFaults, type InviteForm } from './inviteForm.ts'

/** Makes a code: its own or a random one, a note, and how often it can be used. */
export function MakeInviteSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('desk')
  const [form, setForm] = useState<InviteForm>({ code: '', note: '', usesMax: '' })
  const [tried, setTried] = useState(false)
  const faults = inviteFaults(form)
  const deed = useDeed({
    send: () => call(deskInviteCodeMake, { body: inviteBody(form) }),
    touches: ['invites'],
    done: () => t('inviteCodes.made'),
  })
  const send = () => {
    setTried(true)
    if (Object.keys(faults).length > 0) return focusFault()
    if (deed.busy) return
    void deed.run(undefined).then((done) => done && onOpenChange(false))
  }
  const field = (name: keyof InviteForm) => {
    const fault = faults[name]
    return {
      value: form[name],
      error: tried && fault !== undefined ? t(`fault.${fault}`) : undefined,
      onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
    }
  }
  return (
    <FormSheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('inviteCodes.make')}
      sendLabel={t('inviteCodes.make')}
      busy={deed.busy}
      failure={deed.failure}
      onSend={send}
    >
      <InviteFields field={field} />
    </FormSheet>
  )
}

interface FieldBinding {
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

function InviteFields({ field }: { field: (name: keyof InviteForm) => FieldBinding }) {
  const t = useTranslations('desk')
  return (
    <>
      <TextInput
        label={t('inviteCodes.code')}
        hint={t('inviteCodes.random')}
        aside={t('common.optional')}
        autoComplete="off"
        maxLength={32}
        {...field('code')}
      />
      <TextInput
        label={t('inviteCodes.note')}
        aside={t('common.optional')}
        autoCapitalize="sentences"
        autoComplete="off"
        maxLength={200}
        {...field('note')}
      />
      <TextInput
        label={t('inviteCodes.usesMax')}
        hint={t('inviteCodes.usesHint')}
        aside={t('common.optional')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        {...field('usesMax')}
      />
    </>
  )
}
