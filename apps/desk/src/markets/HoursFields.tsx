import { Button } from '@truemark/ui/primitives/Button'
import { Select } from '@truemark/ui/primitives/Select'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { firstHour, weekdays, type HourDraft } from './hours.ts'
import { useWeekdays } from './useHoursText.ts'

export interface HoursFieldsProps {
  hours: readonly HourDraft[]
  faulty: boolean
  onChange: (hours: readonly HourDraft[]) => void
}

/** The hours of a week in which a market trades, in UTC; none means around the clock. */
export function HoursFields({ hours, faulty, onChange }: HoursFieldsProps) {
  const t = useTranslations('desk.symbols')
  const days = useWeekdays()
  const change = (at: number, more: Partial<HourDraft>) =>
    onChange(hours.map((one, place) => (place === at ? { ...one, ...more } : one)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="pb-2 text-14 font-semibold">{t('sessions')}</legend>
      {hours.length === 0 && <p className="text-14 text-quiet">{t('allHours')}</p>}
      {hours.map((one, at) => (
        <div key={at} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2 tablet:grid-cols-[1.4fr_1fr_1fr_auto]">
          <div className="max-tablet:col-span-3">
            <Select
              label={t('weekday')}
              value={String(one.weekday)}
              options={weekdays.map((day) => ({ value: String(day), label: days[day] ?? '' }))}
              onValueChange={(day) => change(at, { weekday: Number(day) })}
            />
          </div>
          <TextInput
            label={t('from')}
            inputMode="numeric"
            autoComplete="off"
            value={one.from}
            onChange={(event) => change(at, { from: event.target.value })}
          />
          <TextInput
            label={t('to')}
            inputMode="numeric"
            autoComplete="off"
            value={one.to}
            onChange={(event) => change(at, { to: event.target.value })}
          />
          <Button
            kind="quiet"
            aria-label={t('sessionRemove', { day: days[one.weekday] ?? '' })}
            onClick={() => onChange(hours.filter((_, place) => place !== at))}
          >
            <X size={20} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </div>
      ))}
      {faulty && (
        <p role="alert" className="text-12 text-danger">
          {t('hoursFault')}
        </p>
      )}
      <Button kind="secondary" compact className="self-start" onClick={() => onChange([...hours, firstHour])}>
        <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
        {t('sessionAdd')}
      </Button>
    </fieldset>
  )
}
