import { client } from './client.ts'
import type { Reason } from './errors.ts'

/** Nobody younger can be verified, in whole years. */
export const ageMin = 18
/** Nobody is older: a date before that is a slip of the finger. */
const ageMax = 130

/** What a form of the primary level holds, as typed; `birth_date` is year-month-day. */
export interface PrimaryFields {
  readonly realName: string
  readonly document_number: string
  readonly birth_date: string
  readonly country: string
}

/** What a form of the advanced level holds, as typed. */
export interface AdvancedFields {
  readonly home_address: string
  readonly work_address: string
  readonly relative_phone: string
}

export type Faults<Field extends string> = Partial<Record<Field, Reason>>

const han = /\p{Script=Han}/u

/** Whether a text has a Chinese character. */
export function hasChinese(text: string): boolean {
  return han.test(text)
}

/**
 * Letters of any script with their marks; between them spaces, hyphens, apostrophes and dots, and the joiners without
 * which some scripts are misspelt. One letter is a name too.
 */
const nameShape = /^\p{L}[\p{L}\p{M} '’\-\u2010\u2011.·・‧\u200c\u200d]*$/u
/** Joiners mean something in these scripts alone; elsewhere they only hide. */
const joined = /[\u200c\u200d]/u
const joiningScript =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Mongolian}]/u

/** A real name in the form in which it is kept (composed, one space between its parts), or null where the text is none. */
export function readRealName(text: string): string | null {
  const name = text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
  const { length } = [...name]
  if (length < client.nameLengthMin || length > client.nameLengthMax || !nameShape.test(name)) return null
  return joined.test(name) && !joiningScript.test(name) ? null : name
}

/** What is wrong with a primary form, by field, in the order of its fields; `today` is the day in UTC milliseconds. */
export function primaryFaults(
  form: PrimaryFields,
  photos: number,
  today: number,
): Faults<keyof PrimaryFields | 'photos'> {
  const faults: Faults<keyof PrimaryFields | 'photos'> = {}
  const name = form.realName
  const number = form.document_number.trim()
  if (name.trim() === '') faults.realName = 'name_missing'
  else if (readRealName(name) === null) faults.realName = 'name_invalid'
  if (number === '') faults.document_number = 'document_number_missing'
  else if (hasChinese(number)) faults.document_number = 'document_number_chinese'
  const born = birthFault(form.birth_date.trim(), today)
  if (born !== null) faults.birth_date = born
  if (form.country.trim() === '') faults.country = 'country_unknown'
  if (photos < 2) faults.photos = 'document_photos_missing'
  return faults
}

/**
 * What is wrong with an advanced form, by field.
 * @param isPhone whether a text is a phone; where it is not given, that is left for others to say
 */
export function advancedFaults(
  form: AdvancedFields,
  isPhone: (text: string) => boolean = () => true,
): Faults<keyof AdvancedFields> {
  const faults: Faults<keyof AdvancedFields> = {}
  for (const [field, missing] of [
    ['home_address', 'home_address_missing'],
    ['work_address', 'work_address_missing'],
  ] as const) {
    if (form[field].trim() === '') faults[field] = missing
    else if (hasChinese(form[field])) faults[field] = 'address_chinese'
  }
  if (form.relative_phone.trim() === '') faults.relative_phone = 'relative_phone_missing'
  else if (!isPhone(form.relative_phone)) faults.relative_phone = 'phone_invalid'
  return faults
}

/** Why a date of birth is none, or is of somebody too young; null where it stands. */
export function birthFault(text: string, today: number): Reason | null {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return 'birth_date_invalid'
  const time = Date.parse(`${text}T00:00:00Z`)
  if (!Number.isFinite(time) || new Date(time).toISOString().slice(0, 10) !== text) return 'birth_date_invalid'
  const years = fullYears(new Date(time), new Date(today))
  if (years < 0 || years > ageMax) return 'birth_date_invalid'
  return years < ageMin ? 'age_too_low' : null
}

// a birthday counts from its day on; that of a 29 February from 1 March in other years
function fullYears(born: Date, on: Date): number {
  const years = on.getUTCFullYear() - born.getUTCFullYear()
  const months = on.getUTCMonth() - born.getUTCMonth()
  const isBefore = months < 0 || (months === 0 && on.getUTCDate() < born.getUTCDate())
  return isBefore ? years - 1 : years
}
