import { Link } from '@tanstack/react-router'
import { joined } from '@truemark/ui/primitives/joined'
import { Tabs } from '@truemark/ui/primitives/Tabs'
import { useId, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { LotProduct } from './lotContext.ts'

interface LotTab {
  value: 'positions' | 'orders' | 'past' | 'orderPast'
  label: string
  /** How many there are, where it is told. */
  count?: number
  shown: ReactNode
}

interface LotPanelProps {
  product: LotProduct
  /** What stands above the tabs. */
  head?: ReactNode
  tabs: readonly LotTab[]
}

/** What the account has in a product: what is open, what rests, and what is done with. */
export function LotPanel({ product, head, tabs }: LotPanelProps) {
  const t = useTranslations('trade')
  const shell = useTranslations('shell')
  const panel = useId()
  const [tab, setTab] = useState<LotTab['value']>('positions')
  return (
    <section
      aria-label={t('positions')}
      className={joined(head !== undefined && '@container', 'flex min-h-0 flex-col')}
    >
      {head}
      <div className="flex items-center justify-between hairline-b">
        <Tabs
          label={t('positions')}
          value={tab}
          controls={panel}
          items={tabs.map(({ value, label, count = 0 }) => ({
            value,
            label: count === 0 ? label : `${label} (${count})`,
          }))}
          onValueChange={setTab}
          className="min-w-0 pl-1"
        />
        <Link
          to="/market/trade/contract_orders"
          {...(product === 'perpetual' ? { search: { game: product } } : {})}
          className="inline-flex min-h-11 shrink-0 items-center px-4 text-14 font-medium text-primary"
        >
          {shell('action.seeAll')}
        </Link>
      </div>
      <div id={panel}>{tabs.find(({ value }) => value === tab)?.shown}</div>
    </section>
  )
}
