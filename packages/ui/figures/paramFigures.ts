import { formatFigure } from './format.ts'

const figure = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/

/** The parameters of a sentence with each that is a canonical decimal text written for a reader of `locale`. */
export function writeParams(
  params: Readonly<Record<string, string>>,
  locale: string,
): Readonly<Record<string, string>> {
  const written = Object.entries(params).map(([name, value]) => {
    return [name, figure.test(value) ? formatFigure(value, locale, { decimalsMin: 0 }) : value]
  })
  return Object.fromEntries(written)
}
