import type { SymbolView } from '@truemark/protocol/routes/market'
import type { FundingPast } from '@truemark/protocol/routes/perpetual'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { secondsLeft, useClock } from '../data/clock.ts'
import { Line } from '../parts/Line.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { PagedList } from '../parts/PagedList.tsx'
import { useDateTime, useDeadline } from '../i18n/door.ts'
import { EvidenceLink } from '../transparency/door.ts'
import { countdown } from './fundingText.ts'
import { useFunding, useRatePercent } from './useFunding.ts'

/** A market's funding: the rate so far, when it is paid, and past payments with what was one's own. */
export function FundingSheet({ market, onDone }: { market: SymbolView; onDone: () => void }) {
  const t = useTranslations('perpetual')
  const spot = useTranslations('spot')
  const deadline = useDeadline()
  const now = useClock()
  const query = useFunding(market.symbol)
  const current = query.data?.pages[0]
  const percent = useRatePercent()
  return (
    <OwnSheet onClose={onDone} title={t('fundingTitle', { pair: `${market.base}/${market.quote}` })}>
      <div className="flex flex-col gap-4">
        <dl className="flex flex-col gap-1.5 text-14">
          <Line label={t('fundingNow')} strong>
            <span className="figures">{current ? percent(current.rate) : '--'}</span>
          </Line>
          <Line label={t('fundingNext')}>
            <span className="figures">
              {current ? `${deadline(current.next_time)} · ${countdown(secondsLeft(current.next_time, now))}` : '--'}
            </span>
          </Line>
        </dl>
        <p className="text-14 text-secondary">{t('fundingText')}</p>
        <PagedList
          query={query}
          rows={3}
          empty={<p className="text-14 text-quiet">{t('noFunding')}</p>}
          more={spot('showMore')}
        >
          {(past) => (
            <ul>
              {past.map((each) => (
                <Paid key={each.time} paid={each} unit={market.quote} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </OwnSheet>
  )
}

function Paid({ paid, unit }: { paid: FundingPast; unit: string }) {
  const t = useTranslations('perpetual')
  const dateTime = useDateTime()
  const percent = useRatePercent()
  const isOwn = /[1-9]/.test(paid.payment)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 py-2.5 text-14 hairline-b">
      <span className="figures text-secondary">{dateTime(paid.time)}</span>
      <span className="flex flex-col items-end">
        <span className="figures">{percent(paid.rate)}</span>
        {isOwn && (
          <span className="text-12 text-quiet">
            {t('fundingYours')}{' '}
            <Amount
              value={paid.payment}
              unit={unit}
              signed
              className={paid.payment.startsWith('-') ? 'text-down' : 'text-up'}
            />
          </span>
        )}
      </span>
      {isOwn && (
        <span className="flex basis-full">
          <EvidenceLink id={paid.id} own />
        </span>
      )}
    </li>
  )
}
