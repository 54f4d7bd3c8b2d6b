/** What nobody sees: marks of direction, joiners, byte order marks, soft hyphens, control characters without blanks. */
const invisible = /[\p{Cf}\u034F\uFE00-\uFE0F]|(?!\s)\p{Cc}/gu

/** A pasted line as a person sees it: nothing invisible, one blank where any number of blanks and breaks stood. */
export function visibleLine(text: string): string {
  return text.replaceAll(invisible, '').replaceAll(/\s+/g, ' ').trim()
}

/** A pasted code, in which no blank means anything: nothing invisible, no blanks, no breaks. */
export function compactLine(text: string): string {
  return visibleLine(text).replaceAll(' ', '')
}
