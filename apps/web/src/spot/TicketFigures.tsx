import { useTranslations } from 'use-intl'
import { AmountLine } from '../parts/Line.tsx'
import { useFigure } from '../parts/useFigure.ts'
import type { TicketForm } from './ticketForm.ts'
import type { TicketSummary } from './ticketSummary.ts'
import type { TicketTerms } from './terms.ts'

interface TicketFiguresProps {
  form: TicketForm
  terms: TicketTerms
  summary: TicketSummary | null
}

/** What the order comes to, live: what is paid, the fee, what is received, by the engine's own functions. */
export function TicketFigures({ form, terms, summary }: TicketFiguresProps) {
  const t = useTranslations('spot')
  const figure = useFigure()
  if (form.waits) return <WaitingFigures form={form} terms={terms} summary={summary} />
  const limit = form.type === 'limit'
  const buys = form.side === 'buy'
  const feeCurrency = buys ? terms.base : terms.quote
  const scale = buys ? terms.baseScale : terms.quoteScale
  // All of them, so that figures of one currency stand on their decimal point.
  const decimals = { decimalsMin: scale, decimalsMax: scale }
  const paysLabel = limit ? t('atMost') : t('estimatedCost')
  // What fills at once does so at the book's prices, which may have moved by then: only a resting sell is certain.
  const certain = limit && (buys || summary?.preview.filledNow === 0)
  const receivesLabel = certain ? t('atLeast') : t('estimatedReceipt')
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-col gap-1.5 text-14">
        {!limit && (
          <AmountLine
            label={t('averagePrice')}
            value={summary?.average ?? undefined}
            unit={terms.quote}
            decimalsMax={terms.priceDecimals}
          />
        )}
        {buys ? (
          <AmountLine
            label={paysLabel}
            value={limit ? summary?.costMax : summary?.cost}
            unit={terms.quote}
            decimalsMax={terms.quoteScale}
          />
        ) : (
          <AmountLine label={t('total')} value={summary?.cost} unit={terms.quote} {...decimals} />
        )}
        <AmountLine label={t('estimatedFee')} value={summary?.fee} unit={feeCurrency} {...decimals} />
        <AmountLine label={receivesLabel} strong value={summary?.receive} unit={feeCurrency} {...decimals} />
      </dl>
      {summary !== null && summary.partly !== null && (
        <p className="text-12 text-warning">
          {t('partFillWarning', { filled: figure(summary.partly), quantity: figure(summary.quantity) })}
        </p>
      )}
    </div>
  )
}

/** What an order that waits locks meanwhile, and what it would come to at its limit or trigger. */
function WaitingFigures({ form, terms, summary }: TicketFiguresProps) {
  const t = useTranslations('spot')
  const buys = form.side === 'buy'
  const [held, heldScale] = buys ? [terms.quote, terms.quoteScale] : [terms.base, terms.baseScale]
  const [received, scale] = buys ? [terms.base, terms.baseScale] : [terms.quote, terms.quoteScale]
  const decimals = { decimalsMin: scale, decimalsMax: scale }
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <AmountLine label={t('heldMeanwhile')} value={summary?.costMax} unit={held} decimalsMax={heldScale} />
      <AmountLine label={t('estimatedFee')} value={summary?.fee} unit={received} {...decimals} />
      <AmountLine
        label={t(form.type === 'limit' ? 'atLeast' : 'estimatedReceipt')}
        strong
        value={summary?.receive}
        unit={received}
        {...decimals}
      />
    </dl>
  )
}
