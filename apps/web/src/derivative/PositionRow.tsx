import { formatDecimal } from '@truemark/core/money/decimal'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { Change } from '@truemark/ui/primitives/Change'
import { joined } from '@truemark/ui/primitives/joined'
import { memo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { tradePaths } from '../trade/door.ts'
import { distancePercent, liveFigures } from './liveFigures.ts'
import { liquidationOnGrid } from './liquidationShown.ts'
import type { OpenPosition } from './openPosition.ts'
import { lotDecimals, priceText, tenthsOf, type LotTerms } from './lotTerms.ts'

export interface PositionRowProps {
  position: OpenPosition
  terms: LotTerms
  /** A decimal text; undefined where none is known. */
  mark: string | undefined
  /** What can be done: null where the account may not. */
  onProtect: (position: OpenPosition) => void
  onClose: (position: OpenPosition) => void
  /** Null for a cross position, which leans on the whole account. */
  onAddMargin: ((position: OpenPosition) => void) | null
}

/** An open position: what it is, its profit at the mark, how far it is from liquidation, and what can be done with it. */
export const PositionRow = memo(function PositionRow(props: PositionRowProps) {
  const { position, terms, mark } = props
  const tenths = tenthsOf(mark, terms)
  return (
    <li className="flex flex-col gap-3 px-4 py-3 hairline-b @3xl:grid @3xl:grid-cols-[minmax(0,1fr)_auto_auto] @3xl:items-center @3xl:gap-x-6 @3xl:gap-y-1">
      <div className="flex items-start justify-between gap-3 @3xl:contents">
        <Name position={position} terms={terms} />
        <Profit position={position} terms={terms} tenths={tenths} />
      </div>
      <Figures position={position} terms={terms} tenths={tenths} />
      <Actions {...props} />
    </li>
  )
})

interface PartProps {
  position: OpenPosition
  terms: LotTerms
  tenths: number | null
}

function Name({ position, terms }: Omit<PartProps, 'tenths'>) {
  const t = useTranslations('trade')
  const long = position.side === 'buy'
  const to = tradePaths[position.product === 'contract' ? 'contract' : 'eternal_contract']
  const id =
    position.product === 'contract' ? { id: position.id, game: 'contract' } : { id: position.id, game: 'position' }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="flex flex-wrap items-center gap-x-2">
        <Link to={to} params={{ symbol: position.symbol }} className="text-16 font-semibold @3xl:text-14">
          {terms.base}
          <span className="text-12 font-normal text-quiet"> /{terms.quote}</span>
        </Link>
        <Badge tone={long ? 'up' : 'down'}>
          {t(long ? 'longWord' : 'shortWord')} {position.multiple}×
        </Badge>
        {position.product === 'perpetual' && <Badge>{t(position.mode)}</Badge>}
      </span>
      <Link
        to="/market/trade/orderDetails"
        search={id}
        className="-my-2 inline-flex min-h-11 items-center self-start text-12 text-quiet underline decoration-line underline-offset-4 hover:text-text @3xl:my-0 @3xl:min-h-6"
      >
        {t('details')}
      </Link>
    </div>
  )
}

function Profit({ position, terms, tenths }: PartProps) {
  const t = useTranslations('trade')
  const live = tenths === null ? null : liveFigures(position, tenths, terms)
  const tone = live === null || live.profit === 0n ? 'text-secondary' : live.profit > 0n ? 'text-up' : 'text-down'
  return (
    <div className="flex flex-col items-end @3xl:order-2">
      <span className="text-12 text-quiet @3xl:hidden">{t('unrealized')}</span>
      <Amount
        value={live ? formatDecimal(live.profit, terms.quoteScale) : undefined}
        unit={terms.quote}
        decimalsMin={2}
        decimalsMax={2}
        signed
        className={joined('text-20 font-semibold @3xl:text-14', tone)}
      />
      <Change value={live?.returnPercent} className="text-12" />
    </div>
  )
}

function Figures({ position, terms, tenths }: PartProps) {
  const t = useTranslations('trade')
  const price = { decimalsMin: terms.priceDecimals, decimalsMax: terms.priceDecimals }
  const { stopLoss, takeProfit } = position
  return (
    <div className="flex flex-col gap-2 @3xl:order-4 @3xl:col-span-3 @3xl:grid @3xl:grid-cols-[minmax(0,1fr)_14rem] @3xl:items-center @3xl:gap-x-6">
      <dl className="grid grid-cols-3 gap-x-3 gap-y-2 @3xl:grid-cols-6">
        <Figure label={t('lots')}>
          <Amount value={formatDecimal(position.lots, lotDecimals)} decimalsMin={2} decimalsMax={2} />
        </Figure>
        <Figure label={t('entry')}>
          <Amount value={position.entryPrice ?? undefined} {...price} />
        </Figure>
        <Figure label={t('mark')} end>
          <Amount value={tenths === null ? undefined : priceText(tenths, terms)} {...price} />
        </Figure>
        <Figure label={t('margin')}>
          <Amount value={formatDecimal(position.margin, terms.quoteScale)} decimalsMax={2} />
        </Figure>
        <Figure label={t('protect')}>
          <span className="flex flex-wrap gap-x-1.5">
            <Amount
              value={takeProfit ?? undefined}
              decimalsMin={0}
              className={takeProfit === null ? 'text-quiet' : 'text-up'}
            />
            <span className="text-quiet">/</span>
            <Amount
              value={stopLoss ?? undefined}
              decimalsMin={0}
              className={stopLoss === null ? 'text-quiet' : 'text-down'}
            />
          </span>
        </Figure>
        <Figure label={t('liquidation')} end>
          <Liquidation position={position} terms={terms} tenths={tenths} />
        </Figure>
      </dl>
      <DistanceBar position={position} terms={terms} tenths={tenths} />
    </div>
  )
}

function Liquidation({ position, terms, tenths }: PartProps) {
  const t = useTranslations('trade')
  if (position.liquidationPrice === null) return <span className="text-secondary">{t('liquidationNone')}</span>
  return (
    <Amount
      value={liquidationOnGrid(position.liquidationPrice, position.side, terms)}
      decimalsMin={terms.priceDecimals + 1}
      decimalsMax={terms.priceDecimals + 1}
      className={isNear(position, terms, tenths) ? 'text-danger' : 'text-warning'}
    />
  )
}

const nearPercent = 20

/** How much of the way from the entry to the liquidation price is still left, in whole percent, 0 to 100. */
function wayLeft({ position, terms, tenths }: PartProps): number | null {
  const liquidation = tenthsOf(position.liquidationPrice, terms)
  const entry = tenthsOf(position.entryPrice, terms)
  if (liquidation === null || entry === null || tenths === null || entry === liquidation) return null
  const left = ((tenths - liquidation) * 100) / (entry - liquidation)
  return Math.round(Math.min(100, Math.max(0, left)))
}

function isNear(position: OpenPosition, terms: LotTerms, tenths: number | null): boolean {
  const left = wayLeft({ position, terms, tenths })
  return left !== null && left <= nearPercent
}

function DistanceBar(props: PartProps) {
  const t = useTranslations('trade')
  const figure = useFigure()
  const { position, terms, tenths } = props
  const left = wayLeft(props)
  const distance = tenths === null ? null : distancePercent(position.liquidationPrice, tenths, terms.priceDecimals)
  if (left === null || distance === null) return null
  const near = left <= nearPercent
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden="true" className="relative h-1 flex-1 overflow-hidden rounded-full bg-raised">
        <span
          className={joined('absolute inset-0 origin-left', near ? 'bg-danger' : left < 60 ? 'bg-warning' : 'bg-quiet')}
          style={{ transform: `scaleX(${left / 100})` }}
        />
      </span>
      <span className={joined('figures text-12', near ? 'text-danger' : 'text-quiet')}>
        {t('toLiquidation', { percent: figure(distance) })}
      </span>
    </div>
  )
}

function Actions({ position, onProtect, onClose, onAddMargin }: PositionRowProps) {
  const t = useTranslations('trade')
  const about = `${position.symbol} ${position.side === 'buy' ? t('longWord') : t('shortWord')}`
  const look = 'min-w-0 flex-auto px-1 @3xl:flex-none @3xl:px-3.5 @3xl:whitespace-nowrap'
  return (
    <div className="flex gap-2 @3xl:order-3">
      <Button
        kind="secondary"
        compact
        className={look}
        aria-label={`${t('protect')}: ${about}`}
        onClick={() => onProtect(position)}
      >
        {t('protect')}
      </Button>
      {onAddMargin && (
        <Button
          kind="secondary"
          compact
          className={look}
          aria-label={`${t('addMargin')}: ${about}`}
          onClick={() => onAddMargin(position)}
        >
          {t('addMargin')}
        </Button>
      )}
      <Button
        kind="secondary"
        compact
        className={look}
        aria-label={`${t('close')}: ${about}`}
        onClick={() => onClose(position)}
      >
        {t('close')}
      </Button>
    </div>
  )
}

/** A label over its figure. */
function Figure({ label, end = false, children }: { label: string; end?: boolean; children: ReactNode }) {
  return (
    <div className={joined('flex min-w-0 flex-col', end && 'items-end text-right @3xl:items-start @3xl:text-left')}>
      <dt className="text-12 text-quiet">{label}</dt>
      <dd className="text-14">{children}</dd>
    </div>
  )
}
