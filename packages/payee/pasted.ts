/** What nobody sees: marks of direction, joiners, byte order marks, soft hyphens, control characters without blanks. */
const invisible = /[\p{Cf}\u034F\uFE00-\uFE0F]|(?!\s)\p{Cc}/gu

const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code))

// Unicode keeps the ten digits of each script in a row, and rows of them side by side
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (isDigit(first - 1)) first -= 1
  return String((code - first) % 10)
}

/**
 * A pasted line as a person means it: nothing invisible, one blank where any number of blanks and breaks stood, digits
 * of every script in ASCII.
 */
export function visibleLine(text: string): string {
  const digits = text.replaceAll(/(?![0-9])\p{Nd}/gu, asciiDigit)
  return digits.replaceAll(invisible, '').replaceAll(/\s+/g, ' ').trim()
}

/** A pasted code, in which no blank means anything: nothing invisible, no blanks, no breaks. */
export function compactLine(text: string): string {
  return visibleLine(text).replaceAll(' ', '')
}
