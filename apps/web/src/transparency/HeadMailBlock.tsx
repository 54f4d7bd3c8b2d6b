import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readEmail } from '@truemark/protocol/email'
import { type HeadMail, headMailChange, headMailRead, headMailStart } from '@truemark/protocol/routes/headMail'
import { client } from '@truemark/protocol/client'
import { Button } from '@truemark/ui/primitives/Button'
import { CodeInput } from '@truemark/ui/primitives/CodeInput'
import { Switch } from '@truemark/ui/primitives/Switch'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useSession, userOf } from '../data/session.ts'
import { useCode } from '../identity/door.ts'
import { Refused } from '../parts/Refused.tsx'
import { useDateTime, useErrorText } from '../i18n/door.ts'
import { Block, Findings } from './Block.tsx'

const key = ['transparency', 'headMail'] as const

/** The day's signed head by mail: a switch for whose own address is proved, a code for everyone else. */
export function HeadMailBlock() {
  const t = useTranslations('transparency.headMail')
  const uid = useSession((state) => userOf(state)?.uid)
  const { data } = useQuery({
    queryKey: [...key, uid],
    queryFn: () => call(headMailRead, {}),
    enabled: uid !== undefined,
  })
  const own = data === undefined || data.address === null ? null : { ...data, address: data.address }
  return (
    <Block title={t('title')} text={t('text')}>
      {own !== null && <OwnSwitch own={own} uid={uid} />}
      {(uid === undefined || data?.address === null) && <Subscribe />}
      <p className="max-w-[72ch] text-12 text-quiet">{t('kept')}</p>
    </Block>
  )
}

function OwnSwitch({ own, uid }: { own: HeadMail & { readonly address: string }; uid: string | undefined }) {
  const t = useTranslations('transparency.headMail')
  const dateTime = useDateTime()
  const errorText = useErrorText()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (on: boolean) => call(headMailChange, { body: { on } }),
    onSuccess: (data) => queries.setQueryData([...key, uid], data),
  })
  const label = t('own', { address: own.address })
  return (
    <>
      <div className="flex items-center justify-between gap-3 rounded-card bg-surface px-4 py-2">
        <span className="flex min-w-0 flex-col">
          <span className="text-16 break-words">{label}</span>
          {own.since !== null && (
            <span className="text-12 text-quiet">{t('since', { time: dateTime(own.since) })}</span>
          )}
        </span>
        <Switch
          label={label}
          checked={own.since !== null}
          disabled={change.isPending}
          onCheckedChange={(on) => change.mutate(on)}
        />
      </div>
      <Refused text={change.error === null ? undefined : errorText(change.error)} />
    </>
  )
}

function Subscribe() {
  const t = useTranslations('transparency.headMail')
  const check = useTranslations('identity.check')
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [step, setStep] = useState<'email' | 'code' | 'done'>('email')
  const code = useCode('heads')
  const next = async (event: FormEvent) => {
    event.preventDefault()
    const isMail = readEmail(email) !== null
    setError(isMail ? undefined : check('email'))
    if (isMail && !code.busy && (code.waitSeconds > 0 || (await code.send({ method: 'email', address: email }))))
      setStep('code')
  }
  if (step === 'done') return <Findings findings={[{ key: 'done', holds: true, text: t('done') }]} />
  if (step === 'code') return <CodeStep email={email} onDone={() => setStep('done')} onBack={() => setStep('email')} />
  return (
    <form noValidate onSubmit={(event) => void next(event)} className="flex max-w-112 flex-col gap-3">
      <TextInput
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={email}
        error={error}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" kind="secondary" compact className="self-start" busy={code.busy}>
        {t('send')}
      </Button>
    </form>
  )
}

interface CodeStepProps {
  email: string
  onDone: () => void
  onBack: () => void
}

function CodeStep({ email, onDone, onBack }: CodeStepProps) {
  const t = useTranslations('transparency.headMail')
  const identity = useTranslations('identity')
  const action = useTranslations('shell.action')
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const start = useMutation({
    mutationFn: () => call(headMailStart, { body: { email, code: typed } }),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.length === client.codeLength && !start.isPending) start.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-112 flex-col gap-3">
      <CodeInput
        label={identity('code.label')}
        hint={identity('register.codeText', { address: email, minutes: client.codeMinutes })}
        value={typed}
        error={start.error === null ? undefined : errorText(start.error)}
        onValueChange={(digits) => {
          setTyped(digits)
          start.reset()
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" compact busy={start.isPending} disabled={typed.length < client.codeLength}>
          {t('subscribe')}
        </Button>
        <Button kind="quiet" compact onClick={onBack}>
          {action('back')}
        </Button>
      </div>
    </form>
  )
}
