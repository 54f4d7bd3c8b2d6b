import type { SymbolView } from '@truemark/protocol/routes/market'
import { Button } from '@truemark/ui/primitives/Button'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { BarNotice, useBar } from '../eligibility/door.ts'
import { TicketFoot, TicketPlace, useFormFault } from '../trade/door.ts'
import type { LotContext } from './lotContext.ts'
import { lotError } from './lotErrors.ts'
import { BracketNotice } from './BracketNotice.tsx'
import { LotFields } from './LotFields.tsx'
import { LotFigures } from './LotFigures.tsx'
import { summarizeLots } from './lotSummary.ts'
import { StressTest } from './StressTest.tsx'
import { useLotContext } from './useLotContext.ts'
import type { LotTicket } from './useLotTicket.ts'
import { barredBy, type Stopped } from './useStopped.ts'
import { useLotAction } from './wording.ts'

interface LotTicketPanelProps {
  market: SymbolView
  ticket: LotTicket
  /** The way to mode and multiple, above the rest. */
  setting: ReactNode
  /** Leads to the moving of funds into the account. */
  onFund: () => void
  /** Why no new position can be opened here; the rest goes on working. */
  stopped: Stopped | null
  /** Asks for the confirmation of what stands in the form. */
  onConfirm: () => void
}

/** The form of a contract or a perpetual: what to do, what it comes to, and one button that says what will happen. */
export function LotTicketPanel({ ticket, ...props }: LotTicketPanelProps) {
  const context = useLotContext(ticket)
  return context === null ? (
    <TicketPlace rows={['h-12', 'h-12', 'h-12', 'h-18', 'h-18', 'h-12', 'h-40', 'h-12']} />
  ) : (
    <KnownPanel {...props} ticket={ticket} context={context} />
  )
}

function KnownPanel(props: LotTicketPanelProps & { context: LotContext }) {
  const { market, ticket, context, setting, stopped, onFund, onConfirm } = props
  const spot = useTranslations('spot')
  const faultText = useFormFault()
  const action = useLotAction()
  const { form } = ticket
  const summary = summarizeLots(form, context)
  const fault = lotError(form, summary, context)
  const barred = barredBy(stopped, form)
  // what the whole form is barred by is said above its button
  const error = barred !== null && fault?.reason === 'position_undecided' ? null : fault
  const bar = useBar(context.product)
  // who may open nothing here may still reduce what is open
  const opens = bar !== null && !form.reduceOnly
  return (
    <div className="flex flex-col gap-4">
      <BarNotice product={context.product} />
      {setting}
      {bar === null && context.usable === 0n && <EmptyAccount onFund={onFund} />}
      <LotFields ticket={ticket} context={context} error={error} errorText={faultText(error, form.price)} />
      <LotFigures form={form} context={context} summary={summary} />
      <BracketNotice form={form} context={context} />
      {summary?.after && <StressTest after={summary.after} fee={summary.fee} context={context} />}
      {barred !== null && <p className="text-14 text-warning">{barred}</p>}
      <TicketFoot market={market} note={spot('confirmHouse')}>
        <Button
          kind={form.side === 'buy' ? 'up' : 'down'}
          wide
          disabled={opens || barred !== null || summary === null || error !== null}
          onClick={onConfirm}
        >
          {action(form, context)}
        </Button>
      </TicketFoot>
    </div>
  )
}

/** Says that there is nothing to trade with yet, and leads to what mends it. */
function EmptyAccount({ onFund }: { onFund: () => void }) {
  const t = useTranslations('trade.transfer')
  return (
    <div className="flex items-center justify-between gap-3 rounded-control bg-info-soft py-1 pr-1 pl-3.5 text-14">
      <span className="py-1.5 text-info">{t('needed')}</span>
      <Button kind="quiet" compact className="shrink-0 px-3" onClick={onFund}>
        {t('start')}
      </Button>
    </div>
  )
}
