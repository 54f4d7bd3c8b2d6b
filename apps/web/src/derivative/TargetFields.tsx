import { stopBehindLiquidation } from '@truemark/core/derivative/stopBehind'
import type { Side } from '@truemark/protocol/routes/spot'
import { joined } from '@truemark/ui/primitives/joined'
import { useTranslations } from 'use-intl'
import { FigureInput } from '../parts/FigureInput.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { liquidationOnGrid } from './liquidationShown.ts'
import { fineText } from './lotSummary.ts'
import { priceText, type LotTerms } from './lotTerms.ts'
import { useMoneyText } from './wording.ts'
import { percentFrom, targetTicks, type Target, type TargetKind } from './target.ts'

interface TargetGiven {
  side: Side
  terms: LotTerms
  /** The opening price in tenths of a tick; null where none is known yet. */
  entry: number | null
  /** Where the position would be liquidated, at 10⁻⁴ of a tick; null for nowhere, or where it can't be said. */
  liquidationFine: bigint | null
  /** What closing at a price in ticks would realise; null where it can't be said. */
  profitAt: (ticks: number) => bigint | null
}

interface TargetFieldsProps extends TargetGiven {
  stopLoss: Target
  takeProfit: Target
  errorAt: (kind: TargetKind) => string | undefined
  onText: (kind: TargetKind, text: string) => void
  onTurn: (kind: TargetKind) => void
}

/** Stop-loss and take-profit, each as a price or as a percentage from the entry, with what closing there would bring. */
export function TargetFields(props: TargetFieldsProps) {
  const { errorAt, onText, onTurn, stopLoss, takeProfit, ...given } = props
  const field = (kind: TargetKind, target: Target) => (
    <TargetField
      kind={kind}
      target={target}
      {...given}
      error={errorAt(kind)}
      onText={(text) => onText(kind, text)}
      onTurn={() => onTurn(kind)}
    />
  )
  return (
    <div className="flex flex-col gap-3">
      {field('takeProfit', takeProfit)}
      {field('stopLoss', stopLoss)}
      <StopBehind ticks={targetTicks(stopLoss, 'stopLoss', given.side, given.entry, given.terms)} {...given} />
    </div>
  )
}

interface StopBehindProps extends Pick<TargetGiven, 'side' | 'terms' | 'liquidationFine'> {
  /** The stop-loss; null for none. */
  ticks: number | null
}

/** Warns of a stop-loss that the liquidation would come before. */
export function StopBehind({ ticks, side, terms, liquidationFine }: StopBehindProps) {
  const t = useTranslations('trade')
  const figure = useFigure()
  const behind =
    ticks !== null && ticks > 0 && stopBehindLiquidation(side === 'buy' ? 'long' : 'short', ticks, liquidationFine)
  return (
    // told as it comes, and not with each move of the market
    <output aria-atomic="false" aria-relevant="additions" className={behind ? undefined : 'sr-only'}>
      {behind && liquidationFine !== null && (
        <p className="rounded-control bg-warning-soft p-3 text-14 text-warning">
          {t('stopBehindLiquidation', {
            price: figure(liquidationOnGrid(fineText(liquidationFine, terms), side, terms)),
            quote: terms.quote,
          })}
        </p>
      )}
    </output>
  )
}

interface TargetFieldProps extends TargetGiven {
  kind: TargetKind
  target: Target
  error: string | undefined
  onText: (text: string) => void
  onTurn: () => void
}

function TargetField({ error, onText, onTurn, ...given }: TargetFieldProps) {
  const t = useTranslations('trade')
  const { kind, target, terms } = given
  return (
    <FigureInput
      label={t(kind)}
      value={target.text}
      decimals={target.by === 'price' ? terms.priceDecimals : 2}
      error={error}
      hint={<Outcome {...given} />}
      onValueChange={onText}
      after={
        <span className="flex shrink-0 pr-1">
          {(['price', 'percent'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === target.by}
              aria-label={`${t(kind)}: ${t(each === 'price' ? 'byPrice' : 'byPercent')}`}
              onClick={each === target.by ? undefined : onTurn}
              className={joined(
                'feedback min-h-11 min-w-11 rounded-control px-2 text-12 font-medium',
                each === target.by ? 'bg-overlay text-text hairline' : 'text-quiet hover:text-text',
              )}
            >
              {each === 'price' ? terms.quote : '%'}
            </button>
          ))}
        </span>
      }
    />
  )
}

/** The other way of saying the target, and what closing there would bring; what it is for while it is empty. */
function Outcome({
  kind,
  target,
  side,
  terms,
  entry,
  profitAt,
}: Omit<TargetFieldProps, 'error' | 'onText' | 'onTurn'>) {
  const t = useTranslations('trade')
  const figure = useFigure()
  const money = useMoneyText()
  const ticks = targetTicks(target, kind, side, entry, terms)
  if (ticks === null || ticks === 0 || entry === null) return t(`${kind}Explained`)
  const other =
    target.by === 'percent'
      ? t('atPrice', { price: figure(priceText(ticks * 10, terms)), quote: terms.quote })
      : t('fromEntry', { percent: figure(percentFrom(ticks, entry)) })
  const profit = profitAt(ticks)
  if (profit === null) return other
  const amount = money(profit < 0n ? -profit : profit, terms)
  return `${other} · ${t(profit < 0n ? 'losesAbout' : 'gainsAbout', { amount, quote: terms.quote })}`
}
