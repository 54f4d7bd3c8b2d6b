import type { SymbolView } from '@truemark/protocol/routes/market'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { secondsLeft, useClock } from '../data/clock.ts'
import { MarkFigure } from './MarkFigure.tsx'
import { HeaderFigure } from '../trade/door.ts'
import { FundingSheet } from './FundingSheet.tsx'
import { countdown } from './fundingText.ts'
import { useFunding, useRatePercent } from './useFunding.ts'

/** Mark, and the funding rate so far with the countdown to its payment; a press shows its history. */
export function FundingFigure({ market }: { market: SymbolView }) {
  const t = useTranslations('perpetual')
  const percent = useRatePercent()
  const funding = useFunding(market.symbol).data?.pages[0]
  const [open, setOpen] = useState(false)
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
          {funding === undefined ? '--' : percent(funding.rate)}
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
