import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'

const nameLengthMax = 40

interface PasskeyNameProps {
  name: string
  /** Whether it is said that none is there. */
  tried: boolean
  onChange: (name: string) => void
}

/** What a passkey is called. */
export function PasskeyName({ name, tried, onChange }: PasskeyNameProps) {
  const t = useTranslations('security.passkeys')
  return (
    <TextInput
      label={t('name')}
      hint={t('nameHint')}
      autoComplete="off"
      autoCapitalize="sentences"
      maxLength={nameLengthMax}
      value={name}
      error={tried && name.trim() === '' ? t('nameMissing') : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
