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
  const plain = 'hidden text-right tablet:block'
  return (
    <div className={joined(rowGrid, 'min-h-11 pr-4 text-12 text-quiet hairline-b')}>
      <span />
      <span className="flex items-center gap-2">
        <span className="hidden tablet:inline">{t('pair')}</span>
        <SortButton
          column="turnover"
          sort={sort}
          onPress={onPress}
          label={t('turnover24h')}
          className="tablet:hidden"
        />
      </span>
      <SortButton column="price" sort={sort} onPress={onPress} label={t('lastPrice')} end />
      <SortButton column="change" sort={sort} onPress={onPress} label={t('change24h')} end />
      <span className={plain}>{t('high24h')}</span>
      <span className={plain}>{t('low24h')}</span>
      <SortButton
        column="turnover"
        sort={sort}
        onPress={onPress}
        label={t('turnover24h')}
        end
        className="hidden tablet:inline-flex"
      />
    </div>
  )
}

interface SortButtonProps extends SortHeadProps {
  column: SortColumn
  label: string
  end?: boolean
  className?: string
}

function SortButton({ column, sort, onPress, label, end = false, className }: SortButtonProps) {
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
        className,
      )}
    >
      {label}
      <Arrow size={12} strokeWidth={1.5} aria-hidden="true" className={active ? 'shrink-0' : 'shrink-0 opacity-50'} />
    </button>
  )
}
