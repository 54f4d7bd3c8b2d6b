import { client } from '@truemark/protocol/client'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AgreementSheet } from '../content/door.ts'
import type { Registration } from './checks.ts'
import { dialOf } from './countries.ts'
import { CountryField } from './CountryField.tsx'

export interface RegistrationFieldsProps {
  form: Registration
  errors: Partial<Record<keyof Registration, string>>
  onChange: (form: Registration) => void
}

/** The details of a new account. */
export function RegistrationFields({ form, errors, onChange }: RegistrationFieldsProps) {
  const t = useTranslations('identity.register')
  const action = useTranslations('shell.action')
  const put = (change: Partial<Registration>) => onChange({ ...form, ...change })
  const dial = form.phone.trimStart().startsWith('+') ? '' : dialOf(form.country)
  const eye = { showLabel: action('show'), hideLabel: action('hide') }
  return (
    <>
      <CountryField value={form.country} error={errors.country} onValueChange={(country) => put({ country })} />
      <TextInput
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={form.email}
        error={errors.email}
        onChange={(event) => put({ email: event.target.value })}
      />
      <TextInput
        label={t('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={form.phone}
        error={errors.phone}
        before={dial !== '' && <span className="figures pl-3.5 text-16 text-quiet">{dial}</span>}
        onChange={(event) => put({ phone: event.target.value })}
      />
      <PasswordInput
        label={t('password')}
        autoComplete="new-password"
        hint={t('passwordHint', { min: client.passwordLengthMin, max: client.passwordLengthMax })}
        value={form.password}
        error={errors.password}
        onChange={(event) => put({ password: event.target.value })}
        {...eye}
      />
      <PasswordInput
        label={t('confirm')}
        autoComplete="new-password"
        value={form.confirm}
        error={errors.confirm}
        onChange={(event) => put({ confirm: event.target.value })}
        {...eye}
      />
      <TextInput
        label={t('invite')}
        autoComplete="off"
        maxLength={32}
        value={form.invite}
        onChange={(event) => put({ invite: event.target.value })}
      />
      <Method method={form.method} onChange={(method) => put({ method })} />
      <Agreement />
    </>
  )
}

interface MethodProps {
  method: Registration['method']
  onChange: (method: Registration['method']) => void
}

/** By which of the two addresses the account will be known. */
function Method({ method, onChange }: MethodProps) {
  const t = useTranslations('identity.register')
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-14 text-secondary">{t('method')}</span>
      <Segmented
        label={t('method')}
        value={method}
        items={[
          { value: 'email', label: t('email') },
          { value: 'phone', label: t('phone') },
        ]}
        onValueChange={onChange}
      />
      <p className="text-12 text-quiet">{t('methodHint')}</p>
    </div>
  )
}

function Agreement() {
  const t = useTranslations('identity.register')
  const [open, setOpen] = useState(false)
  return (
    <>
      <p className="text-12 text-quiet">
        {t.rich('agree', {
          link: (text) => (
            <button
              type="button"
              onClick={() => setOpen(true)}
              className="-my-3 inline-block rounded-chip py-3 text-primary underline underline-offset-2"
            >
              {text}
            </button>
          ),
        })}
      </p>
      <AgreementSheet open={open} onOpenChange={setOpen} />
    </>
  )
}
