import { isReason, paramsOf } from '@truemark/protocol/errors'
import { conditionalEndWords, type SpotConditional } from '@truemark/protocol/routes/spotConditional'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { joined } from '@truemark/ui/primitives/joined'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useMarket } from '../data/markets.ts'
import { orderNameId } from '../parts/orderNameId.ts'
import { percentOf } from '../parts/percentOf.ts'
import { useFigure } from '../parts/useFigure.ts'
import { RowFigure } from '../parts/RowFigure.tsx'
import { useDateTime } from '../i18n/door.ts'
import { conditionalPair } from './pair.ts'

interface ConditionalRowProps {
  one: SpotConditional
  /** What can be done with it, at the end. */
  actions?: ReactNode
}

/** An order that waits for a price, or is done with waiting; a press on one that was triggered opens its order. */
export function ConditionalRow({ one, actions }: ConditionalRowProps) {
  const reason = useEndReason()(one)
  const pair = conditionalPair(one)
  return (
    <li className="feedback relative grid grid-cols-3 items-center gap-x-3 gap-y-2 px-4 py-3 hairline-b hover:bg-raised @3xl:grid-cols-[minmax(10rem,1.4fr)_1fr_1.2fr_1fr_minmax(5.5rem,1fr)_auto] @3xl:py-1.5">
      <Name one={one} pair={pair} />
      <State one={one} />
      <Figures one={one} pair={pair} />
      {one.other !== null && <Other other={one.other} symbol={one.symbol} />}
      {one.trail !== null && <Trail one={one} trail={one.trail} />}
      {reason !== null && <p className="col-span-3 text-12 text-quiet @3xl:order-6 @3xl:col-span-full">{reason}</p>}
      {actions !== undefined && (
        <div className="relative z-10 col-span-3 flex justify-end gap-2 @3xl:order-5 @3xl:col-span-1">{actions}</div>
      )}
    </li>
  )
}

/** Why one ended without becoming an order; null where it did not. */
function useEndReason(): (one: SpotConditional) => string | null {
  const t = useTranslations('spot.reason')
  const errors = useTranslations('errors')
  return ({ reason, refusal }) => {
    const word = conditionalEndWords.find((each) => each === reason)
    if (word === undefined) return null
    // a text that names figures cannot be written: those of then are not known
    const isPlain = isReason(refusal) && Object.keys(paramsOf(refusal)).length === 0
    return isPlain ? `${t(word)}: ${errors(refusal)}` : t(word)
  }
}

function Name({ one, pair }: { one: SpotConditional; pair: string }) {
  const t = useTranslations('spot')
  const dateTime = useDateTime()
  const [base = '', quote = ''] = pair.split('/')
  const name = (
    <>
      {base}
      <span className="text-12 font-normal text-quiet"> /{quote}</span>
    </>
  )
  return (
    <div className="col-span-2 flex min-w-0 flex-col @3xl:col-span-1">
      <span id={orderNameId(one.order_id)} className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-16 font-semibold @3xl:text-14">
          {one.status === 'triggered' ? (
            <Link
              to="/market/trade/orderDetails"
              search={{ id: one.order_id }}
              className="-outline-offset-2 after:absolute after:inset-0"
            >
              {name}
            </Link>
          ) : (
            name
          )}
        </span>
        <span className={joined('text-12 font-medium', one.side === 'buy' ? 'text-up' : 'text-down')}>
          {t(one.side)} · {t(one.type)}
        </span>
      </span>
      <span className="figures text-12 text-quiet">{dateTime(one.time)}</span>
    </div>
  )
}

const states = { waiting: 'statusWaiting', triggered: 'statusTriggered', canceled: 'statusCanceled' } as const

function State({ one: { status, simulated } }: { one: SpotConditional }) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.label')
  return (
    <div className="flex flex-col items-end gap-1 text-right text-12 @3xl:order-4">
      <span className={status === 'waiting' ? 'text-text' : 'text-secondary'}>{t(states[status])}</span>
      {simulated && <Badge tone="info">{shell('simulated')}</Badge>}
    </div>
  )
}

function Figures({ one, pair }: { one: SpotConditional; pair: string }) {
  const t = useTranslations('spot')
  const decimalsMin = useMarket(one.symbol)?.price_decimals ?? 0
  const [base, quote] = pair.split('/')
  return (
    <>
      <RowFigure label={t('triggerPrice')}>
        <span className="text-quiet">{one.trigger_when === 'at_or_below' ? '≤ ' : '≥ '}</span>
        <Amount value={one.trigger_price} decimalsMin={decimalsMin} />
      </RowFigure>
      <RowFigure label={t('price')}>
        {one.price === null ? t('market') : <Amount value={one.price} decimalsMin={decimalsMin} />}
      </RowFigure>
      <RowFigure label={t(one.quantity === null ? 'budget' : 'quantity')} end>
        <Amount
          value={one.quantity ?? one.budget ?? undefined}
          decimalsMin={0}
          unit={one.quantity === null ? quote : base}
        />
      </RowFigure>
    </>
  )
}

/** The second price of a pair, and what is placed there instead. */
function Other({ other, symbol }: { other: NonNullable<SpotConditional['other']>; symbol: string }) {
  const t = useTranslations('spot')
  const decimalsMin = useMarket(symbol)?.price_decimals ?? 0
  return (
    <p className="col-span-3 text-12 text-quiet @3xl:order-6 @3xl:col-span-full">
      {t('orElse')} {other.trigger_when === 'at_or_below' ? '≤ ' : '≥ '}
      <Amount value={other.trigger_price} decimalsMin={decimalsMin} /> · {t(other.type)}
      {other.price !== null && (
        <>
          {' '}
          <Amount value={other.price} decimalsMin={decimalsMin} />
        </>
      )}
    </p>
  )
}

/** How far behind the index its price follows, and how far it has seen it. */
function Trail({ one, trail }: { one: SpotConditional; trail: NonNullable<SpotConditional['trail']> }) {
  const t = useTranslations('spot')
  const figure = useFigure()
  const decimalsMin = useMarket(one.symbol)?.price_decimals ?? 0
  const percent = figure(percentOf(trail.rate))
  return (
    <p className="col-span-3 text-12 text-quiet @3xl:order-6 @3xl:col-span-full">
      {t(one.side === 'sell' ? 'trailBelow' : 'trailAbove', { percent })}{' '}
      <Amount value={trail.extreme_price} decimalsMin={decimalsMin} />
    </p>
  )
}
