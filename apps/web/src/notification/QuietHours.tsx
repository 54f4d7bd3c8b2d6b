import type { NotificationSetting } from '@truemark/protocol/routes/notification'
import { Switch } from '@truemark/ui/primitives/Switch'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'

const night = { from: 22 * 60, to: 7 * 60 } as const

/** The zone of this device, in which the hours are meant. */
function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

function clockText(minute: number): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

function minuteOf(text: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text)
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}

interface QuietHoursProps {
  setting: NotificationSetting
  onChange: (setting: NotificationSetting) => void
}

/** The hours in which nothing but what is about security is sent. */
export function QuietHours({ setting, onChange }: QuietHoursProps) {
  const t = useTranslations('notification.setting')
  const { quiet, timezone } = setting
  const set = (end: 'from' | 'to', text: string) => {
    const minute = minuteOf(text)
    if (minute !== null) onChange({ ...setting, quiet: { ...(quiet ?? night), [end]: minute }, timezone: zoneHere() })
  }
  return (
    <section aria-label={t('quiet')} className="flex flex-col gap-4 rounded-card bg-surface p-4">
      <div className="flex items-center justify-between gap-3">
        <span className="flex flex-col">
          <span className="text-16 font-medium">{t('quiet')}</span>
          <span className="text-12 text-quiet">{t('quietHint')}</span>
        </span>
        <Switch
          label={t('quiet')}
          checked={quiet !== null}
          onCheckedChange={(on) => onChange({ ...setting, quiet: on ? night : null, timezone: zoneHere() })}
        />
      </div>
      {quiet !== null && (
        <>
          <div className="grid grid-cols-2 gap-3">
            {(['from', 'to'] as const).map((end) => (
              <TextInput
                key={end}
                type="time"
                label={t(end)}
                value={clockText(quiet[end])}
                onChange={(event) => set(end, event.target.value)}
              />
            ))}
          </div>
          <p className="text-12 text-quiet">{t('zone', { zone: timezone.replaceAll('_', ' ') })}</p>
        </>
      )}
    </section>
  )
}
