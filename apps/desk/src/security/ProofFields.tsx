import type { DeskSecurityState } from '@truemark/protocol/routes/deskSecurity'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { CodeInput } from '@truemark/ui/primitives/CodeInput'
import { useTranslations } from 'use-intl'
import { isProofWhole, type Proof } from './proof.ts'

interface ProofFieldsProps {
  proof: Proof
  state: DeskSecurityState
  /** Whether it was tried to send it: then what is missing is said. */
  tried: boolean
  onChange: (proof: Proof) => void
}

/** The password, and a passkey or the authenticator's code, of those that are set up. */
export function ProofFields({ proof, state, tried, onChange }: ProofFieldsProps) {
  const t = useTranslations('desk.security')
  const login = useTranslations('desk.login')
  const fault = useTranslations('desk.fault')
  const common = useTranslations('desk.common')
  const codeMissing = tried && !isProofWhole({ ...proof, password: ' ' })
  return (
    <section aria-label={t('confirm')} className="flex flex-col gap-3">
      <h3 className="text-14 font-medium">{t('confirm')}</h3>
      <PasswordInput
        label={login('password')}
        autoComplete="current-password"
        value={proof.password}
        error={tried && proof.password === '' ? fault('required') : undefined}
        showLabel={common('show')}
        hideLabel={common('hide')}
        onChange={(event) => onChange({ ...proof, password: event.target.value })}
      />
      {state.totp && state.passkeys.length > 0 && (
        <Segmented
          label={t('by')}
          value={proof.by}
          items={[
            { value: 'passkey', label: t('byPasskey') },
            { value: 'totp', label: t('byCode') },
          ]}
          onValueChange={(by) => onChange({ ...proof, by })}
        />
      )}
      {proof.by === 'passkey' ? (
        <p className="text-14 text-secondary">{t('passkeyText')}</p>
      ) : (
        <CodeInput
          label={login('totp')}
          value={proof.totp}
          error={codeMissing ? fault('totp') : undefined}
          onValueChange={(totp) => onChange({ ...proof, totp })}
        />
      )}
    </section>
  )
}
