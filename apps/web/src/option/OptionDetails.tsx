import type { OptionOrder } from '@truemark/protocol/routes/option'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Card } from '@truemark/ui/primitives/Card'
import { joined } from '@truemark/ui/primitives/joined'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { secondsLeft, useClock } from '../data/clock.ts'
import { useChannels } from '../data/live.ts'
import { useBook } from '../data/marketStore.ts'
import { useMarket } from '../data/markets.ts'
import { AmountLine, Line } from '../parts/Line.tsx'
import { OneOrder } from '../parts/OneOrder.tsx'
import { percentOf } from '../parts/percentOf.ts'
import { useFigure } from '../parts/useFigure.ts'
import { useDateTime, useDeadline } from '../i18n/door.ts'
import { RulesLine } from '../trade/door.ts'
import { EvidenceLink } from '../transparency/door.ts'
import { Direction } from './Direction.tsx'
import { Evidence } from './Evidence.tsx'
import { useOption } from './optionsQuery.ts'
import { clockText, endOf, pairOf, useDuration } from './wording.ts'

/** One option: what it was, what came of it, and the evidence that it was settled on. */
export function OptionDetails({ id }: { id: string }) {
  return (
    <OneOrder query={useOption(id)} all="optionOrders">
      {(option) => (
        <div className="grid items-start gap-x-8 gap-y-6 desk:grid-cols-2">
          <Facts option={option} />
          <div className="flex min-w-0 flex-col gap-3">
            <Evidence option={option} />
            {option.status !== 'open' && <EvidenceLink id={option.order_id} />}
          </div>
        </div>
      )}
    </OneOrder>
  )
}

function Facts({ option }: { option: OptionOrder }) {
  const t = useTranslations('option')
  const shell = useTranslations('shell.label')
  const end = endOf(option)
  const tone = end === 'win' ? 'text-up' : end === 'loss' ? 'text-down' : 'text-text'
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-20 font-semibold">
          <Direction type={option.type} /> {pairOf(option.symbol)}
        </h2>
        <span className="flex items-center gap-2 text-14 text-secondary">
          {option.simulated && <Badge tone="info">{shell('simulated')}</Badge>}
          {end === null ? t(option.entry_time === null ? 'waiting' : 'running') : t(`outcome.${end}`)}
        </span>
      </div>
      {option.earnings !== null && (
        <p className={tone}>
          <Amount value={option.earnings} unit="USDT" decimalsMin={2} hero signed />
        </p>
      )}
      {option.reason !== null && <p className="text-14 text-secondary">{t(`reason.${option.reason}`)}</p>}
      <FactLines option={option} />
    </Card>
  )
}

function FactLines({ option }: { option: OptionOrder }) {
  const t = useTranslations('option')
  const spot = useTranslations('spot')
  const figure = useFigure()
  const dateTime = useDateTime()
  const deadline = useDeadline()
  const duration = useDuration()
  const decimals = useMarket(option.symbol)?.price_decimals ?? 0
  const date = (time: number | null) => <span className="figures">{time === null ? '--' : dateTime(time)}</span>
  const price = (text: string | null) => <Amount value={text ?? undefined} decimalsMin={decimals} unit="USDT" />
  const base = pairOf(option.symbol).split('/')[0] ?? ''
  return (
    <dl className="flex flex-col gap-2 text-14">
      <Line label={t('type')}>{t(option.type)}</Line>
      <Line label={t('tradeMode')}>{duration(option.trade_mode)}</Line>
      <AmountLine label={t('orderAmount')} strong value={option.order_amount} unit="USDT" decimalsMin={0} />
      <Line label={t('payoutRate')}>{t('percent', { percent: figure(percentOf(option.payout_rate)) })}</Line>
      <Line label={t('tieRule')}>{t(`tie.${option.tie_rule}`)}</Line>
      <Line label={t('entryPrice')} strong>
        {price(option.entry_price)}
      </Line>
      {option.status === 'open' ? (
        <Running option={option} decimals={decimals} />
      ) : (
        <Line label={t('closePrice')} strong>
          {price(option.close_price)}
        </Line>
      )}
      <AmountLine label={t('volume')} value={option.volume ?? undefined} unit={base} decimalsMin={0} />
      <AmountLine label={t('fee')} value={option.fee} unit="USDT" decimalsMin={0} />
      <AmountLine
        label={t('earnings')}
        strong
        value={option.earnings ?? undefined}
        unit="USDT"
        decimalsMin={0}
        signed
      />
      <Line label={t('createdTime')}>{date(option.created_time)}</Line>
      <Line label={t('entryTime')}>{date(option.entry_time)}</Line>
      <Line label={t('expirationTime')}>
        <span className="figures">{option.expiration_time === null ? '--' : deadline(option.expiration_time)}</span>
      </Line>
      <Line label={t('closedTime')}>{date(option.closed_time)}</Line>
      <RulesLine made={option.created_time} />
      <Line label={spot('orderId')}>
        <span className="figures break-all">{option.order_id}</span>
      </Line>
    </dl>
  )
}

/** What moves while it is open: the index and the time that is left. */
function Running({ option, decimals }: { option: OptionOrder; decimals: number }) {
  const t = useTranslations('option')
  const now = useClock()
  const { symbol, expiration_time: expiration } = option
  useChannels(useMemo(() => [{ kind: 'book', symbol }], [symbol]))
  const index = useBook(symbol)?.mark ?? option.current_price
  return (
    <>
      <AmountLine label={t('currentPrice')} value={index ?? undefined} decimalsMin={decimals} unit="USDT" />
      <Line label={t('countdown')} strong>
        <span role="timer" className={joined('figures', expiration === null && 'text-quiet')}>
          {expiration === null ? '--' : clockText(secondsLeft(expiration, now))}
        </span>
      </Line>
    </>
  )
}
