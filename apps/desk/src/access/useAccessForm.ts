import { codeDigits } from '@truemark/ui/figures/codeDigits'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { focusFault } from '../deed/door.ts'
import { useErrorText } from '../i18n/door.ts'
import { accessFaults, passwordLengthMin, type AccessAsked, type AccessForm } from './checks.ts'

const nothing: AccessForm = { name: '', password: '', totp: '' }

/** The state of a form of name, password and, where it is asked for, code, sent by `send` once it is whole. */
export function useAccessForm(asked: AccessAsked, send: (form: AccessForm) => Promise<void>) {
  const t = useTranslations('desk.fault')
  const errorText = useErrorText()
  const [form, setForm] = useState(nothing)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const faults = accessFaults(form, asked)

  const run = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await send({ name: form.name.trim(), password: form.password, totp: codeDigits(form.totp) })
    } catch (error) {
      setFailure(errorText(error))
      setForm((now) => ({ ...now, totp: '' }))
      setTried(false)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(faults).length > 0) focusFault()
    else if (!busy) void run()
  }
  const field = (name: keyof AccessForm) => {
    const fault = faults[name]
    return {
      value: form[name],
      onChange: (event: { target: { value: string } }) => {
        const { value } = event.target
        setForm((now) => ({ ...now, [name]: value }))
      },
      error: tried && fault !== undefined ? t(fault, { min: String(passwordLengthMin) }) : undefined,
    }
  }
  return { field, submit, busy, failure, setFailure }
}
