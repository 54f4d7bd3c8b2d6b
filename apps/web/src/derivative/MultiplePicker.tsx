import { formatDecimal } from '@truemark/core/money/decimal'
import { Amount } from '@truemark/ui/primitives/Amount'
import { joined } from '@truemark/ui/primitives/joined'
import { Slider } from '@truemark/ui/primitives/Slider'
import { useTranslations } from 'use-intl'
import { Line } from '../parts/Line.tsx'
import type { LotTerms } from './lotTerms.ts'

interface MultiplePickerProps {
  terms: LotTerms
  value: number
  onChange: (multiple: number) => void
}

/** The choice of a multiple: chips for each that the market offers, a slider over them, and what the choice means. */
export function MultiplePicker({ terms, value, onChange }: MultiplePickerProps) {
  const t = useTranslations('trade')
  const { multiples } = terms
  const at = Math.max(0, multiples.indexOf(value))
  const most = worthMax(terms, value)
  return (
    <div className="flex flex-col gap-4">
      <p className="figures text-center text-40 font-semibold" aria-hidden="true">
        {value}×
      </p>
      <Slider
        label={t('multiple')}
        value={at}
        min={0}
        max={multiples.length - 1}
        valueText={`${value}×`}
        onValueChange={(index) => onChange(multiples[index] ?? value)}
      />
      <ul className="grid grid-cols-4 gap-2">
        {multiples.map((each) => (
          <li key={each}>
            <button
              type="button"
              aria-pressed={each === value}
              onClick={() => onChange(each)}
              className={joined(
                'feedback figures min-h-11 w-full rounded-control text-14 font-medium hairline',
                each === value ? 'bg-primary-soft text-primary' : 'bg-raised text-secondary hover:text-text',
              )}
            >
              {each}×
            </button>
          </li>
        ))}
      </ul>
      <dl className="flex flex-col gap-1.5 text-14">
        <Line label={t('marginShare')}>
          <span className="figures">{t('percent', { percent: formatDecimal(1_000_000n / BigInt(value), 4) })}</span>
        </Line>
        <Line label={t('worthMax')}>
          {most === null ? (
            t('noLimit')
          ) : (
            <Amount value={formatDecimal(most, terms.quoteScale)} unit={terms.quote} decimalsMin={0} decimalsMax={0} />
          )}
        </Line>
      </dl>
      <p className="text-14 text-secondary">{t('multipleExplained', { multiple: value.toString() })}</p>
    </div>
  )
}

/** The largest worth at which the brackets still allow a multiple; null where all of them do. */
function worthMax({ brackets }: LotTerms, multiple: number): bigint | null {
  return brackets.find((each) => each.multipleMax < multiple)?.floor ?? null
}
