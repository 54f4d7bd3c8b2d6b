import { ApiError } from '@truemark/protocol/calling'
import { client } from '@truemark/protocol/client'
import { Button } from '@truemark/ui/primitives/Button'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSession, userOf } from '../data/session.ts'
import { useCode } from '../identity/door.ts'
import { useRefusalText } from './refusal.ts'

/** What a person proves anew before money can leave. */
export interface Proof {
  readonly password: string
  readonly verify_code: string
}

export const noProof: Proof = { password: '', verify_code: '' }

/** Whether a proof can be sent at all. */
export function isProofWhole({ password, verify_code }: Proof): boolean {
  return password !== '' && verify_code.length === client.codeLength
}

const reasons = { password: ['confirm_password_wrong'], code: ['code_invalid'] } as const

/** Whether a refusal is about the proof, and so stands at one of its fields. */
export function isAboutProof(failure: unknown): boolean {
  return failure instanceof ApiError && ['confirm_password_wrong', 'code_invalid'].includes(failure.reason)
}

interface StepUpFieldsProps {
  proof: Proof
  /** Whether it was tried to send it: then what is missing is said. */
  tried: boolean
  /** Why it was refused, if it was. */
  failure: unknown
  onChange: (proof: Proof) => void
}

/** The password, and the code that goes to the account's verified address. */
export function StepUpFields({ proof, tried, failure, onChange }: StepUpFieldsProps) {
  const t = useTranslations('wallet.stepUp')
  const identity = useTranslations('identity')
  const action = useTranslations('shell.action')
  const refusalText = useRefusalText()
  const refusedFor = (names: readonly string[]) =>
    failure instanceof ApiError && names.includes(failure.reason) ? refusalText(failure) : undefined
  const passwordMissing = tried && proof.password === '' ? t('passwordMissing') : undefined
  const codeMissing =
    tried && proof.verify_code.length !== client.codeLength
      ? identity('check.code', { length: client.codeLength })
      : undefined
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3">
      <h2 className="text-14 font-medium">{t('title')}</h2>
      <PasswordInput
        label={t('password')}
        value={proof.password}
        error={passwordMissing ?? refusedFor(reasons.password)}
        showLabel={action('show')}
        hideLabel={action('hide')}
        onChange={(event) => onChange({ ...proof, password: event.target.value })}
      />
      <Code
        value={proof.verify_code}
        error={codeMissing ?? refusedFor(reasons.code)}
        onValueChange={(verify_code) => onChange({ ...proof, verify_code })}
      />
    </section>
  )
}

/** The code of the authenticator app where one is set up, else one that is sent. */
function Code(props: CodeLineProps) {
  const t = useTranslations('security.totp')
  const hasApp = useSession((state) => userOf(state)?.two_factor ?? false)
  if (!hasApp) return <CodeLine {...props} />
  return (
    <TextInput
      label={t('appCode')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={client.codeLength}
      value={props.value}
      error={props.error}
      onChange={(event) => props.onValueChange(event.target.value.replace(/[^0-9]/g, ''))}
    />
  )
}

interface CodeLineProps {
  value: string
  error: string | undefined
  onValueChange: (code: string) => void
}

function CodeLine({ value, error, onValueChange }: CodeLineProps) {
  const t = useTranslations('wallet.stepUp')
  const identity = useTranslations('identity.code')
  const address = useSession((state) => userOf(state)?.account ?? '')
  const code = useCode('confirm')
  const [sent, setSent] = useState(false)
  const send = async () => {
    if (await code.send({ method: address.includes('@') ? 'email' : 'phone', address })) setSent(true)
  }
  const wait = code.waitSeconds > 0
  return (
    <TextInput
      label={t('code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={client.codeLength}
      value={value}
      error={error}
      hint={t('goesTo', { address })}
      onChange={(event) => onValueChange(event.target.value.replace(/[^0-9]/g, ''))}
      after={
        // not a disabled button: the box would dim the code with it
        wait ? (
          <span className="figures shrink-0 pr-3.5 text-14 text-quiet">
            {identity('wait', { seconds: code.waitSeconds })}
          </span>
        ) : (
          <Button kind="quiet" compact busy={code.busy} className="shrink-0 px-3" onClick={() => void send()}>
            {sent ? identity('again') : t('send')}
          </Button>
        )
      }
    />
  )
}
