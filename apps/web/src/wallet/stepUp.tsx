import { ApiError } from '@truemark/protocol/calling'
import { client } from '@truemark/protocol/client'
import { Button } from '@truemark/ui/primitives/Button'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { CodeInput } from '@truemark/ui/primitives/CodeInput'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PasskeyFailure } from '@truemark/client/passkeys'
import { useSession, userOf } from '../data/session.ts'
import { useCode } from '../identity/door.ts'
import { Refused } from '../parts/Refused.tsx'
import { isProofWhole, type Proof } from './proof.ts'
import { useRefusalText } from './refusal.ts'
import { usePasskeyProof } from './usePasskeyProof.ts'

const reasons = {
  password: ['confirm_password_wrong'],
  code: ['code_invalid'],
  passkey: ['passkey_unavailable', 'passkey_unknown', 'passkey_expired', 'passkey_wrong', 'passkey_doubted'],
} as const

/** Whether a refusal is about the proof, and so stands at one of its fields. */
export function isAboutProof(failure: unknown): boolean {
  if (failure instanceof PasskeyFailure) return true
  return failure instanceof ApiError && Object.values(reasons).some((names) => isOneOf(names, failure))
}

function isOneOf(names: readonly string[], failure: unknown): boolean {
  return failure instanceof ApiError && names.includes(failure.reason)
}

interface Sent {
  readonly isError: boolean
  readonly reset: () => void
}

/** Keeps a proof that is given anew, and says no more what the one before was refused for. */
export function provingAnew(sent: Sent, keep: (proof: Proof) => void): (proof: Proof) => void {
  return (proof) => {
    keep(proof)
    if (sent.isError) sent.reset()
  }
}

interface StepUpFieldsProps {
  proof: Proof
  /** Whether it was tried to send it: then what is missing is said. */
  tried: boolean
  /** Why it was refused, if it was. */
  failure: unknown
  onChange: (proof: Proof) => void
}

/** The password, and a passkey or a code: that of the authenticator app, or one that goes to the verified address. */
export function StepUpFields({ proof, tried, failure, onChange }: StepUpFieldsProps) {
  const t = useTranslations('wallet.stepUp')
  const action = useTranslations('shell.action')
  const refusalText = useRefusalText()
  const hasPasskey = usePasskeyProof()
  const refusedFor = (names: readonly string[]) => (isOneOf(names, failure) ? refusalText(failure) : undefined)
  const passwordMissing = tried && proof.password === '' ? t('passwordMissing') : undefined
  const failed = failure instanceof PasskeyFailure ? refusalText(failure) : refusedFor(reasons.passkey)
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
      {hasPasskey && (
        <Segmented
          label={t('by')}
          value={proof.by}
          items={(['passkey', 'code'] as const).map((by) => ({
            value: by,
            label: t(by === 'passkey' ? 'byPasskey' : 'byCode'),
          }))}
          onValueChange={(by) => onChange({ ...proof, by })}
        />
      )}
      {proof.by === 'passkey' ? (
        <>
          <p className="text-14 text-secondary">{t('passkeyText')}</p>
          <Refused text={failed} />
        </>
      ) : (
        <Code
          value={proof.verify_code}
          // the password is told of by itself
          missing={tried && !isProofWhole({ ...proof, password: ' ' })}
          refused={refusedFor(reasons.code)}
          onValueChange={(verify_code) => onChange({ ...proof, verify_code })}
        />
      )}
    </section>
  )
}

/** A code may be typed in groups, with spaces around it. */
const spareLengthMax = 32

interface CodeProps {
  value: string
  missing: boolean
  refused: string | undefined
  onValueChange: (code: string) => void
}

/** The code of the authenticator app where one is set up, or a recovery code; else one that is sent. */
function Code({ missing, refused, ...line }: CodeProps) {
  const t = useTranslations('wallet.stepUp')
  const totp = useTranslations('security.totp')
  const identity = useTranslations('identity')
  const hasApp = useSession((state) => userOf(state)?.two_factor ?? false)
  if (!hasApp) {
    const error = missing ? identity('check.code', { length: client.codeLength }) : refused
    return <CodeLine {...line} error={error} />
  }
  return (
    <TextInput
      label={totp('appCode')}
      hint={t('spareHint')}
      autoComplete="one-time-code"
      maxLength={spareLengthMax}
      value={line.value}
      error={missing ? t('spareMissing') : refused}
      onChange={(event) => line.onValueChange(event.target.value)}
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
  const input = useRef<HTMLInputElement>(null)
  const send = async () => {
    if (!(await code.send({ method: address.includes('@') ? 'email' : 'phone', address }))) return
    setSent(true)
    // its button makes way for the wait
    input.current?.focus()
  }
  const wait = code.waitSeconds > 0
  return (
    <CodeInput
      ref={input}
      label={t('code')}
      value={value}
      error={error}
      hint={t('goesTo', { address })}
      onValueChange={onValueChange}
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
