/** The name of what is secret, with the mark that its value follows. */
const named =
  '(?<!\\w)(?:\\w*(?:passw|pwd|token|secret|authorization|cookie|totp|mnemonic|seed_?phrase|private_?key|api_?key)\\w*|(?:\\w*_)?code)\\\\*["\']?\\s*[:=]\\s*'

/**
 * What a report from a stranger's device may bear of a person, and what stands in its place. The order matters: what is
 * found first is not looked at again. Better too much than one address in a log.
 */
const rules: readonly (readonly [RegExp, string])[] = [
  // a query or fragment of an address may hold anything
  [/(https?|wss?):\/\/[^\s?#"']*[?#][^\s"']*/gi, '$1://[link]'],
  [/[\p{L}\p{N}._%+'-]+(?:@|%(?:25)*40)(?:[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*|\[[^\]\s]*\])/giu, '[mail]'],
  [/\bBearer\s+[A-Za-z0-9._~+/=-]+/gi, '[token]'],
  [/\beyJ[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*){0,2}/g, '[token]'],
  // a secret by its name, within quotes (also those of a text within a text) up to the quote that ends it
  [new RegExp(`(${named})(\\\\*["'])(?:(?!\\2)(?:\\\\.|[^]))*`, 'gi'), '$1$2[secret]'],
  [new RegExp(`(${named})(?!\\\\*["'])[^\\s"',;&}]+`, 'gi'), '$1[secret]'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[token]'],
  [/\b0x[0-9a-f]{16,}\b/gi, '[address]'],
  [/\b(?:bc|tb)1[02-9ac-hj-np-z]{20,}\b/gi, '[address]'],
  [/\b[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?\b/gi, '[account]'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, '[network]'],
  [/(?<![\w:])(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?![\w:])/gi, '[network]'],
  [/(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{1,4}){0,5}::[0-9a-f:]{0,24}(?![\w:])/gi, '[network]'],
  // addresses of networks, hashes and tokens: long, and of both figures and letters
  [/\b(?=[A-Za-z0-9_-]*[0-9])(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9_-]{20,}\b/g, '[token]'],
  // phones, cards and documents, however they are spaced
  [/(?<![\w.])(?!\d{4}-\d{2}-\d{2}(?!\d))\+?\d(?:[ ().\-/]{0,2}\d){6,}(?!\w)/g, '[number]'],
]

/** A text without what tells who wrote it: mails, phones, addresses of money and networks, tokens. */
export function scrubbed(text: string): string {
  // what is written in full width, in digits of another script or with blanks of another width is the same
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/(?![0-9])\p{Nd}/gu, '0')
    .replaceAll(/\p{Pd}/gu, '-')
  return rules.reduce((left, [found, stand]) => left.replaceAll(found, stand), plain)
}
