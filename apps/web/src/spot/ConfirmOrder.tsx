import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SymbolView } from '@truemark/protocol/routes/market'
import { spotOrderPlace, type SpotOrder } from '@truemark/protocol/routes/spot'
import { spotConditionalPlace, spotTrailingPlace } from '@truemark/protocol/routes/spotConditional'
import { useTranslations } from 'use-intl'
import { takeConditional, takeOrder } from '../data/account.ts'
import { call } from '../data/api.ts'
import { AmountLine, Line } from '../parts/Line.tsx'
import { withoutAnswer } from '../parts/lostAnswer.ts'
import { useFigure } from '../parts/useFigure.ts'
import { ConfirmSheet, useMarketBar, useTellPlaced } from '../trade/door.ts'
import { useOrderState } from './orderText.ts'
import { ordersKey } from './ordersQuery.ts'
import { pairOf } from './pair.ts'
import { TicketFigures } from './TicketFigures.tsx'
import { summarizeTicket, type TicketSummary } from './ticketSummary.ts'
import type { TicketTerms } from './terms.ts'
import type { TicketForm } from './ticketForm.ts'
import { useTicketContext, type Ticket } from './useTicket.ts'
import { useTicketAction, useTicketSentence } from './wording.ts'

interface ConfirmOrderProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  market: SymbolView
  ticket: Ticket
  /** After the order has been accepted. */
  onPlaced: () => void
}

/** The confirmation of what stands in the ticket. */
export function ConfirmOrder({ ticket, ...props }: ConfirmOrderProps) {
  return ticket.terms === null ? null : <Confirmation {...props} ticket={ticket} terms={ticket.terms} />
}

/** Repeats what matters in plain words; one button sends exactly what is shown. */
function Confirmation(props: ConfirmOrderProps & { terms: TicketTerms }) {
  const { open, onOpenChange, market, ticket, terms, onPlaced } = props
  const t = useTranslations('spot')
  const sentence = useTicketSentence()
  const action = useTicketAction()
  const barred = useMarketBar(market)
  const place = usePlaceOrder(() => {
    ticket.act({ type: 'placed' })
    onOpenChange(false)
    onPlaced()
  })
  const context = useTicketContext(terms)
  const { form, summary } = withoutAnswer(place) ?? {
    form: ticket.form,
    summary: summarizeTicket(ticket.form, context),
  }
  return (
    <ConfirmSheet
      open={open && summary !== null}
      onOpenChange={onOpenChange}
      sentence={sentence(form, terms)}
      kind={form.side === 'buy' ? 'up' : 'down'}
      submit={action(form, terms)}
      barred={barred}
      place={place}
      onSubmit={() => summary !== null && place.mutate({ form, summary })}
    >
      <dl className="flex flex-col gap-1.5 text-14">
        <Line label={t('pair')}>
          {market.base}/{market.quote}
        </Line>
        {form.type === 'limit' && (
          <>
            <AmountLine label={t('price')} value={form.price} unit={terms.quote} decimalsMin={terms.priceDecimals} />
            {!form.waits && <Line label={t('validity')}>{t(form.timeInForce)}</Line>}
          </>
        )}
      </dl>
      <TicketFigures form={form} terms={terms} summary={summary} />
      <p className="text-12 text-quiet">
        {form.waits && t('confirmConditional')} {t('confirmFee')} {t('confirmHouse')}
      </p>
    </ConfirmSheet>
  )
}

/** What has been confirmed: the form as it was shown, and what it came to. */
interface ConfirmedTicket {
  readonly form: TicketForm
  readonly summary: TicketSummary
}

function usePlaceOrder(onPlaced: () => void) {
  const t = useTranslations()
  const figure = useFigure()
  const queries = useQueryClient()
  const tellPlaced = useTellPlaced()
  const stateOf = useOrderState()
  const tell = (order: SpotOrder) => {
    takeOrder(order)
    void queries.invalidateQueries({ queryKey: ordersKey })
    const { average_price: average, status } = order
    const part = average === null ? t('notices.orderCreated') : t('spot.orderPartlyFilled')
    const done = status === 'filled' ? t('spot.orderFilled') : part
    const [base = '', quote = ''] = pairOf(order).split('/')
    const filled = average === null ? null : `${figure(order.filled)} ${base} · ${figure(average)} ${quote}`
    tellPlaced({ title: done, filled, canceled: status === 'canceled', reason: stateOf(order).reason })
    onPlaced()
  }
  return useMutation({
    mutationFn: async ({ summary: { body, trailing, waiting } }: ConfirmedTicket) => {
      if (body !== null) return tell(await call(spotOrderPlace, { body }))
      if (waiting !== null) takeConditional(await call(spotConditionalPlace, { body: waiting }))
      else if (trailing !== null) takeConditional(await call(spotTrailingPlace, { body: trailing }))
      else return
      tellPlaced({ title: t('spot.conditionalPlaced'), filled: null, canceled: false, reason: null })
      onPlaced()
    },
  })
}
