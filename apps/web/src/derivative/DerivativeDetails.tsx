import type { Record as LedgerRecord } from '@truemark/protocol/routes/account'
import type { DerivativeFill } from '@truemark/protocol/routes/derivative'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Card } from '@truemark/ui/primitives/Card'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useMarket } from '../data/markets.ts'
import { LedgerEntries } from '../parts/LedgerEntries.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { useDateTime } from '../i18n/door.ts'
import { EvidenceLink } from '../transparency/door.ts'
import type { LiquidatedGame } from './liquidated.ts'
import { Signed } from './Signed.tsx'
import { useLotsText } from './wording.ts'

interface DerivativeDetailsProps {
  id: string
  symbol: string
  /** What the order or the position is and came to. */
  facts: ReactNode
  fills: readonly DerivativeFill[]
  records: readonly LedgerRecord[]
  /** Where it was liquidated, the ticket or position whose story is told on a page of its own. */
  liquidated: { readonly game: LiquidatedGame; readonly id: string } | null
  /** Where a stop-loss or take-profit closed it, the number under which that can be checked. */
  fired: string | null
}

/** An order or a position whole: its facts, the way to how it was liquidated, its trades and its lines of the ledger. */
export function DerivativeDetails({ id, symbol, facts, fills, records, liquidated, fired }: DerivativeDetailsProps) {
  return (
    <div className="grid items-start gap-x-8 gap-y-6 desk:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">
        <Card className="flex flex-col gap-4">{facts}</Card>
        {liquidated && <StoryLink {...liquidated} />}
        {fired !== null && <EvidenceLink id={fired} />}
        {fired === null && fills.length > 0 && <EvidenceLink id={id} own />}
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Fills symbol={symbol} fills={fills} />
        <LedgerEntries records={records} />
      </div>
    </div>
  )
}

function StoryLink({ game, id }: { game: LiquidatedGame; id: string }) {
  const t = useTranslations('trade.story')
  return (
    <Link
      to="/market/trade/liquidation"
      search={{ game, id }}
      className="feedback flex min-h-11 items-center justify-between gap-3 rounded-card bg-surface p-4 text-14 font-medium"
    >
      {t('title')}
      <ChevronRight strokeWidth={1.5} aria-hidden="true" className="size-5 shrink-0 text-quiet" />
    </Link>
  )
}

function Fills({ symbol, fills }: { symbol: string; fills: readonly DerivativeFill[] }) {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const dateTime = useDateTime()
  const figure = useFigure()
  const lotsText = useLotsText()
  const market = useMarket(symbol)
  const decimals = market?.price_decimals ?? 0
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-16 font-semibold">{t('fills')}</h2>
      <div className="overflow-hidden rounded-card bg-surface">
        {fills.length === 0 && <p className="p-4 text-14 text-quiet">{t('noFills')}</p>}
        <ul>
          {fills.map((fill) => (
            <li key={fill.id} className="flex flex-col gap-1 px-4 py-3 hairline-b last:shadow-none">
              <div className="flex items-baseline justify-between gap-3 text-14">
                <span>
                  <span className={fill.side === 'buy' ? 'text-up' : 'text-down'}>{spot(fill.side)}</span>{' '}
                  <span className="figures">{lotsText(fill.lots)}</span>
                  <span className="text-quiet"> · {t(`purpose.${fill.purpose}`)}</span>
                </span>
                <Amount value={fill.price} unit={market?.quote ?? ''} decimalsMin={decimals} />
              </div>
              <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-12 text-quiet">
                <span className="figures">{dateTime(fill.time)}</span>
                <span className="flex gap-3">
                  <span>
                    {spot(fill.role === 'maker' ? 'makerFee' : 'takerFee')} <Amount value={fill.fee} />
                  </span>
                  {/[1-9]/.test(fill.lots_closed) && <Signed value={fill.profit} />}
                </span>
              </div>
              {fill.index !== null && fill.index_time !== null && (
                <span className="figures text-12 text-quiet">
                  {t('indexAt', { price: figure(fill.index), time: dateTime(fill.index_time, 'time') })}
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
