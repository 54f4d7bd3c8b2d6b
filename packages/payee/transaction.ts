import { compactLine, visibleLine } from './pasted.ts'

const hash = /(?:^|[^0-9a-z])(?:0x)?([0-9a-f]{64})(?![0-9a-z])/i
// base58 of the 64 bytes of a signature
const signature = /(?:^|[^0-9A-Za-z])([1-9A-HJ-NP-Za-km-z]{86,88})(?![0-9A-Za-z])/
const pathOf = /(?:^|\/)(?:tx|txid|transaction|transactions)[/:]([^/?#&]+)/i

/**
 * The one form in which a transaction's id is kept and compared, however it was copied: out of an explorer's link, without
 * anything invisible, without blanks; hex in lower case and without 0x, others (base58) as they are.
 */
export function canonicalTransaction(text: string): string {
  const plain = text.normalize('NFKC')
  for (const seen of [visibleLine(plain), compactLine(plain)]) {
    const [, digits] = hash.exec(seen) ?? []
    if (digits !== undefined) return digits.toLowerCase()
    const [, signed] = signature.exec(seen) ?? []
    if (signed !== undefined) return signed
  }
  const compact = compactLine(plain)
  const [, part = compact] = pathOf.exec(compact) ?? []
  return /^(?:0x)?[0-9a-f]+$/i.test(part) ? part.toLowerCase().replace(/^0x(?=.)/, '') : part
}
