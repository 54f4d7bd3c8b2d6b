import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { joined } from '@truemark/ui/primitives/joined'
import { Link } from '../parts/router/Link.tsx'
import { useChannels } from '../data/live.ts'
import { useDayAgoPoll } from '../data/markets.ts'
import { useDeadline, useShape } from '../i18n/door.ts'
import { stopsQuery } from '../data/stops.ts'
import { withMoved } from './chartLine.ts'
import type { TradeFrameProps } from './frame.ts'
import { DeskTrade, PhoneTrade, TabletTrade } from './layouts.tsx'
import { TradeHeader } from './TradeHeader.tsx'
import { tradePaths, type TradeProduct, tradeProducts } from './product.ts'

const bookChannels = { spot: 'book', derivative: 'derivativeBook' } as const
const deepChannels = { spot: 'deepBook', derivative: 'deepDerivativeBook' } as const

const nothing = () => undefined

/** The frame of Trade, the same for every product: tabs, header, chart, book, trades, ticket and what is open. */
export function TradeFrame(props: TradeFrameProps) {
  const { market, product, amounts, figures, notices, moved = null, onMove = nothing } = props
  const lines = useMemo(() => withMoved(props.lines, moved), [props.lines, moved])
  const { symbol } = market
  const shape = useShape()
  useDayAgoPoll(useMemo(() => [symbol], [symbol]))
  const book = amounts?.book
  useChannels(
    useMemo(
      () => [
        { kind: 'day', symbol },
        ...(book === undefined ? [] : [{ kind: bookChannels[book], symbol }]),
        ...(book === undefined || shape !== 'desk' ? [] : [{ kind: deepChannels[book], symbol }]),
      ],
      [symbol, book, shape],
    ),
  )
  const Layout = shape === 'phone' ? PhoneTrade : shape === 'tablet' ? TabletTrade : DeskTrade
  return (
    <>
      <ProductTabs symbol={symbol} product={product} />
      <TradeHeader market={market} product={product} figures={figures} />
      <EndNotice symbol={symbol} product={product} />
      {notices}
      <Layout {...props} lines={lines} onMove={onMove} />
    </>
  )
}

/** The phone's ticket makes way for a confirmation and comes back from it; placing an order folds it up. */
export function useUnfolding() {
  const [confirming, setConfirming] = useState(false)
  const [unfolded, setUnfolded] = useState(false)
  return { confirming, setConfirming, unfolded: unfolded && !confirming, setUnfolded }
}

const ended = { eternal_contract: 'perpetual', contract: 'contract', option: 'option', coins: 'spot' } as const

/** Beneath the header: that the product ends in this market, and from when on; nothing where it does not. */
function EndNotice({ symbol, product }: { symbol: string; product: TradeProduct }) {
  const t = useTranslations('trade.endsSoon')
  const deadline = useDeadline()
  const kind = ended[product]
  const announced = useQuery(stopsQuery).data?.announced
  const own = announced?.find((each) => each.symbol === symbol && each.ends.includes(kind))
  if (own === undefined) return null
  return (
    <p className="mx-4 my-2 flex gap-3 rounded-card bg-warning-soft p-3 text-14">
      <CalendarClock size={20} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-warning" />
      <span className="figures">{t(kind, { time: deadline(own.due) })}</span>
    </p>
  )
}

const words = { eternal_contract: 'perpetual', contract: 'contract', option: 'option', coins: 'spot' } as const

/** The four products of one market, each a page of its own. */
function ProductTabs({ symbol, product }: { symbol: string; product: TradeProduct }) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.title')
  return (
    <nav aria-label={shell('trade')} className="px-1 hairline-b tablet:px-3">
      <ul className="flex overflow-x-auto [scrollbar-width:none]">
        {tradeProducts.map((each) => {
          const current = each === product
          return (
            <li key={each} className="flex-1 tablet:flex-none">
              <Link
                to={tradePaths[each]}
                params={{ symbol }}
                replace
                aria-current={current ? 'page' : undefined}
                className={joined(
                  'feedback relative flex min-h-11 items-center justify-center px-2 text-14 font-medium whitespace-nowrap -outline-offset-2 tablet:px-4',
                  current
                    ? 'text-text after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full after:bg-primary'
                    : 'text-quiet hover:text-text',
                )}
              >
                {t(words[each])}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
