import { dayMs } from '@truemark/core/money/units'
import type { TermsEvidence } from '@truemark/protocol/routes/evidence'
import type { TermKind } from '@truemark/protocol/terms'
import { useLocale, useTranslations } from 'use-intl'
import { useDeadline } from '../i18n/door.ts'
import { detailNames, figureNames, productNames, valueWords, wordIn } from './termNames.ts'
import { useWritten } from './useWritten.ts'

const plainFigure = /^-?[0-9]+(\.[0-9]+)?$/

/** How a switch is written where it is no word of its own. */
const switchWords: ReadonlyMap<string, string> = new Map([
  ['true', 'on'],
  ['false', 'off'],
])

/** A figure of terms, as it is written. */
interface Written {
  readonly name: string
  readonly unit: string
}

/** Writes what terms are of, their figures and roles; what a newer server adds is told by its own name. */
export function useTermTexts() {
  const t = useTranslations('transparency.terms')
  const wallet = useTranslations('transparency.walletTerms')
  const trade = useTranslations('trade')
  const locale = useLocale()
  const deadline = useDeadline()
  const { figure, percent, span } = useWritten()
  const units: Readonly<Record<string, (text: string) => string>> = {
    rate: percent,
    ms: (text) => span(Number(text)),
    days: (text) => span(Number(text) * dayMs),
    time: (text) => deadline(Number(text)),
    lots: (text) => `${figure(text)} ${trade('lotsUnit')}`,
  }
  return {
    nameOf: ({ name }: Written): string => {
      const [word = '', of = ''] = name.split(' ')
      const plain = of === '' ? wordIn(figureNames, word) : undefined
      if (plain !== undefined) return t(`figure.${plain}`)
      const product = of === '' ? wordIn(productNames, word) : undefined
      if (product !== undefined) return t(`product.${product}`)
      const detail = wordIn(detailNames, word)
      if (detail === undefined) return name
      const shown = detail === 'payout' ? span(Number(of) * 1_000) : plainFigure.test(of) ? figure(of) : of
      return t(`of.${detail}`, { level: of, of: shown })
    },
    valueOf: ({ name, unit }: Written, text: string | null): string => {
      if (text === null) return t('gone')
      if (text === '') return '–'
      if (text === '∞') return wallet('unlimited')
      const known = units[unit]
      if (known !== undefined) return known(text)
      if (unit !== '') return `${figure(text)} ${unit}`
      if (name === 'amount' && plainFigure.test(text)) return figure(text)
      const word = wordIn(valueWords, switchWords.get(text) ?? text)
      return word === undefined ? text : t(`value.${word}`)
    },
    subjectOf: (term: TermKind, subject: string): string =>
      term === 'eligibility' && /^[A-Z]{2}$/.test(subject)
        ? (new Intl.DisplayNames(locale, { type: 'region' }).of(subject) ?? subject)
        : subject,
    roleOf: (role: Exclude<TermsEvidence['proposed'], null>): string =>
      role === 'server' ? t('server') : wallet(`role.${role}`),
  }
}
