import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'
import { wholeUpTo } from '../deed/door.ts'

interface DaysInputProps {
  days: string
  max: number
  /** Whether it was tried to go on: a fault is told from then on. */
  tried: boolean
  onChange: (days: string) => void
}

/** For how many days two people stop something of an account, and that one person does so for an hour. */
export function DaysInput({ days, max, tried, onChange }: DaysInputProps) {
  const t = useTranslations('desk.users')
  return (
    <>
      <TextInput
        label={t('days')}
        hint={t('daysHint', { max })}
        error={tried && wholeUpTo(days, max) === null ? t('daysFault', { max }) : undefined}
        inputMode="numeric"
        autoComplete="off"
        value={days}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="text-14 text-quiet">{t('stopExplained')}</p>
    </>
  )
}
