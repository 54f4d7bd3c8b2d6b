import { formatFigure } from '@truemark/ui/figures/format'

const formats = new Map<string, Intl.NumberFormat>()

/** A large amount in few signs, such as 1.25B; below a thousand with two decimals. Cut, never rounded up. */
export function compactFigure(text: string, locale: string): string {
  const [whole = ''] = text.split('.')
  if (!/^[0-9]+$/.test(whole) || whole.length < 4) return formatFigure(text, locale, { decimalsMax: 2 })
  let format = formats.get(locale)
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      notation: 'compact',
      maximumFractionDigits: 2,
      numberingSystem: 'latn',
      roundingMode: 'trunc',
    })
    formats.set(locale, format)
  }
  return format.format(BigInt(whole))
}
