const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/** The value of a decimal figure of any script: Unicode keeps each script's ten in a row, and rows of them side by side. */
function valueOf(figure: string): string {
  const code = figure.codePointAt(0) ?? 0
  let first = code
  while (isDigit(first - 1)) first -= 1
  return String((code - first) % 10)
}

/** Figures of any script as ASCII. */
export function plainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, valueOf)
}

/** What only groups: spaces of all widths, apostrophes, underscores, the Arabic thousands mark. */
const grouping = /[\s'’ʼ＇_٬]/g
/** What nobody sees: marks of direction, joiners, byte order marks, soft hyphens. */
const invisible = /[\p{Cf}\u034F\uFE00-\uFE0F]/gu

/**
 * A text with its figures and marks in ASCII: grouping marks become apostrophes, the Arabic decimal mark a colon, which
 * nothing else does; what is invisible goes, and spaces at the ends.
 */
export function plainFigure(text: string): string {
  return plainDigits(text)
    .replace(invisible, '')
    .trim()
    .replace(/:/g, '?')
    .replace(/[．。｡﹒]/g, '.')
    .replace(/[，、﹐､]/g, ',')
    .replace(/٫/g, ':')
    .replace(/[−‒–—﹣－]/g, '-')
    .replace(/[＋﹢]/g, '+')
    .replace(/[％٪﹪]/g, '%')
    .replace(grouping, "'")
}
