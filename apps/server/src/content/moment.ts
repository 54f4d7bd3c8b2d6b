import { type LocaleId, localeOf } from '@truemark/protocol/locale'
import type { AppFields } from '@truemark/protocol/routes/content'

/** How moments are written: the app's zone, and whether by a clock of twelve hours. */
export type MomentFields = Pick<AppFields, 'timezone' | 'is_hour12_open'>

/**
 * A moment (UTC ms) as a letter says it: year-month-day hour:minute in the app's zone and by its clock, half days in the
 * reader's words. `zone` names the zone; it is UTC where this machine does not know the app's.
 */
export function writeMoment(time: number, fields: MomentFields, lang: LocaleId): { text: string; zone: string } {
  const zone = isZone(fields.timezone) ? fields.timezone : 'UTC'
  const hour12 = fields.is_hour12_open === '1'
  const written = partsOf(time, zone, 'en', hour12)
  const of = (name: Intl.DateTimeFormatPartTypes): string => written.get(name) ?? ''
  const clock = `${of('hour')}:${of('minute')}`
  const half = hour12 ? (partsOf(time, zone, localeOf(lang).tag, true).get('dayPeriod') ?? of('dayPeriod')) : ''
  return { text: `${of('year')}-${of('month')}-${of('day')} ${clock}${half === '' ? '' : ` ${half}`}`, zone }
}

function partsOf(time: number, timeZone: string, locale: string, hour12: boolean) {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: hour12 ? 'h12' : 'h23',
  })
  return new Map(format.formatToParts(time).map(({ type, value }) => [type, value]))
}

function isZone(timezone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
    return true
  } catch {
    return false
  }
}
