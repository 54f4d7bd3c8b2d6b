import { type AddressForm, addressForms } from './addressForm.ts'
import { compactLine, visibleLine } from './pasted.ts'

// behind a mark, a word that says what follows, or nothing
const hash =
  /(?:^|[^0-9a-z]|(?:tx|txid|txhash|hash|transaction|id)(?=0x|[0-9a-f]{64})|0?x)(?:0x)?([0-9a-f]{64})(?![0-9a-z])/i
// base58 of the 64 bytes of a signature
const signature = /(?:^|[^0-9A-Za-z])([1-9A-HJ-NP-Za-km-z]{86,88})(?![0-9A-Za-z])/
/** How each network writes the id of a transaction, in its canonical form. */
const formOf: Readonly<Record<AddressForm, RegExp>> = {
  TRC20: /^[0-9a-f]{64}$/,
  ERC20: /^[0-9a-f]{64}$/,
  Bitcoin: /^[0-9a-f]{64}$/,
  Solana: /^[1-9A-HJ-NP-Za-km-z]{86,88}$/,
  XRP: /^[0-9a-f]{64}$/,
  Stellar: /^[0-9a-f]{64}$/,
  Cosmos: /^[0-9a-f]{64}$/,
  TON: /^[0-9a-f]{64}$/,
}
// the reference of a bank's transfer: letters and digits, a digit among them
const bankReference = /^(?=.*[0-9])[0-9A-Za-z][0-9A-Za-z./-]{5,63}$/

/**
 * Whether a canonical id can be that of a transaction on a network of this form; of a bank's transfer (`form` null) its
 * reference. A network of an unknown form takes any id of 32 signs and more.
 */
export function isTransaction(form: string | null, id: string): boolean {
  if (form === null) return bankReference.test(id)
  const known = addressForms.find((one) => one === form)
  return known === undefined ? /^[0-9A-Za-z]{32,128}$/.test(id) : formOf[known].test(id)
}

const pathOf = /(?:^|\/)(?:tx|txid|transaction|transactions)[/:]([^/?#&]+)/i

// letters of other scripts that look like digits of hex
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  с: 'c',
  ԁ: 'd',
  А: 'a',
  В: 'b',
  Е: 'e',
  С: 'c',
  Α: 'a',
  Β: 'b',
  Ε: 'e',
  α: 'a',
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The one form in which a transaction's id is kept and compared, however it was copied: out of an explorer's link, without
 * anything invisible, without blanks and hyphens; hex in lower case and without 0x, others (base58) as they are.
 */
export function canonicalTransaction(text: string): string {
  const plain = unescaped(text).normalize('NFKC')
  const compact = compactLine(plain)
  for (const seen of [visibleLine(plain), compact, compact.replaceAll(/\p{Pd}/gu, '')]) {
    const [, digits] = hash.exec(seen.replaceAll(/[^\0-\x7F]/g, (sign) => lookalikes[sign] ?? sign)) ?? []
    if (digits !== undefined) return digits.toLowerCase()
    const [, signed] = signature.exec(seen) ?? []
    if (signed !== undefined) return signed
  }
  const [, part = compact] = pathOf.exec(compact) ?? []
  return /^(?:0x)?[0-9a-f]+$/i.test(part) ? part.toLowerCase().replace(/^0x(?=.)/, '') : part
}
