/**
 * What a report from a stranger's device may bear of a person, and what stands in its place. The order matters: what is
 * found first is not looked at again. Better too much than one address in a log.
 */
const rules: readonly (readonly [RegExp, string])[] = [
  // a query or fragment of an address may hold anything
  [/(https?|wss?):\/\/[^\s?#"']*[?#][^\s"']*/gi, '$1://[link]'],
  [/[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu, '[mail]'],
  [/\bBearer\s+[A-Za-z0-9._~+/=-]+/gi, '[token]'],
  [/\beyJ[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*){0,2}/g, '[token]'],
  [
    /\b(password|passwd|pwd|token|secret|authorization|cookie|verify_code|totp|code)(["']?\s*[:=]\s*["']?)[^\s"',;&}]+/gi,
    '$1$2[secret]',
  ],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[token]'],
  [/\b0x[0-9a-f]{16,}\b/gi, '[address]'],
  [/\b(?:bc|tb)1[02-9ac-hj-np-z]{20,}\b/gi, '[address]'],
  [/\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g, '[account]'],
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
  return rules.reduce((left, [found, stand]) => left.replaceAll(found, stand), text)
}
