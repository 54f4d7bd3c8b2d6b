import { formatDecimal } from '@truemark/core/money/decimal'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { AmountLine, Line } from '../parts/Line.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { distancePercent } from './liveFigures.ts'
import type { LotContext } from './lotContext.ts'
import type { LotForm } from './lotForm.ts'
import type { LotSummary } from './lotSummary.ts'
import { lotDecimals, priceText } from './lotTerms.ts'
import { shownLiquidation } from './liquidationShown.ts'

interface LotFiguresProps {
  form: LotForm
  context: LotContext
  summary: LotSummary | null
}

/** What the order comes to, live, by the engine's own functions: margin, fee, total, and where it would be liquidated. */
export function LotFigures({ form, context, summary }: LotFiguresProps) {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const figure = useFigure()
  const { terms, mark } = context
  const money = (units: bigint | undefined) =>
    units === undefined ? undefined : formatDecimal(units, terms.quoteScale)
  const liquidation = shownLiquidation(summary?.after ?? null, terms)
  const distance = mark === null ? null : distancePercent(liquidation, mark, terms.priceDecimals)
  // an entry worse than the mark is a loss at once, which the account must bear beside margin and fee
  const spread = summary === null ? 0n : summary.need - summary.margin - summary.fee
  const short = form.type === 'market' && summary?.ends === null && summary.filledNow < summary.lots
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-col gap-1.5 text-14">
        {form.type === 'market' && (
          <AmountLine
            label={t('entryAbout')}
            value={summary ? priceText(summary.entry, terms) : undefined}
            unit={terms.quote}
            decimalsMin={terms.priceDecimals}
            decimalsMax={terms.priceDecimals}
          />
        )}
        <AmountLine label={t('margin')} value={money(summary?.margin)} unit={terms.quote} decimalsMax={2} />
        <AmountLine label={spot('estimatedFee')} value={money(summary?.fee)} unit={terms.quote} decimalsMax={4} />
        {spread > 0n && (
          <AmountLine label={t('spreadToMark')} value={money(spread)} unit={terms.quote} decimalsMax={2} />
        )}
        <AmountLine label={t('need')} strong value={money(summary?.need)} unit={terms.quote} decimalsMax={2} />
        <Line label={t('liquidationPrice')} strong>
          {summary?.after && liquidation === null ? (
            t('liquidationNone')
          ) : (
            <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5">
              {distance !== null && (
                <span className="text-12 font-normal text-quiet">{t('away', { percent: figure(distance) })}</span>
              )}
              <Amount
                value={liquidation ?? undefined}
                unit={terms.quote}
                decimalsMin={terms.priceDecimals + 1}
                decimalsMax={terms.priceDecimals + 1}
                className="text-warning"
              />
            </span>
          )}
        </Line>
      </dl>
      {summary && <Ends summary={summary} />}
      {short && (
        <p className="text-12 text-warning">
          {spot('partFillWarning', {
            filled: figure(formatDecimal(summary.filledNow, lotDecimals)),
            quantity: figure(formatDecimal(summary.lots, lotDecimals)),
          })}
        </p>
      )}
    </div>
  )
}

/** What would end the order before all of it had filled, though the book has enough. */
function Ends({ summary: { ends, lots } }: { summary: LotSummary }) {
  const t = useTranslations('trade')
  const figure = useFigure()
  if (ends === null) return null
  const part = formatDecimal(ends.filled, lotDecimals)
  const values = { filled: figure(part), lots: figure(formatDecimal(lots, lotDecimals)) }
  return (
    <p className="text-12 text-warning">
      {t(ends.reason === 'margin_short' ? 'endsMarginShort' : 'endsCapReached', values)}
    </p>
  )
}
