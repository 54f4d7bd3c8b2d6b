import { usdtScale } from '@truemark/core/money/units'
import type { SymbolView } from '@truemark/protocol/routes/market'
import type { OptionTermsView, OptionType } from '@truemark/protocol/routes/option'
import { Button } from '@truemark/ui/primitives/Button'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useAvailable } from '../data/account.ts'
import { BarNotice, useBar } from '../eligibility/door.ts'
import { Available, FigureInput } from '../parts/FigureInput.tsx'
import { TextLink } from '../parts/TextLink.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { TicketFoot, TicketPlace, useMarketBar } from '../trade/door.ts'
import { Line } from '../parts/Line.tsx'
import { DurationCards } from './DurationCards.tsx'
import {
  amountError,
  type AmountError,
  bodyOf,
  chipsOf,
  modeOf,
  mostOf,
  type OptionForm,
  type TradeMode,
} from './ticketForm.ts'
import { gainFor, percentNeeded } from './figures.ts'

interface OptionTicketProps {
  market: SymbolView
  /** Undefined while they are fetched, null where the market has none. */
  terms: OptionTermsView | null | undefined
  form: OptionForm
  onChange: (form: OptionForm) => void
  /** Asks for the confirmation of what stands in the form, in this direction. */
  onConfirm: (type: OptionType) => void
}

/** The option ticket: how long, how much, what it can come to, and up or down. */
export function OptionTicket({ terms, ...props }: OptionTicketProps) {
  const t = useTranslations('option')
  if (terms === undefined) return <TicketPlace rows={['h-16', 'h-18', 'h-11', 'h-28', 'h-12']} />
  if (terms === null || !terms.on) return <p className="text-14 text-warning">{t('off')}</p>
  return <KnownTicket {...props} terms={terms} />
}

function KnownTicket({ market, terms, form, onChange, onConfirm }: OptionTicketProps & { terms: OptionTermsView }) {
  const t = useTranslations('option')
  const available = useAvailable('option', 'USDT')
  const mode = modeOf(terms, form)
  const barred = useMarketBar(market)
  const bar = useBar('option')
  const ready = bar === null && barred === null && bodyOf(market.symbol, terms, form, available) !== null
  return (
    <div className="flex flex-col gap-4">
      <BarNotice product="option" />
      <DurationCards
        modes={terms.trade_modes}
        value={mode?.trade_mode ?? 0}
        onChange={(tradeMode) => onChange({ ...form, tradeMode })}
      />
      <AmountField terms={terms} form={form} available={available} onChange={onChange} />
      {mode && <OptionFigures amount={form.amount} mode={mode} />}
      {barred !== null && <p className="text-14 text-warning">{barred}</p>}
      <TicketFoot
        market={market}
        note={`${t('entryRule', { after: terms.entry_after / 1_000, until: terms.entry_until / 1_000 })} ${t('house')}`}
      >
        <div className="grid grid-cols-2 gap-2">
          <Button kind="up" disabled={!ready} onClick={() => onConfirm('up')}>
            <ArrowUp aria-hidden="true" strokeWidth={1.5} className="size-5" />
            {t('up')}
          </Button>
          <Button kind="down" disabled={!ready} onClick={() => onConfirm('down')}>
            <ArrowDown aria-hidden="true" strokeWidth={1.5} className="size-5" />
            {t('down')}
          </Button>
        </div>
      </TicketFoot>
    </div>
  )
}

interface AmountFieldProps {
  terms: OptionTermsView
  form: OptionForm
  available: string | null
  onChange: (form: OptionForm) => void
}

function AmountField({ terms, form, available, onChange }: AmountFieldProps) {
  const t = useTranslations('option')
  const errorText = useAmountErrorText()
  const figure = useFigure()
  const error = amountError(terms, form.amount, available)
  const set = (amount: string) => onChange({ ...form, amount })
  return (
    <div className="flex flex-col gap-2">
      <FigureInput
        label={t('amount')}
        aside={<Available label={t('available')} value={available} unit="USDT" decimalsMax={2} />}
        value={form.amount}
        decimals={usdtScale}
        unit="USDT"
        hint={t('amountHint', { min: figure(terms.amount_min), max: figure(terms.amount_max) })}
        error={error === null ? undefined : errorText(error)}
        onValueChange={set}
      />
      <div className="flex flex-wrap gap-1.5">
        {chipsOf(terms).map((chip) => (
          <Chip key={chip} label={figure(chip)} chosen={form.amount === chip} onPress={() => set(chip)} />
        ))}
        {available !== null && (
          <Chip
            label={t('all')}
            chosen={form.amount !== '' && form.amount === mostOf(terms, available)}
            onPress={() => set(mostOf(terms, available))}
          />
        )}
      </div>
      {available !== null && !/[1-9]/.test(available) && <TextLink to="/fund/fundTransfer">{t('move')}</TextLink>}
    </div>
  )
}

function useAmountErrorText(): (error: AmountError) => string {
  const errors = useTranslations('errors')
  const notices = useTranslations('notices')
  const figure = useFigure()
  return ({ reason, params, isBelow }) => {
    const text = errors(reason, Object.fromEntries(Object.entries(params).map(([name, each]) => [name, figure(each)])))
    return isBelow ? `${notices('amountBelowMinimum')}. ${text}` : text
  }
}

function Chip({ label, chosen, onPress }: { label: string; chosen: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onPress}
      className="feedback figures min-h-11 min-w-fit flex-1 rounded-control bg-raised px-2.5 text-14 font-medium text-secondary hairline hover:text-text aria-pressed:bg-primary-soft aria-pressed:text-primary"
    >
      {label}
    </button>
  )
}

/** What an option can come to, risk first, and how often one must be right to come out even. */
function OptionFigures({ amount, mode }: { amount: string; mode: TradeMode }) {
  const t = useTranslations('option')
  const figure = useFigure()
  const gain = amount === '' ? null : gainFor(amount, mode.payout_rate)
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-col gap-1.5 text-14">
        <Line label={t('wrong')} strong>
          <span className={amount === '' ? '' : 'text-down'}>
            <Amount value={amount === '' ? undefined : `-${amount}`} unit="USDT" decimalsMin={0} signed />
          </span>
        </Line>
        <Line label={t('right')} strong>
          <span className={gain === null ? '' : 'text-up'}>
            <Amount value={gain ?? undefined} unit="USDT" decimalsMin={0} signed />
          </span>
        </Line>
        <Line label={t('same')}>{t('sameText')}</Line>
        <Line label={t('breakEven')}>
          <span className="figures">{t('percent', { percent: figure(percentNeeded(mode.break_even_rate)) })}</span>
        </Line>
      </dl>
      <p className="text-12 text-quiet">
        {t('breakEvenText', { percent: figure(percentNeeded(mode.break_even_rate)) })}
      </p>
    </div>
  )
}
