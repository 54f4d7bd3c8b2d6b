import type { DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { Switch } from '@truemark/ui/primitives/Switch'
import { useTranslations } from 'use-intl'
import { HoursFields } from './HoursFields.tsx'
import { faultInHours } from './hours.ts'
import { useTermNames } from './termNames.ts'
import { decimalsOf, levelsMax, termNotations, type Draft, type TermName } from './terms.ts'

export interface TermFieldsProps {
  market: DeskSymbol
  draft: Draft
  faults: ReadonlySet<TermName>
  onChange: (draft: Draft) => void
}

const groups = [
  { name: 'groupFees', terms: ['fee_rate_maker', 'fee_rate_taker', 'amount_min', 'collar_rate'] },
  {
    name: 'groupHouse',
    terms: ['half_spread_rate', 'gap_rate', 'ladder_levels', 'level_quantity', 'refill_per_second', 'position_max'],
  },
] as const satisfies readonly { name: string; terms: readonly TermName[] }[]

/** The terms by group: what users pay, and how the house quotes. */
export function TermFields({ market, draft, faults, onChange }: TermFieldsProps) {
  const t = useTranslations('desk')
  const names = useTermNames()
  const units = { percent: '%', quote: market.quote, base: market.base, count: undefined }
  return (
    <>
      {groups.map((group) => (
        <fieldset key={group.name} className="min-w-0">
          <legend className="pb-2 text-14 font-semibold">{t(`symbols.${group.name}`)}</legend>
          <div className="grid items-end gap-3 tablet:grid-cols-2">
            {group.terms.map((name) => (
              <DecimalInput
                key={name}
                label={names[name]}
                value={draft[name]}
                decimals={decimalsOf(market, name)}
                unit={units[termNotations[name]]}
                error={faults.has(name) ? t(faultText(name), { max: String(levelsMax) }) : undefined}
                readAs={(figure) => t('common.readAs', { figure })}
                onValueChange={(value) => onChange({ ...draft, [name]: value })}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <HoursFields
        hours={draft.hours}
        faulty={faultInHours(draft.hours)}
        onChange={(hours) => onChange({ ...draft, hours })}
      />
      <div className="flex items-center justify-between gap-3">
        <span className="text-16">{t('symbols.spot')}</span>
        <Switch
          label={t('symbols.spot')}
          checked={draft.spot}
          onCheckedChange={(spot) => onChange({ ...draft, spot })}
        />
      </div>
    </>
  )
}

function faultText(name: TermName): 'fault.rate' | 'fault.levels' | 'fault.figure' {
  if (termNotations[name] === 'percent') return 'fault.rate'
  return name === 'ladder_levels' ? 'fault.levels' : 'fault.figure'
}
