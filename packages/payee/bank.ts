import { isValidBIC, isValidIBAN } from 'ibantools'
import { compactLine, visibleLine } from './pasted.ts'

const textMax = 64

/** A code as banks write it: without the spaces of its groups, line breaks and what is invisible, in capitals. */
export function compactCode(text: string): string {
  return compactLine(text).toUpperCase()
}

/** Whether a text is a BIC (ISO 9362): four letters, a country of ISO 3166, a place, perhaps a branch. */
export function isBic(text: string): boolean {
  return text.length <= textMax && isValidBIC(compactCode(text))
}

/** Countries of ISO 13616 whose account numbers begin with a bank code of four letters, which ibantools takes loosely. */
const letteredBanks = new Set('AZ BG BH GB GI IE IQ JO KW LC LV MT NL PK PS QA RO SC SV VG'.split(' '))

// the one country whose account numbers ibantools takes too narrowly: four letters, then letters or digits
const palestinian = /^PS[0-9]{2}[A-Z]{4}[A-Z0-9]{21}$/

function checksumHolds(iban: string): boolean {
  const turned = iban.slice(4) + iban.slice(0, 4)
  let rest = 0
  for (const sign of turned) {
    const value = Number.parseInt(sign, 36)
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97
  }
  return rest === 1
}

/** Whether a text is an IBAN (ISO 13616): the form of its country, and the checksum. */
export function isIban(text: string): boolean {
  if (text.length > textMax) return false
  const iban = compactCode(text)
  if (palestinian.test(iban)) return checksumHolds(iban)
  const isLettered = letteredBanks.has(iban.slice(0, 2))
  return isValidIBAN(iban) && (!isLettered || /^[A-Z]{4}$/.test(iban.slice(4, 8)))
}

const weights = [3, 7, 1]

// the first two digits that the Federal Reserve has given out, as ranges
const abaPrefixes = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
] as const

/** Whether a text is an ABA routing number: nine digits, not all zero, a prefix that is in use, and the checksum. */
export function isRoutingNumber(text: string): boolean {
  const number = compactLine(text)
  if (!/^[0-9]{9}$/.test(number) || number === '000000000') return false
  const prefix = Number(number.slice(0, 2))
  if (!abaPrefixes.some(([from, to]) => prefix >= from && prefix <= to)) return false
  const sum = [...number].reduce((total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0), 0)
  return sum % 10 === 0
}

/**
 * Whether a text can be an account number: what looks like an IBAN must be one; anything else is 4 to 34 letters,
 * digits, spaces and hyphens, as the world's banks number their accounts.
 */
export function isAccountNumber(text: string): boolean {
  if (/^[a-z]{2}[0-9]{2}/i.test(compactCode(text))) return isIban(text)
  return /^[0-9A-Za-z][0-9A-Za-z -]{2,32}[0-9A-Za-z]$/.test(visibleLine(text))
}
