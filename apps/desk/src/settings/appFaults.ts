import { appFields, type AppFields } from '@truemark/protocol/routes/content'
import { parseDecimal } from '@truemark/core/money/decimal'

/** The fields that lead somewhere. */
export const linkFields: ReadonlySet<keyof AppFields> = new Set<keyof AppFields>([
  'app_logo',
  'app_favicon',
  'official_logo',
  'official_link',
  'official_site_customer_service_link',
  'im_link',
])

/** The fields that name an image. */
export const imageFields: ReadonlySet<keyof AppFields> = new Set<keyof AppFields>([
  'app_logo',
  'app_favicon',
  'official_logo',
])

export type AppFault = 'required' | 'link' | 'rate' | 'timezone' | 'tooLong'

/** The fields in the specification's order. */
export const appFieldNames = Object.keys(appFields.shape).filter(
  (name): name is keyof AppFields => name in appFields.shape,
)

/** What is wrong with the app's data, by field; nothing when it can be saved. `knowsZone` says whether a time zone is one. */
export function appFaults(
  fields: AppFields,
  knowsZone: (timezone: string) => boolean,
): Partial<Record<keyof AppFields, AppFault>> {
  const faults: Partial<Record<keyof AppFields, AppFault>> = {}
  for (const name of appFieldNames) {
    const fault = faultOf(name, fields[name], knowsZone)
    if (fault !== null) faults[name] = fault
  }
  return faults
}

function faultOf(name: keyof AppFields, text: string, knowsZone: (timezone: string) => boolean): AppFault | null {
  if (name === 'default_withdrawal_fee_rate') {
    const rate = parseDecimal(text, 9)
    return rate !== null && rate <= 1_000_000_000n ? null : 'rate'
  }
  if (name === 'timezone' && text !== '' && !knowsZone(text)) return 'timezone'
  if (appFields.shape[name].safeParse(text).success) return null
  if (linkFields.has(name)) return 'link'
  return text === '' ? 'required' : 'tooLong'
}

/** Whether this browser knows a time zone by that name. */
export function isTimezone(timezone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
    return true
  } catch {
    return false
  }
}
