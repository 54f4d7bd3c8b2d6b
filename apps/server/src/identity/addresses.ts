import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

// one @, a local part of up to 64 of the letters that mailboxes bear, a domain of labels with a letter in the last
const emailShape =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/

/** An email address in the form in which it is kept (white space trimmed, the domain in lower case), or null. */
export function readEmail(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length > 254 || !emailShape.test(trimmed)) return null
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return null
  return `${local}@${trimmed.slice(at + 1).toLowerCase()}`
}

/**
 * A phone number as E.164, or null. A national number is read by the country of residence; one without its plus only
 * where it is of that country too, so that a slip of the finger does not become a number elsewhere.
 */
export function readPhone(text: string, country: string): string | null {
  const region: CountryCode | undefined = isSupportedCountry(country) ? country : undefined
  const trimmed = text.trim()
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
