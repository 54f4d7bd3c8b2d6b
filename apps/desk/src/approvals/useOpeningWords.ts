import { deskDerivativeOpen } from '@truemark/protocol/routes/deskDerivative'
import { deskOptionOpen } from '@truemark/protocol/routes/deskOption'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'
import { termNames, termNotations, useLeverageNames, useWrittenTerm, type TermName } from '../leverage/door.ts'
import { percentOf } from '../markets/door.ts'
import { useAmountNames, usePercent, useSeconds } from '../options/door.ts'

const isTerm = (name: string): name is TermName => termNames.some((one) => one === name)
const { multiples: multiplesShape, brackets: bracketsShape } = deskDerivativeOpen.body.shape
const modesShape = deskOptionOpen.body.shape.trade_modes

/** Says in words what first terms of contracts, perpetuals or options are; an unknown name or value stands as it is. */
export function useOpeningWords(): (name: string, value: string) => { readonly name: string; readonly value: string } {
  const t = useTranslations('desk')
  const locale = useFigureLocale()
  const terms = useLeverageNames()
  const written = useWrittenTerm()
  const amounts: Readonly<Record<string, string>> = useAmountNames()
  const percent = usePercent()
  const seconds = useSeconds()
  const figure = (text: string) => formatFigure(text, locale, { decimalsMin: 0 })
  const listed = (name: string, text: string): string => {
    const value: unknown = JSON.parse(text)
    if (name === 'multiples')
      return multiplesShape
        .parse(value)
        .map((one) => `${one}×`)
        .join(', ')
    if (name === 'brackets')
      return bracketsShape
        .parse(value)
        .map((one) => `${figure(one.floor)} · ${percent(percentOf(one.maintenance_rate))} · ${one.multiple_max}×`)
        .join('; ')
    return modesShape
      .parse(value)
      .map((one) => `${seconds(one.trade_mode)} ${percent(percentOf(one.payout_rate))}`)
      .join(' · ')
  }
  const lists: Readonly<Record<string, string>> = {
    multiples: t('leverage.multiples'),
    brackets: t('leverage.editBrackets'),
    trade_modes: t('options.modes'),
  }
  return (name, value) => {
    if (lists[name] !== undefined) return { name: lists[name], value: listed(name, value) }
    if (name === 'contract_size') return { name: t('leverage.contractSize'), value: figure(value) }
    if (isTerm(name)) {
      const text = termNotations[name] === 'percent' ? percentOf(value) : value
      return { name: terms[name], value: written(name, text) }
    }
    return amounts[name] === undefined ? { name, value } : { name: amounts[name], value: figure(value) }
  }
}
