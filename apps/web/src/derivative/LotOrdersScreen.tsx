import { Page } from '@truemark/ui/primitives/Page'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSearch } from '../parts/router/useRouter.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { PairSelect, SideFilter } from '../trade/door.ts'
import type { LotProduct } from './lotContext.ts'
import { LotList, useLotTabs, type LotTab } from './LotList.tsx'
import type { LotFilter } from './LotPast.tsx'
import { useEndedNotices } from './useEndedNotices.ts'

/** All that one has and had in contracts or perpetuals, by market and side. */
export function LotOrdersScreen() {
  const shell = useTranslations('shell.title')
  const search = useSearch()
  const [product, setProduct] = useState<LotProduct>(search['game'] === 'perpetual' ? 'perpetual' : 'contract')
  const [tab, setTab] = useState<LotTab>('positions')
  const [filter, setFilter] = useState<LotFilter>({})
  useEndedNotices()
  return (
    <>
      <BackHeader name="contractOrders" />
      <Page width="panes" className="flex flex-col gap-3">
        <Filters
          product={product}
          onProduct={(next) => {
            setProduct(next)
            setTab('positions')
          }}
          filter={filter}
          onFilter={setFilter}
        />
        <Tabs
          label={shell('contractOrders')}
          value={tab}
          controls="lots"
          items={useLotTabs(product)}
          onValueChange={setTab}
        />
        <TabPanel id="lots" tab={tab} className="overflow-hidden rounded-card bg-surface">
          <LotList product={product} tab={tab} {...filter} />
        </TabPanel>
      </Page>
    </>
  )
}

interface FiltersProps {
  product: LotProduct
  onProduct: (product: LotProduct) => void
  filter: LotFilter
  onFilter: (filter: LotFilter) => void
}

function Filters({ product, onProduct, filter, onFilter }: FiltersProps) {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const shell = useTranslations('shell.title')
  return (
    <div className="grid gap-3 tablet:grid-cols-3">
      <Segmented
        label={shell('trade')}
        value={product}
        items={[
          { value: 'contract', label: spot('contract') },
          { value: 'perpetual', label: spot('perpetual') },
        ]}
        onValueChange={onProduct}
      />
      <PairSelect
        label={spot('pair')}
        every={spot('allPairs')}
        value={filter.symbol}
        onChange={(symbol) => onFilter({ ...filter, symbol })}
      />
      <SideFilter
        labels={{ all: t('allSides'), buy: t('longWord'), sell: t('shortWord') }}
        value={filter.side}
        onChange={(side) => onFilter({ ...filter, side })}
      />
    </div>
  )
}
