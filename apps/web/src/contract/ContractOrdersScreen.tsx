import { useSearch } from '@tanstack/react-router'
import type { Side } from '@truemark/protocol/routes/spot'
import { Page } from '@truemark/ui/primitives/Page'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Select } from '@truemark/ui/primitives/Select'
import { Tabs } from '@truemark/ui/primitives/Tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMarkets } from '../data/markets.ts'
import { PositionList, useEndedNotices, useOpenPositions, type LotProduct } from '../derivative/door.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { OrderPast, PerpetualResting, PositionPast } from '../perpetual/door.ts'
import { ContractHistory } from './ContractHistory.tsx'
import { ContractResting } from './ContractResting.tsx'

const every = 'every'
type OrdersTab = 'positions' | 'orders' | 'past' | 'orderPast'

/** All that one has and had in contracts or perpetuals, by market and side. */
export function ContractOrdersScreen() {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const shell = useTranslations('shell')
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [product, setProduct] = useState<LotProduct>(search['game'] === 'perpetual' ? 'perpetual' : 'contract')
  const [tab, setTab] = useState<OrdersTab>('positions')
  const [pair, setPair] = useState(every)
  const [side, setSide] = useState<Side | typeof every>(every)
  useEndedNotices()
  const filter = { symbol: pair === every ? undefined : pair, side: side === every ? undefined : side }
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
          pair={pair}
          onPair={setPair}
          side={side}
          onSide={setSide}
        />
        <Tabs
          label={shell('title.contractOrders')}
          value={tab}
          items={[
            { value: 'positions', label: t('positions') },
            { value: 'orders', label: spot('openOrders') },
            { value: 'past', label: t(product === 'contract' ? 'history' : 'positionHistory') },
            ...(product === 'perpetual' ? [{ value: 'orderPast', label: spot('orderHistory') } as const] : []),
          ]}
          onValueChange={setTab}
        />
        <div className="overflow-hidden rounded-card bg-surface">
          {tab === 'positions' && <Positions product={product} {...filter} />}
          {tab === 'orders' &&
            (product === 'contract' ? <ContractResting {...filter} /> : <PerpetualResting {...filter} />)}
          {tab === 'past' && (product === 'contract' ? <ContractHistory {...filter} /> : <PositionPast {...filter} />)}
          {tab === 'orderPast' && <OrderPast {...filter} />}
        </div>
      </Page>
    </>
  )
}

interface FiltersProps {
  product: LotProduct
  onProduct: (product: LotProduct) => void
  pair: string
  onPair: (pair: string) => void
  side: Side | typeof every
  onSide: (side: Side | typeof every) => void
}

function Filters({ product, onProduct, pair, onPair, side, onSide }: FiltersProps) {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const shell = useTranslations('shell.title')
  const markets = useMarkets().data ?? []
  const pairs = markets.map((market) => ({ value: market.symbol, label: `${market.base}/${market.quote}` }))
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
      <Select
        label={spot('pair')}
        labelHidden
        value={pair}
        options={[{ value: every, label: spot('allPairs') }, ...pairs]}
        onValueChange={onPair}
      />
      <Segmented
        label={spot('side')}
        value={side}
        items={[
          { value: every, label: t('allSides') },
          { value: 'buy', label: t('longWord') },
          { value: 'sell', label: t('shortWord') },
        ]}
        onValueChange={onSide}
      />
    </div>
  )
}

interface PositionsProps {
  product: LotProduct
  symbol: string | undefined
  side: Side | undefined
}

function Positions({ product, symbol, side }: PositionsProps) {
  const open = useOpenPositions()
  const own = product === 'contract' ? open?.tickets : open?.perpetual
  const shown = own?.filter(
    (each) => (symbol === undefined || each.symbol === symbol) && (side === undefined || each.side === side),
  )
  return <PositionList product={product} positions={shown ?? null} />
}
