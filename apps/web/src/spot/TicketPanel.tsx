import type { SymbolView } from '@truemark/protocol/routes/market'
import { Button } from '@truemark/ui/primitives/Button'
import { useTranslations } from 'use-intl'
import { BarNotice, useBar } from '../eligibility/door.ts'
import { TicketFoot, TicketPlace, useFormFault, useMarketBar } from '../trade/door.ts'
import { ticketError } from './ticketErrors.ts'
import { TicketFields } from './TicketFields.tsx'
import { TicketFigures } from './TicketFigures.tsx'
import { summarizeTicket } from './ticketSummary.ts'
import type { TicketTerms } from './terms.ts'
import { useTicketContext, type Ticket } from './useTicket.ts'
import { useTicketAction } from './wording.ts'

interface TicketPanelProps {
  market: SymbolView
  ticket: Ticket
  /** Asks for the confirmation of what stands in the form. */
  onConfirm: () => void
}

/** The order ticket: what to do, what it comes to, and one button that says exactly what will happen. */
export function TicketPanel({ market, ticket, onConfirm }: TicketPanelProps) {
  if (ticket.terms === null) return <TicketPlace rows={['h-12', 'h-12', 'h-18', 'h-18', 'h-22', 'h-24', 'h-12']} />
  return <KnownTicket market={market} ticket={ticket} terms={ticket.terms} onConfirm={onConfirm} />
}

interface KnownTicketProps extends TicketPanelProps {
  terms: TicketTerms
}

function KnownTicket({ market, ticket, terms, onConfirm }: KnownTicketProps) {
  const t = useTranslations('spot')
  const faultText = useFormFault()
  const action = useTicketAction()
  const context = useTicketContext(terms)
  const { form } = ticket
  const summary = summarizeTicket(form, context)
  const error = ticketError(form, summary, context)
  const errorText = faultText(error, form.price)
  const barred = useMarketBar(market)
  const bar = useBar('spot')
  return (
    <div className="flex flex-col gap-4">
      <BarNotice product="spot" />
      <TicketFields ticket={ticket} terms={terms} context={context} error={error} errorText={errorText} />
      <TicketFigures form={form} terms={terms} summary={summary} />
      {barred !== null && <p className="text-14 text-warning">{barred}</p>}
      <TicketFoot market={market} note={t('confirmHouse')}>
        <Button
          kind={form.side === 'buy' ? 'up' : 'down'}
          wide
          disabled={bar !== null || barred !== null || summary === null || error !== null}
          onClick={onConfirm}
        >
          {action(form, terms)}
        </Button>
      </TicketFoot>
    </div>
  )
}
