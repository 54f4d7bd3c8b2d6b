import { client } from '@truemark/protocol/client'
import { register } from '@truemark/protocol/routes/identity'
import { Button } from '@truemark/ui/primitives/Button'
import { toast } from 'sonner'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { TextLink } from '../parts/TextLink.tsx'
import { useErrorText } from '../i18n/door.ts'
import { registrationComplaints, type Registration } from './checks.ts'
import { CodeAgain } from './CodeAgain.tsx'
import { CodeField } from './CodeField.tsx'
import { internationalPhone } from './countries.ts'
import { focusFault } from '../parts/focusFault.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { RegistrationFields } from './RegistrationFields.tsx'
import { useCode, type CodeTarget } from './useCode.ts'
import { useComplaintText } from './useComplaintText.ts'
import { usePhoneJudge } from './usePhoneJudge.ts'

const empty: Registration = {
  country: '',
  email: '',
  phone: '',
  password: '',
  confirm: '',
  invite: '',
  method: 'email',
}

/** Opens an account in two steps: the details, then the code that was sent. */
export function RegisterScreen() {
  const t = useTranslations('identity.register')
  const login = useTranslations('identity.login')
  const complaintText = useComplaintText()
  const [form, setForm] = useState(empty)
  const [tried, setTried] = useState(false)
  const [step, setStep] = useState<'details' | 'code'>('details')
  const code = useCode('register')
  const complaints = registrationComplaints(form, usePhoneJudge())
  const target: CodeTarget = {
    method: form.method,
    address: form.method === 'email' ? form.email.trim() : internationalPhone(form.phone, form.country),
  }

  const next = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(complaints).length > 0) return focusFault(event.currentTarget)
    if (code.busy) return
    if (code.waitSeconds > 0 || (await code.send(target))) setStep('code')
  }

  if (step === 'code') {
    return <CodeStep form={form} target={target} code={code} onBack={() => setStep('details')} />
  }
  return (
    <GuestFrame title={t('title')} text={t('subtitle')}>
      <form noValidate onSubmit={(event) => void next(event)} className="flex flex-col gap-4">
        <RegistrationFields form={form} errors={tried ? complaintText(complaints) : {}} onChange={setForm} />
        <Button type="submit" wide busy={code.busy} className="mt-1">
          {t('next')}
        </Button>
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-14 text-secondary">
          {t('have')}
          <TextLink to="/login">{login('submit')}</TextLink>
        </p>
      </form>
    </GuestFrame>
  )
}

interface CodeStepProps {
  form: Registration
  target: CodeTarget
  code: ReturnType<typeof useCode>
  onBack: () => void
}

function CodeStep({ form, target, code, onBack }: CodeStepProps) {
  const t = useTranslations('identity')
  const notices = useTranslations('notices')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const create = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await call(register, {
        body: {
          account: target.address,
          type: form.method,
          email: form.email.trim(),
          phone: internationalPhone(form.phone, form.country),
          password: form.password,
          invite_code: form.invite.trim(),
          verify_code: typed,
          country: form.country,
        },
      })
      toast.success(notices('registered'))
      await navigate({ to: '/login', replace: true })
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.length < client.codeLength) setError(t('check.code', { length: client.codeLength }))
    else if (!busy) void create()
  }

  return (
    <GuestFrame
      title={t('register.codeTitle')}
      text={t('register.codeText', { address: target.address, minutes: client.codeMinutes })}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <CodeField value={typed} onValueChange={setTyped} error={error} />
        <Button type="submit" wide busy={busy}>
          {t('register.submit')}
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button kind="quiet" compact onClick={onBack}>
            {t('register.change')}
          </Button>
          <CodeAgain waitSeconds={code.waitSeconds} busy={code.busy} onSend={() => void code.send(target)} />
        </div>
      </form>
    </GuestFrame>
  )
}
