import type { Side } from '@truemark/protocol/routes/spot'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Select } from '@truemark/ui/primitives/Select'
import { useTranslations } from 'use-intl'
import { useMarkets } from '../data/markets.ts'

const all = 'all'

interface PairSelectProps {
  label: string
  /** What all of them are called. */
  every: string
  value: string | undefined
  onChange: (symbol: string | undefined) => void
}

/** Narrows orders to those of one market; undefined for all. */
export function PairSelect({ label, every, value, onChange }: PairSelectProps) {
  const markets = useMarkets().data ?? []
  const pairs = markets.map(({ symbol, base, quote }) => ({ value: symbol, label: `${base}/${quote}` }))
  return (
    <Select
      label={label}
      labelHidden
      value={value ?? all}
      options={[{ value: all, label: every }, ...pairs]}
      onValueChange={(symbol) => onChange(symbol === all ? undefined : symbol)}
    />
  )
}

interface SideFilterProps {
  labels: Readonly<Record<Side | typeof all, string>>
  value: Side | undefined
  onChange: (side: Side | undefined) => void
}

/** Narrows orders to those of one side; undefined for both. */
export function SideFilter({ labels, value, onChange }: SideFilterProps) {
  const spot = useTranslations('spot')
  return (
    <Segmented<Side | typeof all>
      label={spot('side')}
      value={value ?? all}
      items={([all, 'buy', 'sell'] as const).map((side) => ({ value: side, label: labels[side] }))}
      onValueChange={(side) => onChange(side === all ? undefined : side)}
    />
  )
}
