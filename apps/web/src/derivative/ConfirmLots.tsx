import type { UseMutationResult } from '@tanstack/react-query'
import { formatDecimal } from '@truemark/core/money/decimal'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { AmountLine, Line } from '../parts/Line.tsx'
import { withoutAnswer } from '../parts/lostAnswer.ts'
import { useFigure } from '../parts/useFigure.ts'
import { ConfirmSheet } from '../trade/door.ts'
import { BracketNotice } from './BracketNotice.tsx'
import type { LotContext } from './lotContext.ts'
import { LotFigures } from './LotFigures.tsx'
import type { LotForm } from './lotForm.ts'
import { summarizeLots, type LotSummary } from './lotSummary.ts'
import { priceText } from './lotTerms.ts'
import { StopBehind } from './TargetFields.tsx'
import { useLotContext } from './useLotContext.ts'
import { barredBy, type Stopped } from './useStopped.ts'
import type { LotTicket } from './useLotTicket.ts'
import { shownLiquidation } from './liquidationShown.ts'
import { useLotAction, useLotSentence, useMoneyText } from './wording.ts'

/** What has been confirmed: the form as it was shown. */
export interface ConfirmedLots {
  readonly form: LotForm
  readonly context: LotContext
}

interface ConfirmLotsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  ticket: LotTicket
  /** Why no new position can be opened here now. */
  stopped: Stopped | null
  /** Sends exactly what is shown. */
  place: UseMutationResult<unknown, Error, ConfirmedLots>
}

/** Repeats what matters in plain words: the order, margin, fee and total, and what happens at the liquidation price. */
export function ConfirmLots(props: ConfirmLotsProps) {
  const [shown, setShown] = useState(false)
  if (props.open && !shown) setShown(true)
  // Figures move only while it is open; it stays for as long as it takes to go away.
  useEffect(() => {
    if (props.open || !shown) return undefined
    const timer = setTimeout(() => setShown(false), leavingMs)
    return () => clearTimeout(timer)
  }, [props.open, shown])
  return shown ? <KnownConfirmation {...props} /> : null
}

const leavingMs = 400

function KnownConfirmation(props: ConfirmLotsProps) {
  const context = useLotContext(props.ticket)
  return context && <Confirmation {...props} context={context} />
}

function Confirmation(props: ConfirmLotsProps & { context: LotContext }) {
  const { open, onOpenChange, ticket, stopped, place } = props
  const { form, context } = withoutAnswer(place) ?? { form: ticket.form, context: props.context }
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const sentence = useLotSentence()
  const action = useLotAction()
  const summary = summarizeLots(form, context)
  return (
    <ConfirmSheet
      open={open && summary !== null}
      onOpenChange={onOpenChange}
      sentence={sentence(form, context)}
      kind={form.side === 'buy' ? 'up' : 'down'}
      submit={action(form, context)}
      barred={barredBy(stopped, form)}
      place={place}
      onSubmit={() => place.mutate({ form, context })}
    >
      <dl className="flex flex-col gap-1.5 text-14">
        <Line label={t('marginMode')}>{t(context.mode)}</Line>
        <AmountLine
          label={t('worth')}
          value={summary ? formatDecimal(summary.worth, context.terms.quoteScale) : undefined}
          unit={context.terms.quote}
          decimalsMax={2}
        />
        {form.type === 'limit' && <Line label={spot('validity')}>{spot(form.timeInForce)}</Line>}
        {summary?.takeProfit && <Target kind="takeProfit" summary={summary} context={context} />}
        {summary?.stopLoss && <Target kind="stopLoss" summary={summary} context={context} />}
      </dl>
      <LotFigures form={form} context={context} summary={summary} />
      <BracketNotice form={form} context={context} />
      {summary && (
        <StopBehind
          ticks={summary.stopLoss?.ticks ?? null}
          side={form.side}
          terms={context.terms}
          liquidationFine={summary.after?.liquidationFine ?? null}
        />
      )}
      {summary && <Consequence form={form} context={context} summary={summary} />}
    </ConfirmSheet>
  )
}

function Target({ kind, summary, context: { terms } }: TargetLineProps) {
  const t = useTranslations('trade')
  const target = summary[kind]
  if (target === null) return null
  return (
    <Line label={t(kind)}>
      <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
        <Amount
          value={formatDecimal(target.profit, terms.quoteScale)}
          signed
          decimalsMax={2}
          className={target.profit < 0n ? 'text-down' : 'text-up'}
        />
        <Amount value={priceText(target.ticks * 10, terms)} unit={terms.quote} decimalsMin={terms.priceDecimals} />
      </span>
    </Line>
  )
}

interface TargetLineProps {
  kind: 'stopLoss' | 'takeProfit'
  summary: LotSummary
  context: LotContext
}

/** What can come of it, before it is sent. */
function Consequence({ form, context, summary }: { form: LotForm; context: LotContext; summary: LotSummary }) {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const figure = useFigure()
  const money = useMoneyText()
  const { terms, mode } = context
  const liquidation = shownLiquidation(summary.after, terms)
  const values = {
    price: liquidation === null ? '' : figure(liquidation),
    quote: terms.quote,
    margin: money(summary.after?.margin ?? 0n, terms),
  }
  return (
    <div className="flex flex-col gap-2 text-14 text-secondary">
      {liquidation !== null && !form.reduceOnly && (
        <p className="rounded-control bg-warning-soft p-3 text-warning">
          {t(mode === 'cross' ? 'consequenceCross' : 'consequenceIsolated', values)}
        </p>
      )}
      <p className="text-12 text-quiet">
        {t('consequenceFee')} {form.type === 'market' && t('consequenceMarket')} {form.protects && t('consequenceGap')}{' '}
        {spot('confirmHouse')}
      </p>
    </div>
  )
}
