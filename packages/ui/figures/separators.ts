export interface Separators {
  decimal: string
  group: string
  /** What stands behind a percentage, with its space where the language sets one. */
  percent: string
}

const known = new Map<string, Separators>()

/** The decimal and the thousands mark of a BCP 47 locale, with Latin figures. */
export function separatorsOf(locale: string): Separators {
  const found = known.get(locale)
  if (found) return found
  const format = new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    useGrouping: 'always',
    minimumFractionDigits: 1,
  })
  const parts = format.formatToParts(1234.5)
  const percents = new Intl.NumberFormat(locale, { style: 'percent', numberingSystem: 'latn' }).formatToParts(0.01)
  const separators = {
    decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
    // The narrow no-break space of French all but vanishes between tabular figures.
    group: parts.find((part) => part.type === 'group')?.value.replace('\u202F', '\u00A0') ?? ',',
    percent: percents
      .filter(({ type }) => type === 'literal' || type === 'percentSign')
      .map(({ value }) => value.replace('\u202F', '\u00A0'))
      .join(''),
  }
  known.set(locale, separators)
  return separators
}
