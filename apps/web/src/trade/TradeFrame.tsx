import { useMemo, useState } from 'react'
import { useChannels } from '../data/live.ts'
import { useDayAgoPoll } from '../data/markets.ts'
import { useShape } from '../reader/door.ts'
import type { TradeFrameProps } from './frame.ts'
import { EndNotice } from './EndNotice.tsx'
import { DeskTrade, PhoneTrade, TabletTrade } from './layouts.tsx'
import { ProductTabs } from './ProductTabs.tsx'
import { TradeHeader } from './TradeHeader.tsx'

const bookChannels = { spot: 'book', derivative: 'derivativeBook' } as const

/** The frame of Trade, the same for every product: tabs, header, chart, book, trades, ticket and what is open. */
export function TradeFrame(props: TradeFrameProps) {
  const { market, product, amounts, figures, notices } = props
  const { symbol } = market
  const shape = useShape()
  useDayAgoPoll(useMemo(() => [symbol], [symbol]))
  const book = amounts?.book
  useChannels(
    useMemo(
      () => [{ kind: 'day', symbol }, ...(book === undefined ? [] : [{ kind: bookChannels[book], symbol }])],
      [symbol, book],
    ),
  )
  const Layout = shape === 'phone' ? PhoneTrade : shape === 'tablet' ? TabletTrade : DeskTrade
  return (
    <>
      <ProductTabs symbol={symbol} product={product} />
      <TradeHeader market={market} product={product} figures={figures} />
      <EndNotice symbol={symbol} product={product} />
      {notices}
      <Layout {...props} />
    </>
  )
}

/** The phone's ticket makes way for a confirmation and comes back from it; placing an order folds it up. */
export function useUnfolding() {
  const [confirming, setConfirming] = useState(false)
  const [unfolded, setUnfolded] = useState(false)
  return { confirming, setConfirming, unfolded: unfolded && !confirming, setUnfolded }
}
