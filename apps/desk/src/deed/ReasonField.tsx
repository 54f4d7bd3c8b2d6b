import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'
import { isReasonText } from './reason.ts'

export interface ReasonFieldProps {
  label: string
  value: string
  onValueChange: (text: string) => void
  /** The deed was tried: a missing reason is said. */
  tried: boolean
  onEnter?: () => void
}

/** Why it is done, for the audit log. */
export function ReasonField({ label, value, onValueChange, tried, onEnter }: ReasonFieldProps) {
  const t = useTranslations('desk')
  return (
    <TextInput
      label={label}
      hint={t('deed.reasonHint')}
      error={tried && !isReasonText(value) ? t('fault.reason') : undefined}
      autoCapitalize="sentences"
      autoComplete="off"
      maxLength={200}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !onEnter || event.nativeEvent.isComposing) return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
