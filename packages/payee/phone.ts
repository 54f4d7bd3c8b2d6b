import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { visibleLine } from './pasted.ts'

/**
 * A phone number as E.164, or null, whatever copying it out of a contact brought along. A national number is read by the country of residence; one without its plus only
 * where it is of that country too, so that a slip of the finger does not become a number elsewhere.
 */
export function readPhone(text: string, country: string): string | null {
  const region: CountryCode | undefined = isSupportedCountry(country) ? country : undefined
  const trimmed = visibleLine(text)
  const national = parsePhoneNumberFromString(trimmed, region)
  if (national?.isValid()) return national.number
  const international = trimmed.startsWith('+') ? undefined : parsePhoneNumberFromString(`+${trimmed}`)
  if (international?.isValid() !== true) return null
  return region === undefined || international.country === region ? international.number : null
}

/** Whether a country exists, as ISO 3166-1 alpha-2. */
export function isCountry(code: string): boolean {
  return isSupportedCountry(code)
}
