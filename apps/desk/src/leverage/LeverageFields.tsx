import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'
import { useLeverageNames } from './leverageNames.ts'
import { decimalsOf, faultsOf, termNotations, type Draft, type TermName } from './terms.ts'

const groups = [
  { name: 'symbols.groupFees', terms: ['fee_rate', 'fee_rate_maker', 'fee_rate_taker', 'limit_rate'] },
  {
    name: 'leverage.groupFunding',
    terms: ['funding_interest_rate', 'funding_clamp_rate', 'funding_impact_amount'],
  },
  { name: 'leverage.groupCaps', terms: ['open_interest_user_max', 'open_interest_max', 'insurance_floor'] },
  {
    name: 'symbols.groupHouse',
    terms: [
      'half_spread_rate',
      'gap_rate',
      'ladder_levels',
      'level_lots',
      'refill_per_second',
      'position_max',
      'house_debt_max',
    ],
  },
] as const satisfies readonly { name: string; terms: readonly TermName[] }[]

export interface LeverageFieldsProps {
  /** The currency of its amounts. */
  quote: string
  texts: Draft['texts']
  onChange: (texts: Draft['texts']) => void
}

/** The fees, the funding, the caps and the house's ladder of contracts and perpetuals. */
export function LeverageFields({ quote, texts, onChange }: LeverageFieldsProps) {
  const t = useTranslations('desk')
  const names = useLeverageNames()
  const faults = faultsOf({ texts })
  const units = { percent: '%', usdt: quote, lots: t('leverage.lots'), count: undefined }
  const faultText = (name: TermName) => {
    const fault = faults.get(name)
    return fault && t(`leverage.fault.${fault}`)
  }
  return (
    <>
      {groups.map((group) => (
        <fieldset key={group.name} className="min-w-0">
          <legend className="pb-2 text-14 font-semibold">{t(group.name)}</legend>
          <div className="grid items-end gap-3 tablet:grid-cols-2">
            {group.terms.map((name) => (
              <DecimalInput
                key={name}
                label={names[name]}
                value={texts[name]}
                decimals={decimalsOf(name)}
                unit={units[termNotations[name]]}
                error={faultText(name)}
                readAs={(figure) => t('common.readAs', { figure })}
                onValueChange={(value) => onChange({ ...texts, [name]: value })}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </>
  )
}

/** Writes a term's figure for the reader; a dash where there is none. */
export function useWrittenTerm(): (name: TermName, text: string) => string {
  const locale = useFigureLocale()
  return (name, text) => {
    if (text === '') return '–'
    const figure = formatFigure(text, locale, { decimalsMin: 0 })
    return termNotations[name] === 'percent' ? `${figure} %` : figure
  }
}
