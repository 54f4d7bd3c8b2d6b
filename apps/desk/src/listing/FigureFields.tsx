import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { useTranslations } from 'use-intl'
import { figureDecimals, figureNotations, type FigureName, type MarketDraft } from './draft.ts'
import { useFieldNames } from './useFieldNames.ts'

export interface FigureFieldsProps {
  group: 'groupMarket' | 'groupSimulated' | 'groupFees' | 'groupHouse'
  names: readonly FigureName[]
  draft: MarketDraft
  faults: ReadonlySet<string>
  onChange: (draft: MarketDraft) => void
}

/** A group of a market's figures, each in its own notation. */
export function FigureFields({ group, names, draft, faults, onChange }: FigureFieldsProps) {
  const t = useTranslations('desk')
  const words = useFieldNames()
  const { base, figures } = draft
  return (
    <fieldset className="min-w-0">
      <legend className="pb-2 text-14 font-semibold">
        {group === 'groupFees' || group === 'groupHouse' ? t(`symbols.${group}`) : t(`listing.${group}`)}
      </legend>
      <div className="grid items-end gap-3 tablet:grid-cols-2">
        {names.map((name) => (
          <DecimalInput
            key={name}
            label={words[name]}
            value={figures[name]}
            decimals={figureDecimals(figures, name)}
            unit={unitOf(name, base)}
            error={faults.has(name) ? faultText(t, name) : undefined}
            readAs={(figure) => t('common.readAs', { figure })}
            onValueChange={(value) => onChange({ ...draft, figures: { ...figures, [name]: value } })}
          />
        ))}
      </div>
    </fieldset>
  )
}

const quoteNames: readonly FigureName[] = ['price_max', 'simulated_price', 'amount_min']

function unitOf(name: FigureName, base: string): string | undefined {
  if (name === 'jump_permille') return '‰'
  const notation = figureNotations[name]
  if (notation === 'percent') return '%'
  if (notation !== 'amount') return undefined
  return quoteNames.includes(name) ? 'USDT' : base
}

function faultText(t: ReturnType<typeof useTranslations<'desk'>>, name: FigureName): string {
  const notation = figureNotations[name]
  if (typeof notation === 'string') return t('listing.fault.above')
  return t('listing.fault.whole', { min: String(notation[1]), max: String(notation[2]) })
}
