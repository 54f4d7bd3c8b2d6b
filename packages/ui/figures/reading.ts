import { plainFigure } from './plainFigure.ts'
import { separatorsOf } from './separators.ts'

/**
 * How a text was read. A figure has its canonical decimal text, and is `doubtful` when another reading was possible:
 * the reader is then told how it was taken. `nothing` is a text that names no number yet.
 */
export type Reading =
  | { readonly kind: 'figure'; readonly canonical: string; readonly doubtful: boolean }
  | { readonly kind: 'nothing' | 'negative' | 'unreadable' }

const unreadable: Reading = { kind: 'unreadable' }

/** The signs under which amounts of a unit are also written, by the unit's first letters. */
const signs: readonly (readonly [unit: string, signs: readonly string[]])[] = [
  ['USD', ['$', 'US$', 'USD', '＄', '₮']],
  ['EUR', ['€', 'EUR']],
  ['GBP', ['£', 'GBP']],
  ['JPY', ['¥', '￥', '円', 'JPY']],
  ['BTC', ['₿', 'BTC']],
  ['ETH', ['Ξ', 'ETH']],
  ['THB', ['฿', 'THB']],
  ['VND', ['₫', 'đ', 'VND']],
  ['KRW', ['₩', '원', 'KRW']],
]

/**
 * Reads a whole amount, typed or pasted, with figures of any script and with or without the field's own unit. Two kinds
 * of mark: the last is the decimal one. One mark more than once: it groups. One mark once: the decimal mark, except that
 * three digits after it can also be thousands, which the reader's locale decides. What bears another unit, an exponent or
 * any other letter is unreadable: it is never taken for another number.
 * @example readFigure('1,234.56 USDT', 'fr', 'USDT').canonical === '1234.56'
 */
export function readFigure(text: string, locale: string, unit?: string): Reading {
  const plain = plainFigure(text)
  if (plain === '') return { kind: 'nothing' }
  const parts = /^([-+]?)([^-+0-9.,:]*?)'*([-+]?)([0-9.,:']*?)'*([^0-9.,:]*)$/.exec(plain)
  const [, sign = '', before = '', inner = '', figure = '', after = ''] = parts ?? []
  if (!parts || (sign !== '' && inner !== '')) return unreadable
  const unitDoubt = unitOf(before, unit) ?? unitOf(after, unit)
  if (figure === '' && (before !== '' || after !== '')) return unreadable
  if (before !== '' && after !== '') return unreadable
  if (unitDoubt === 'foreign') return unreadable
  if (sign === '-' || inner === '-') return { kind: 'negative' }
  return readBare(figure, locale, unitDoubt === 'sign')
}

/** Whether what stands beside a figure is the field's own unit, one of the unit's signs, or another's; null for none. */
function unitOf(beside: string, unit: string | undefined): 'own' | 'sign' | 'foreign' | null {
  const given = beside.replaceAll("'", '').toUpperCase()
  if (given === '') return null
  const own = unit?.replaceAll(/\s/g, '').toUpperCase() ?? ''
  if (own === '') return 'foreign'
  if (given === own) return 'own'
  const known = signs.find(([name]) => own.startsWith(name))?.[1] ?? []
  return known.some((sign) => sign.toUpperCase() === given) ? 'sign' : 'foreign'
}

function readBare(figure: string, locale: string, doubtful: boolean): Reading {
  // The mark typed last stands for what comes behind it, which is nothing yet.
  const text = figure.replace(/[.,:]$/, '')
  if (text === '') return { kind: 'nothing' }
  const marks = text.replace(/[0-9']/g, '')
  const last = marks.at(-1)
  if (last === undefined) return taken(wholeOf(text, "'"), '', doubtful)
  const isRepeated = marks.length > 1 && marks.replaceAll(last, '') === ''
  if (isRepeated) return last === ':' || text.includes("'") ? unreadable : taken(wholeOf(text, last), '', doubtful)
  const at = text.lastIndexOf(last)
  const [before, behind] = [text.slice(0, at), text.slice(at + 1)]
  const decimals = decimalsOf(behind)
  const groups = new Set(before.replace(/[0-9]/g, ''))
  if (groups.has(last) || groups.size > 1) return unreadable
  const whole = wholeOf(before, [...groups][0] ?? "'")
  const isAmbiguous = groups.size === 0 && last !== ':' && /^[1-9][0-9]{0,2}$/.test(before) && /^[0-9]{3}$/.test(behind)
  if (isAmbiguous && separatorsOf(locale).group === last) return taken(before + behind, '', true)
  return taken(whole, decimals, doubtful || isAmbiguous)
}

function taken(whole: string | null, decimals: string | null, doubtful: boolean): Reading {
  if (whole === null || decimals === null) return unreadable
  return { kind: 'figure', canonical: join(whole, decimals), doubtful }
}

/** The digits of a whole part in threes, or in the twos and three of India; null where it is grouped otherwise. */
function wholeOf(text: string, mark: string): string | null {
  const [first = '', ...others] = text.split(mark)
  const lengths = others.map((group) => group.length)
  const isInThrees = lengths.every((length) => length === 3)
  const isIndian = mark === ',' && lengths.at(-1) === 3 && lengths.slice(0, -1).every((length) => length === 2)
  const isFirst = first.length >= 1 && first.length <= (isInThrees ? 3 : 2)
  const digits = first + others.join('')
  if (!/^[0-9]*$/.test(digits)) return null
  // a nought before the first mark groups nothing: it begins decimals, of another number
  return others.length === 0 || (isFirst && !first.startsWith('0') && (isInThrees || isIndian)) ? digits : null
}

/** The digits behind the decimal mark, which may stand in threes; null where they stand otherwise. */
function decimalsOf(text: string): string | null {
  if (/^[0-9]*$/.test(text)) return text
  return /^([0-9]{3}')+[0-9]{1,3}$/.test(text) ? text.replaceAll("'", '') : null
}

/** A canonical decimal text cut to the given number of decimals. */
export function cutFigure(canonical: string, decimals: number): string {
  const [whole = '0', behind = ''] = canonical.split('.')
  return join(whole, behind.slice(0, decimals))
}

/** A canonical decimal text as one types it in the locale: its decimal mark, no grouping. */
export function figureOf(canonical: string, locale: string): string {
  return canonical.replace('.', separatorsOf(locale).decimal)
}

function join(whole: string, decimals: string): string {
  const units = whole.replace(/^0+(?=[0-9])/, '') || '0'
  return decimals === '' ? units : `${units}.${decimals}`
}
