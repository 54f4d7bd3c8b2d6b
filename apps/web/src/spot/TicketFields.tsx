import { PercentSlider } from '@truemark/ui/primitives/PercentSlider'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Select } from '@truemark/ui/primitives/Select'
import { Switch } from '@truemark/ui/primitives/Switch'
import { timeInForce } from '@truemark/protocol/routes/spot'
import { formatDecimal } from '@truemark/core/money/decimal'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { FigureInput } from '../parts/FigureInput.tsx'
import { shareOf } from './share.ts'
import { byBudget, distanceDecimals, isPair, type TicketContext } from './ticketForm.ts'
import type { TicketError } from './ticketErrors.ts'
import type { Ticket } from './useTicket.ts'
import type { TicketTerms } from './terms.ts'

interface TicketFieldsProps {
  ticket: Ticket
  terms: TicketTerms
  context: TicketContext
  error: TicketError | null
  errorText: string | undefined
}

/** What one fills in: side, kind, the price that is waited for, price, quantity or budget, share, validity. */
export function TicketFields({ ticket, terms, context, error, errorText }: TicketFieldsProps) {
  const t = useTranslations('spot')
  const { form, act } = ticket
  const errorAt = (field: TicketError['field']) => (error?.field === field ? errorText : undefined)
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label={t('side')}
        value={form.side}
        items={[
          { value: 'buy', label: t('buy'), tone: 'up' },
          { value: 'sell', label: t('sell'), tone: 'down' },
        ]}
        onValueChange={(side) => act({ type: 'side', side })}
      />
      <Segmented
        label={t('orderType')}
        value={form.waits ? 'conditional' : form.type}
        items={[
          { value: 'limit', label: t('limit') },
          { value: 'market', label: t('market') },
          { value: 'conditional', label: t('conditional') },
        ]}
        onValueChange={(to) => {
          act({ type: 'waits', to: to === 'conditional' })
          if (to !== 'conditional') act({ type: 'type', to })
        }}
      />
      {form.waits && <FollowSwitch ticket={ticket} />}
      {form.waits && form.follows && <DistanceField ticket={ticket} error={errorAt('distance')} />}
      {form.waits && !form.follows && <TriggerFields ticket={ticket} terms={terms} error={errorAt('trigger')} />}
      {form.type === 'limit' && <PriceField ticket={ticket} terms={terms} error={errorAt('price')} />}
      {form.waits && !form.follows && !byBudget(form) && <PairFields ticket={ticket} terms={terms} errorAt={errorAt} />}
      <SizeField
        ticket={ticket}
        terms={terms}
        context={context}
        error={errorAt(byBudget(form) ? 'budget' : 'quantity')}
      />
      <PercentSlider
        label={t('share')}
        value={form.share ?? shareOf(form, context)}
        tone={form.side === 'buy' ? 'up' : 'down'}
        disabled={context.available === null}
        onValueChange={(percent) => act({ type: 'share', percent })}
      />
      {form.type === 'limit' && !form.waits && (
        <Select
          label={t('validity')}
          value={form.timeInForce}
          options={timeInForce.options.map((value) => ({ value, label: t(value) }))}
          hint={t(`${form.timeInForce}Explained`)}
          onValueChange={(to) => act({ type: 'timeInForce', to })}
        />
      )}
    </div>
  )
}

interface FieldProps {
  ticket: Ticket
  terms: TicketTerms
  error: string | undefined
}

function PriceField({ ticket: { form, act }, terms, error }: FieldProps) {
  const t = useTranslations('spot')
  return (
    <FigureInput
      name="price"
      steps
      label={t('price')}
      value={form.price}
      decimals={terms.priceDecimals}
      unit={terms.quote}
      error={error}
      onValueChange={(text) => act({ type: 'price', text })}
    />
  )
}

interface ChoiceProps {
  label: string
  explained: string
  checked: boolean
  onCheckedChange: (to: boolean) => void
}

function Choice({ label, explained, checked, onCheckedChange }: ChoiceProps) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="flex min-w-0 flex-col">
        <span className="text-14 text-secondary">{label}</span>
        <span className="text-12 text-quiet">{explained}</span>
      </span>
      <Switch label={label} checked={checked} onCheckedChange={onCheckedChange} />
    </div>
  )
}

function FollowSwitch({ ticket: { form, act } }: Pick<FieldProps, 'ticket'>) {
  const t = useTranslations('spot')
  return (
    <Choice
      label={t('follows')}
      explained={t('followsExplained')}
      checked={form.follows}
      onCheckedChange={(to) => act({ type: 'follows', to })}
    />
  )
}

/** How far behind the index, in per cent; then the market is taken. */
function DistanceField({ ticket: { form, act }, error }: Omit<FieldProps, 'terms'>) {
  const t = useTranslations('spot')
  return (
    <FigureInput
      label={t('distance')}
      value={form.distance}
      decimals={distanceDecimals}
      unit="%"
      hint={t(form.side === 'sell' ? 'distanceBelow' : 'distanceAbove')}
      error={error}
      onValueChange={(text) => act({ type: 'distance', text })}
    />
  )
}

/** The price that is waited for, from which side the index comes, and what is placed then. */
function TriggerFields({ ticket: { form, act }, terms, error }: FieldProps) {
  const t = useTranslations('spot')
  return (
    <>
      <FigureInput
        label={t('triggerPrice')}
        value={form.trigger}
        decimals={terms.priceDecimals}
        unit={terms.quote}
        hint={form.trigger === '' ? t('triggerExplained') : t(form.when)}
        error={error}
        onValueChange={(text) => act({ type: 'trigger', text })}
      />
      <Segmented
        label={t('becomes')}
        value={form.type}
        items={[
          { value: 'limit', label: t('thenLimit') },
          { value: 'market', label: t('thenMarket') },
        ]}
        onValueChange={(to) => act({ type: 'type', to })}
      />
    </>
  )
}

interface PairFieldsProps extends Omit<FieldProps, 'error'> {
  errorAt: (field: TicketError['field']) => string | undefined
}

/** Whether a second price is waited for, from the other side, and the limit that is placed there instead. */
function PairFields({ ticket: { form, act }, terms, errorAt }: PairFieldsProps) {
  const t = useTranslations('spot')
  return (
    <>
      <Choice
        label={t('pairToo')}
        explained={t('pairExplained')}
        checked={form.pair}
        onCheckedChange={(to) => act({ type: 'pair', to })}
      />
      {isPair(form) && (
        <>
          <FigureInput
            label={t('otherTrigger')}
            value={form.otherTrigger}
            decimals={terms.priceDecimals}
            unit={terms.quote}
            hint={t(form.when === 'at_or_below' ? 'at_or_above' : 'at_or_below')}
            error={errorAt('otherTrigger')}
            onValueChange={(text) => act({ type: 'otherTrigger', text })}
          />
          <FigureInput
            label={t('otherPrice')}
            value={form.otherPrice}
            decimals={terms.priceDecimals}
            unit={terms.quote}
            error={errorAt('otherPrice')}
            onValueChange={(text) => act({ type: 'otherPrice', text })}
          />
        </>
      )}
    </>
  )
}

function SizeField({ ticket: { form, act }, terms, context, error }: FieldProps & { context: TicketContext }) {
  const t = useTranslations('spot')
  const budget = byBudget(form)
  const buys = form.side === 'buy'
  const available = context.available
  const aside = (
    <span className="inline-flex items-baseline gap-1.5">
      {t('available')}
      <Amount
        value={
          available === null
            ? undefined
            : buys
              ? formatDecimal(available.quote, terms.quoteScale)
              : formatDecimal(available.base, terms.baseScale)
        }
        unit={buys ? terms.quote : terms.base}
        decimalsMax={buys ? 2 : 8}
        className="text-secondary"
      />
    </span>
  )
  const switcher = form.type === 'market' && buys && !form.waits && (
    <button
      type="button"
      onClick={() => act({ type: 'by', to: budget ? 'quantity' : 'budget' })}
      className="min-h-11 shrink-0 px-3 text-12 font-medium text-primary"
    >
      {t(budget ? 'byQuantity' : 'byAmount')}
    </button>
  )
  return (
    <FigureInput
      name="quantity"
      steps={!budget}
      label={t(budget ? 'budget' : 'quantity')}
      aside={aside}
      value={budget ? form.budget : form.quantity}
      decimals={budget ? terms.quoteScale : terms.quantityDecimals}
      unit={budget ? terms.quote : terms.base}
      after={switcher}
      error={error}
      onValueChange={(text) => act({ type: budget ? 'budget' : 'quantity', text })}
    />
  )
}
