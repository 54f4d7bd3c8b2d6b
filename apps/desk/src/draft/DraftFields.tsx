import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'

type Realm = 'real' | 'demo'

/** Whether what is offered is for real accounts or for the demo. */
export function RealmField({ value, onChange }: { value: Realm; onChange: (realm: Realm) => void }) {
  const t = useTranslations('desk')
  return (
    <Segmented
      label={t('draft.realm')}
      value={value}
      items={(['real', 'demo'] as const).map((realm) => ({ value: realm, label: t(`common.${realm}`) }))}
      onValueChange={onChange}
    />
  )
}

interface FigureFieldProps {
  label: string
  value: string
  decimals: number
  unit?: string | undefined
  isWrong: boolean
  onChange: (value: string) => void
}

/** A figure of a draft; one that is wrong says so, and how it was read. */
export function FigureField({ label, value, decimals, unit, isWrong, onChange }: FigureFieldProps) {
  const t = useTranslations('desk')
  return (
    <DecimalInput
      label={label}
      value={value}
      decimals={decimals}
      {...(unit === undefined ? {} : { unit })}
      error={isWrong ? t('draft.fault') : undefined}
      readAs={(figure) => t('common.readAs', { figure })}
      onValueChange={onChange}
    />
  )
}

interface MomentFieldProps {
  label: string
  value: string
  hint?: string | undefined
  isWrong: boolean
  onChange: (value: string) => void
}

/** A day and time of a draft. */
export function MomentField({ label, value, hint, isWrong, onChange }: MomentFieldProps) {
  const t = useTranslations('desk.draft')
  return (
    <TextInput
      label={label}
      type="datetime-local"
      value={value}
      hint={hint}
      error={isWrong ? t('fault') : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
