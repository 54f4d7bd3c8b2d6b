import { separatorsOf } from './separators.ts'

/** How a text was read: `canonical` is null when it is no number; `doubtful` when another reading was possible. */
export interface Reading {
  canonical: string | null
  doubtful: boolean
}

/** Full-width and Arabic-Indic figures and marks become ASCII; spaces and apostrophes, which only group, go. */
export function plainDigits(text: string): string {
  return text
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[٠-٩]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0x0630))
    .replace(/[．。]/g, '.')
    .replace(/[，٫]/g, ',')
    .replace(/[\s'’_]/g, '')
}

/**
 * Reads a whole amount that was pasted. Two kinds of mark: the last is the decimal one. One mark more than once: it
 * groups. One mark once: the decimal mark, except that three digits after it can also be thousands, which the
 * reader's locale decides and `doubtful` says.
 */
export function readPasted(pasted: string, locale: string): Reading {
  const text = plainDigits(pasted)
  if (!/^[0-9.,]+$/.test(text) || !/[0-9]/.test(text)) return { canonical: null, doubtful: false }
  const dots = text.split('.').length - 1
  const commas = text.split(',').length - 1
  if (dots > 0 && commas > 0) {
    const mark = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
    const grouping = mark === '.' ? ',' : '.'
    const [whole = '', decimals = '', ...more] = text.split(mark)
    const wellGrouped = more.length === 0 && !decimals.includes(grouping) && groupsOfThree(whole, grouping)
    return { canonical: wellGrouped ? join(whole.replaceAll(grouping, ''), decimals) : null, doubtful: false }
  }
  const mark = dots > 0 ? '.' : ','
  const count = dots + commas
  if (count === 0) return { canonical: join(text, ''), doubtful: false }
  if (count > 1) {
    return { canonical: groupsOfThree(text, mark) ? join(text.replaceAll(mark, ''), '') : null, doubtful: false }
  }
  const [whole = '', decimals = ''] = text.split(mark)
  const doubtful = /^[1-9][0-9]{0,2}$/.test(whole) && decimals.length === 3
  const thousands = doubtful && separatorsOf(locale).group === mark
  return { canonical: thousands ? join(whole + decimals, '') : join(whole, decimals), doubtful }
}

/**
 * What stays of a text being typed: ASCII digits and one decimal mark as the locale writes it, at most `decimals`
 * after it. Either mark of the keyboard is taken, since many phones offer only one.
 */
export function typedFigure(typed: string, locale: string, decimals: number): string {
  const mark = separatorsOf(locale).decimal
  const text = plainDigits(typed).replace(/[^0-9.,]/g, '')
  const at = text.search(/[.,]/)
  if (at < 0) return text
  const whole = text.slice(0, at)
  if (decimals === 0) return whole
  return (
    whole +
    mark +
    text
      .slice(at + 1)
      .replace(/[.,]/g, '')
      .slice(0, decimals)
  )
}

/** The canonical decimal text of a typed figure; '' while it names no number yet. */
export function canonicalOf(figure: string, locale: string): string {
  const [whole = '', decimals = ''] = figure.split(separatorsOf(locale).decimal)
  return whole === '' && decimals === '' ? '' : join(whole, decimals)
}

/** A canonical decimal text as one types it in the locale: its decimal mark, no grouping. */
export function figureOf(canonical: string, locale: string): string {
  return canonical.replace('.', separatorsOf(locale).decimal)
}

function groupsOfThree(text: string, grouping: string): boolean {
  return (
    text.split(grouping).every((group, i) => (i === 0 ? /^[0-9]{1,3}$/ : /^[0-9]{3}$/).test(group)) ||
    !text.includes(grouping)
  )
}

function join(whole: string, decimals: string): string {
  const units = whole.replace(/^0+(?=[0-9])/, '') || '0'
  return decimals === '' ? units : `${units}.${decimals}`
}
