import { joined } from '@truemark/ui/primitives/joined'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Sort, SortColumn } from './order.ts'
import { rowGrid } from './MarketRow.tsx'

interface SortHeadProps {
  sort: Sort
  onPress: (column: SortColumn) => void
}

/** The heads of the list's columns; three of them sort it. */
export function SortHead({ sort, onPress }: SortHeadProps) {
  const t = useTranslations('market')
  const button = (column: SortColumn, label: string, end = true) => (
    <SortButton column={column} sort={sort} onPress={onPress} label={label} end={end} />
  )
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-2 px-4 text-12 text-quiet hairline-b tablet:hidden">
        {button('turnover', t('turnover24h'), false)}
        {button('price', t('lastPrice'))}
        {button('change', t('change24h'))}
      </div>
      <div className="hidden tablet:block">
        <div className={joined(rowGrid, 'min-h-11 pr-4 text-right text-12 text-quiet hairline-b')}>
          <span />
          <span className="text-left">{t('pair')}</span>
          {button('price', t('lastPrice'))}
          {button('change', t('change24h'))}
          <span>{t('high24h')}</span>
          <span>{t('low24h')}</span>
          {button('turnover', t('turnover24h'))}
        </div>
      </div>
    </>
  )
}

interface SortButtonProps extends SortHeadProps {
  column: SortColumn
  label: string
  end: boolean
}

function SortButton({ column, sort, onPress, label, end }: SortButtonProps) {
  const t = useTranslations('market')
  const active = sort.column === column
  const Arrow = active ? (sort.descending ? ArrowDown : ArrowUp) : ArrowUpDown
  return (
    <button
      type="button"
      aria-pressed={active}
      aria-label={`${t('sortBy', { column: label })}${active ? `, ${t(sort.descending ? 'descending' : 'ascending')}` : ''}`}
      onClick={() => onPress(column)}
      className={joined(
        'inline-flex min-h-11 items-center gap-1 hover:text-text',
        end ? 'justify-end text-right' : 'text-left',
        active && 'text-text',
      )}
    >
      {label}
      <Arrow size={12} strokeWidth={1.5} aria-hidden="true" className={active ? 'shrink-0' : 'shrink-0 opacity-50'} />
    </button>
  )
}
