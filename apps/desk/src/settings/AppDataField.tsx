import type { AppFields } from '@truemark/protocol/routes/content'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { Switch } from '@truemark/ui/primitives/Switch'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { percentDecimals, percentOf, shareOf } from '../markets/door.ts'
import { imageFields, linkFields } from './appFaults.ts'

export interface AppDataFieldProps {
  name: keyof AppFields
  value: string
  disabled: boolean
  error: string | undefined
  onValueChange: (value: string) => void
}

/** One field of app data, in the control that fits it. */
export function AppDataField({ name, value, disabled, error, onValueChange }: AppDataFieldProps) {
  const t = useTranslations('desk')
  const label = t(`appData.${name}`)
  if (name === 'is_hour12_open') {
    return (
      <div className="flex min-h-12 items-center justify-between gap-3 self-end rounded-control bg-raised pr-1 pl-3.5 hairline">
        <span className="text-16">{label}</span>
        <Switch
          label={label}
          checked={value === '1'}
          disabled={disabled}
          onCheckedChange={(on) => onValueChange(on ? '1' : '0')}
        />
      </div>
    )
  }
  if (name === 'default_withdrawal_fee_rate') {
    return (
      <DecimalInput
        label={label}
        value={percentOf(value)}
        decimals={percentDecimals}
        unit="%"
        disabled={disabled}
        error={error}
        readAs={(figure) => t('common.readAs', { figure })}
        onValueChange={(percent) => onValueChange(shareOf(percent) ?? '')}
      />
    )
  }
  if (name === 'timezone') return <ZoneField {...{ label, value, disabled, error, onValueChange }} />
  return (
    <TextInput
      label={label}
      value={value}
      disabled={disabled}
      error={error}
      hint={imageFields.has(name) ? t('appData.imageHint') : undefined}
      autoComplete="off"
      {...(linkFields.has(name) ? { inputMode: 'url' as const, placeholder: 'https://' } : { autoCapitalize: 'words' })}
      onChange={(event) => onValueChange(event.target.value)}
    />
  )
}

function ZoneField(props: Omit<AppDataFieldProps, 'name'> & { label: string }) {
  const { label, value, disabled, error, onValueChange } = props
  const zones = useId()
  return (
    <div>
      <TextInput
        label={label}
        value={value}
        disabled={disabled}
        error={error}
        list={zones}
        autoComplete="off"
        onChange={(event) => onValueChange(event.target.value)}
      />
      <datalist id={zones}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
    </div>
  )
}
