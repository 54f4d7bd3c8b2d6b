// one @, a local part of up to 64 of the letters that mailboxes bear, a domain of labels with a letter in the last
const emailShape =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/

/** What nobody sees of a copied text, and the link in which pages write an address. */
const brought = /[\p{Cf}\u034F\uFE00-\uFE0F]|^\s*mailto:/giu

/**
 * An email address in the form in which it is kept (without white space around it and what copying brings along, letters
 * of full width as the keyboards of Asia write them in ASCII, the domain in lower case), or null.
 */
export function readEmail(text: string): string | null {
  const trimmed = text.normalize('NFKC').replaceAll(brought, '').trim()
  if (trimmed.length > 254 || !emailShape.test(trimmed)) return null
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return null
  return `${local}@${trimmed.slice(at + 1).toLowerCase()}`
}
