import { Link } from '@tanstack/react-router'
import type { OptionOrder } from '@truemark/protocol/routes/option'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { joined } from '@truemark/ui/primitives/joined'
import { useTranslations } from 'use-intl'
import { secondsLeft, useClock } from '../data/clock.ts'
import { useBook } from '../data/marketStore.ts'
import { useMarket } from '../data/markets.ts'
import { Direction } from './Direction.tsx'
import { earningsWith, standingAt } from './figures.ts'
import { clockText, pairOf, useDuration } from './wording.ts'

const standings = { win: ['ahead', 'text-up'], loss: ['behind', 'text-down'], tie: ['level', 'text-text'] } as const

/** An option that waits or runs: its entry, the index now, how it stands and the time that is left. */
export function OpenOption({ option }: { option: OptionOrder }) {
  const t = useTranslations('option')
  const shell = useTranslations('shell.label')
  const duration = useDuration()
  const index = useBook(option.symbol)?.mark ?? option.current_price
  const decimals = useMarket(option.symbol)?.price_decimals ?? 0
  return (
    <li className="feedback relative flex flex-col gap-2 px-4 py-3 hairline-b hover:bg-raised">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col">
          <Link
            to="/market/trade/orderDetails"
            search={{ id: option.order_id, game: 'option' }}
            className="text-16 font-semibold -outline-offset-2 after:absolute after:inset-0 @3xl:text-14"
          >
            {pairOf(option.symbol)}
          </Link>
          <span className="flex flex-wrap items-center gap-x-2 text-12">
            <Direction type={option.type} className="font-medium" />
            <span className="text-quiet">{duration(option.trade_mode)}</span>
            {option.simulated && <Badge tone="info">{shell('simulated')}</Badge>}
          </span>
        </div>
        <Standing option={option} index={index} />
      </div>
      <dl className="grid grid-cols-3 gap-x-3 text-14">
        <Figure label={t('orderAmount')}>
          <Amount value={option.order_amount} decimalsMin={0} unit="USDT" />
        </Figure>
        <Figure label={t('entryPrice')}>
          <Amount value={option.entry_price ?? undefined} decimalsMin={decimals} />
        </Figure>
        <Figure label={t('currentPrice')} end>
          <Amount value={index ?? undefined} decimalsMin={decimals} />
        </Figure>
      </dl>
      <TimeLeft option={option} />
    </li>
  )
}

function Standing({ option, index }: { option: OptionOrder; index: string | null }) {
  const t = useTranslations('option')
  const standing = standingAt(option, index)
  if (standing === null) return <span className="text-right text-12 text-secondary">{t('waiting')}</span>
  const [word, tone] = standings[standing.outcome]
  return (
    <span className={joined('flex flex-col items-end', tone)}>
      <Amount
        value={earningsWith(option, standing.outcome)}
        unit="USDT"
        decimalsMin={0}
        signed
        className="text-16 font-semibold"
      />
      <span className="text-12">{t(word)}</span>
    </span>
  )
}

function TimeLeft({ option }: { option: OptionOrder }) {
  const t = useTranslations('option')
  const now = useClock()
  const { expiration_time: expiration, trade_mode: mode } = option
  if (expiration === null) return null
  const left = secondsLeft(expiration, now)
  if (left === 0) return <p className="text-12 text-secondary">{t('settling')}</p>
  return (
    <div className="flex items-center gap-3">
      <div aria-hidden="true" className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-raised">
        <div
          className="h-full origin-left rounded-full bg-primary motion-safe:transition-transform motion-safe:duration-1000 motion-safe:ease-linear"
          style={{ transform: `scaleX(${Math.min(1, left / mode)})` }}
        />
      </div>
      <span className="text-12 text-quiet">{t('countdown')}</span>
      <span role="timer" className="figures min-w-10 text-right text-14 font-medium">
        {clockText(left)}
      </span>
    </div>
  )
}

export function Figure({ label, end = false, children }: { label: string; end?: boolean; children: React.ReactNode }) {
  return (
    <div className={joined('flex min-w-0 flex-col', end && 'items-end text-right')}>
      <dt className="text-12 text-quiet">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
