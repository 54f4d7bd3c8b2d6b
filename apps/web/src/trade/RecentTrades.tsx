import { useQuery } from '@tanstack/react-query'
import { marketTrades, type SymbolView } from '@truemark/protocol/routes/market'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { joined } from '@truemark/ui/primitives/joined'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useDateTime } from '../i18n/door.ts'

const pollMs = 3_000

interface RecentTradesProps {
  market: SymbolView
  rows: number
  /** As dense as a mouse allows. */
  dense?: boolean
}

/** The last trades of a market, newest first; asked for anew each three seconds while they are in sight. */
export function RecentTrades({ market, rows, dense = false }: RecentTradesProps) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.state')
  const records = useTranslations('account.records')
  const locale = useFigureLocale()
  const dateTime = useDateTime()
  const { symbol } = market
  const query = useQuery({
    queryKey: ['trades', symbol],
    queryFn: () => call(marketTrades, { params: { symbol } }),
    refetchInterval: pollMs,
  })
  const show = (text: string, decimals: number) =>
    formatFigure(text, locale, { decimalsMin: decimals, decimalsMax: decimals })
  const line = joined('figures text-12', dense ? 'h-6' : 'h-8')
  return (
    <section aria-label={t('recentTrades')} className="flex min-h-0 flex-col">
      <div className="min-h-0 overflow-hidden">
        <table className="w-full table-fixed">
          <thead className="text-12 text-quiet">
            <tr>
              <th scope="col" className="py-1.5 pl-3 text-left font-normal">
                {t('price')}
              </th>
              <th scope="col" className="py-1.5 text-right font-normal">
                {t('quantity')}
              </th>
              <th scope="col" className="py-1.5 pr-3 text-right font-normal">
                {records('time')}
              </th>
            </tr>
          </thead>
          <tbody>
            {query.data?.slice(0, rows).map((trade) => (
              <tr key={trade.id} className={line}>
                <td className={joined('pl-3', trade.side === 'buy' ? 'text-up' : 'text-down')}>
                  <span className="sr-only">{t(trade.side)} </span>
                  {show(trade.price, market.price_decimals)}
                </td>
                <td className="text-right text-secondary">{show(trade.amount, market.quantity_decimals)}</td>
                <td className="pr-3 text-right text-quiet">{dateTime(trade.time, 'time')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {query.data === undefined && (
        <output aria-label={shell('loading')} className="flex flex-col gap-2 px-3 py-1">
          {Array.from({ length: Math.min(rows, 8) }, (_, row) => (
            <Skeleton key={row} className="h-4" />
          ))}
        </output>
      )}
      {query.data?.length === 0 && <p className="px-3 py-4 text-14 text-quiet">{t('noTrades')}</p>}
    </section>
  )
}
