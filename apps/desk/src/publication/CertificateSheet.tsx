import { serverNow } from '@truemark/ui/device/serverTime'
import { deskCertificateAdd } from '@truemark/protocol/routes/deskContent'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FormSheet, focusFault, isReasonText, ReasonField, useDeed } from '../deed/door.ts'
import { momentOf } from './pieceStates.ts'

const fields = ['name', 'regulator', 'number', 'link'] as const
type FieldName = (typeof fields)[number] | 'expires'
type Form = Readonly<Record<FieldName | 'reason', string>>

const empty: Form = { name: '', regulator: '', number: '', link: '', expires: '', reason: '' }

function faultOf(form: Form, name: FieldName): 'required' | 'link' | 'future' | null {
  if (form[name].trim() === '') return 'required'
  if (name === 'link' && !/^https:\/\/[^\s]+\.[^\s]+$/.test(form.link.trim())) return 'link'
  return name === 'expires' && momentOf(form.expires, serverNow()) === null ? 'future' : null
}

/** A new registration: whom it registers, who keeps the register, where one can look it up, and until when. */
export function CertificateSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('desk')
  const [form, setForm] = useState<Form>(empty)
  const [tried, setTried] = useState(false)
  const deed = useDeed({
    send: (expires: number) => {
      const { name, regulator, number, link, reason } = form
      const names = { name: name.trim(), regulator: regulator.trim(), number: number.trim() }
      const body = { ...names, register_link: link.trim(), expires, image: null, reason: reason.trim() }
      return call(deskCertificateAdd, { body })
    },
    touches: ['certificates'],
    done: () => t('certificates.added'),
  })
  const send = () => {
    setTried(true)
    const expires = momentOf(form.expires, serverNow())
    const isComplete = ([...fields, 'expires'] as const).every((name) => faultOf(form, name) === null)
    if (!isComplete || expires === null || !isReasonText(form.reason)) return focusFault()
    if (!deed.busy) void deed.run(expires).then((done) => done && onOpenChange(false))
  }
  const bind = (name: FieldName) => {
    const fault = tried ? faultOf(form, name) : null
    return {
      value: form[name],
      error: fault === null ? undefined : t(`certificates.faults.${fault}`),
      onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
    }
  }
  return (
    <FormSheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('certificates.add')}
      description={t('certificates.addExplained')}
      sendLabel={t('certificates.add')}
      busy={deed.busy}
      failure={deed.failure}
      onSend={send}
    >
      <CertificateFields bind={bind} />
      <ReasonField
        label={t('deed.reason')}
        value={form.reason}
        tried={tried}
        onValueChange={(reason) => setForm({ ...form, reason })}
      />
    </FormSheet>
  )
}

interface FieldBinding {
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

function CertificateFields({ bind }: { bind: (name: FieldName) => FieldBinding }) {
  const t = useTranslations('desk.certificates')
  return (
    <>
      {fields.map((name) => (
        <TextInput
          key={name}
          label={t(name)}
          autoComplete="off"
          maxLength={name === 'link' ? 500 : 80}
          {...(name === 'link' ? { inputMode: 'url' as const, placeholder: 'https://' } : {})}
          {...bind(name)}
        />
      ))}
      <TextInput label={t('expires')} type="date" {...bind('expires')} />
    </>
  )
}
