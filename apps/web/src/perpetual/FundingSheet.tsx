import type { SymbolView } from '@truemark/protocol/routes/market'
import { formatFigure } from '@truemark/ui/figures/format'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { secondsLeft, useClock } from '../data/clock.ts'
import { Line } from '../parts/Line.tsx'
import { MorePages, useDateTime } from '../reader/door.ts'
import { EvidenceLink } from '../transparency/door.ts'
import { countdown, ratePercent } from './fundingText.ts'
import { useFunding } from './useFunding.ts'

/** A market's funding: the rate so far, when it is paid, and past payments with what was one's own. */
export function FundingSheet({ market, onDone }: { market: SymbolView; onDone: () => void }) {
  const t = useTranslations('perpetual')
  const trade = useTranslations('trade')
  const shell = useTranslations('shell')
  const spot = useTranslations('spot')
  const locale = useFigureLocale()
  const dateTime = useDateTime()
  const now = useClock()
  const query = useFunding(market.symbol)
  const current = query.data?.pages[0]
  const percent = (rate: string) =>
    trade('percent', {
      percent: formatFigure(ratePercent(rate), locale, { decimalsMin: 4, decimalsMax: 4, signed: true }),
    })
  const past = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onDone()}
      title={t('fundingTitle', { pair: `${market.base}/${market.quote}` })}
      closeLabel={shell('action.close')}
    >
      <div className="flex flex-col gap-4">
        <dl className="flex flex-col gap-1.5 text-14">
          <Line label={t('fundingNow')} strong>
            <span className="figures">{current ? percent(current.rate) : '--'}</span>
          </Line>
          <Line label={t('fundingNext')}>
            <span className="figures">
              {current ? `${dateTime(current.next_time)} · ${countdown(secondsLeft(current.next_time, now))}` : '--'}
            </span>
          </Line>
        </dl>
        <p className="text-14 text-secondary">{t('fundingText')}</p>
        {query.data === undefined && <SkeletonRows rows={3} label={shell('state.loading')} />}
        {query.data !== undefined && past.length === 0 && <p className="text-14 text-quiet">{t('noFunding')}</p>}
        <ul>
          {past.map((each) => (
            <li
              key={each.time}
              className="flex flex-wrap items-baseline justify-between gap-x-3 py-2.5 text-14 hairline-b"
            >
              <span className="figures text-secondary">{dateTime(each.time)}</span>
              <span className="flex flex-col items-end">
                <span className="figures">{percent(each.rate)}</span>
                {/[1-9]/.test(each.payment) && (
                  <span className="text-12 text-quiet">
                    {t('fundingYours')}{' '}
                    <Amount
                      value={each.payment}
                      unit={market.quote}
                      signed
                      className={each.payment.startsWith('-') ? 'text-down' : 'text-up'}
                    />
                  </span>
                )}
              </span>
              {/[1-9]/.test(each.payment) && (
                <span className="flex basis-full">
                  <EvidenceLink id={each.id} own />
                </span>
              )}
            </li>
          ))}
        </ul>
        <MorePages query={query} label={spot('showMore')} />
      </div>
    </Sheet>
  )
}
