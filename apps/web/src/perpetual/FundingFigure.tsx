import type { SymbolView } from '@truemark/protocol/routes/market'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { secondsLeft, useClock } from '../data/clock.ts'
import { MarkFigure } from '../derivative/door.ts'
import { HeaderFigure } from '../trade/door.ts'
import { FundingSheet } from './FundingSheet.tsx'
import { countdown, ratePercent } from './fundingText.ts'
import { useFunding } from './useFunding.ts'

/** Mark, and the funding rate so far with the countdown to its payment; a press shows its history. */
export function FundingFigure({ market }: { market: SymbolView }) {
  const t = useTranslations('perpetual')
  const trade = useTranslations('trade')
  const locale = useFigureLocale()
  const funding = useFunding(market.symbol).data?.pages[0]
  const [open, setOpen] = useState(false)
  const rate =
    funding === undefined
      ? '--'
      : trade('percent', {
          percent: formatFigure(ratePercent(funding.rate), locale, { decimalsMin: 4, decimalsMax: 4, signed: true }),
        })
  return (
    <>
      <MarkFigure market={market} />
      <HeaderFigure label={t('fundingRate')}>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="figures relative -outline-offset-2 underline decoration-line underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-3.5 hover:text-text"
        >
          {rate}
          {funding && <Countdown until={funding.next_time} />}
        </button>
      </HeaderFigure>
      {open && <FundingSheet market={market} onDone={() => setOpen(false)} />}
    </>
  )
}

/** Runs on the server's clock, in a part of its own, so that nothing else is drawn each second. */
export function Countdown({ until }: { until: number }) {
  return <span className="text-quiet"> · {countdown(secondsLeft(until, useClock()))}</span>
}
