import type { OptionOrder } from '@truemark/protocol/routes/option'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { joined } from '@truemark/ui/primitives/joined'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useMarket } from '../data/markets.ts'
import { useDateTime } from '../i18n/door.ts'
import { Direction } from './Direction.tsx'
import { endOf, pairOf, useDuration } from './wording.ts'

interface OptionFrameProps {
  option: OptionOrder
  /** Beside its direction and duration. */
  aside: ReactNode
  /** How it stands, at the end of its line. */
  standing: ReactNode
  price: { readonly label: string; readonly value: string | null }
  children?: ReactNode
}

/** An option in a list: what it is, how it stands, and its prices; a press opens its evidence. */
export function OptionFrame({ option, aside, standing, price, children }: OptionFrameProps) {
  const t = useTranslations('option')
  const duration = useDuration()
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
            {aside}
          </span>
        </div>
        {standing}
      </div>
      {option.reason !== null && <p className="text-12 text-quiet">{t(`reason.${option.reason}`)}</p>}
      <dl className="grid grid-cols-3 gap-x-3 text-14">
        <Figure label={t('orderAmount')}>
          <Amount value={option.order_amount} decimalsMin={0} unit="USDT" />
        </Figure>
        <Figure label={t('entryPrice')}>
          <Amount value={option.entry_price ?? undefined} decimalsMin={decimals} />
        </Figure>
        <Figure label={price.label} end>
          <Amount value={price.value ?? undefined} decimalsMin={decimals} />
        </Figure>
      </dl>
      {children}
    </li>
  )
}

/** An option that has ended: what it was, how it came out and on which prices. */
export function OptionRow({ option }: { option: OptionOrder }) {
  const t = useTranslations('option')
  const dateTime = useDateTime()
  return (
    <OptionFrame
      option={option}
      aside={<span className="figures text-quiet">{dateTime(option.closed_time ?? option.created_time)}</span>}
      standing={<Result option={option} />}
      price={{ label: t('closePrice'), value: option.close_price }}
    />
  )
}

/** The outcome in a word and what it brought. */
function Result({ option }: { option: OptionOrder }) {
  const t = useTranslations('option')
  const shell = useTranslations('shell.label')
  const end = endOf(option)
  const tone = end === 'win' ? 'text-up' : end === 'loss' ? 'text-down' : 'text-text'
  return (
    <span className="flex flex-col items-end gap-0.5">
      <span className={joined('text-16 font-semibold', tone)}>
        <Amount value={option.earnings ?? undefined} unit="USDT" decimalsMin={0} signed />
      </span>
      <span className={joined('text-12', tone)}>{end === null ? t('running') : t(`outcome.${end}`)}</span>
      {option.simulated && <Badge tone="info">{shell('simulated')}</Badge>}
    </span>
  )
}

function Figure({ label, end = false, children }: { label: string; end?: boolean; children: ReactNode }) {
  return (
    <div className={joined('flex min-w-0 flex-col', end && 'items-end text-right')}>
      <dt className="text-12 text-quiet">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
