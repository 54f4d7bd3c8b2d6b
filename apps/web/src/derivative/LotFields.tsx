import { formatDecimal } from '@truemark/core/money/decimal'
import { timeInForce } from '@truemark/protocol/routes/spot'
import { Amount } from '@truemark/ui/primitives/Amount'
import { PercentSlider } from '@truemark/ui/primitives/PercentSlider'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Select } from '@truemark/ui/primitives/Select'
import { Switch } from '@truemark/ui/primitives/Switch'
import { useTranslations } from 'use-intl'
import { FigureInput } from '../parts/FigureInput.tsx'
import { useFigure } from '../parts/useFigure.ts'
import type { LotContext } from './lotContext.ts'
import { lotsRange, type LotError } from './lotErrors.ts'
import { entryOf, profitAt, summarizeLots } from './lotSummary.ts'
import { lotDecimals } from './lotTerms.ts'
import { TargetFields } from './TargetFields.tsx'
import type { LotTicket } from './useLotTicket.ts'
import { useMoneyText } from './wording.ts'

interface LotFieldsProps {
  ticket: LotTicket
  context: LotContext
  error: LotError | null
  errorText: string | undefined
}

/** What one fills in: side, kind, price, lots, share, validity, and what protects the position. */
export function LotFields({ ticket, context, error, errorText }: LotFieldsProps) {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const { form, act } = ticket
  const errorAt = (field: LotError['field']) => (error?.field === field ? errorText : undefined)
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label={spot('side')}
        value={form.side}
        items={[
          { value: 'buy', label: t('long'), tone: 'up' },
          { value: 'sell', label: t('short'), tone: 'down' },
        ]}
        onValueChange={(side) => act({ type: 'side', side })}
      />
      <Segmented
        label={spot('orderType')}
        value={form.type}
        items={[
          { value: 'market', label: spot('market') },
          { value: 'limit', label: spot('limit') },
        ]}
        onValueChange={(to) => act({ type: 'type', to })}
      />
      {form.type === 'limit' && (
        <FigureInput
          name="price"
          steps
          label={spot('price')}
          value={form.price}
          decimals={context.terms.priceDecimals}
          unit={context.terms.quote}
          error={errorAt('price')}
          onValueChange={(text) => act({ type: 'price', text })}
        />
      )}
      <LotsField ticket={ticket} context={context} error={errorAt('lots')} />
      <PercentSlider
        label={spot('share')}
        value={form.share ?? shareOf(ticket, context)}
        tone={form.side === 'buy' ? 'up' : 'down'}
        disabled={context.usable === null}
        onValueChange={(percent) => act({ type: 'share', percent })}
      />
      {form.type === 'limit' && (
        <Select
          label={spot('validity')}
          value={form.timeInForce}
          options={timeInForce.options.map((value) => ({ value, label: spot(value) }))}
          hint={spot(`${form.timeInForce}Explained`)}
          onValueChange={(to) => act({ type: 'timeInForce', to })}
        />
      )}
      <Protection ticket={ticket} context={context} errorAt={errorAt} />
    </div>
  )
}

interface ProtectionProps {
  ticket: LotTicket
  context: LotContext
  errorAt: (field: LotError['field']) => string | undefined
}

/** Whether the order only reduces, and what closes the position that it opens. */
function Protection({ ticket: { form, act }, context, errorAt }: ProtectionProps) {
  const t = useTranslations('trade')
  return (
    <>
      {context.product === 'perpetual' && (
        <SwitchRow
          label={t('reduceOnly')}
          note={t('reduceOnlyExplained')}
          checked={form.reduceOnly}
          onChange={(on) => act({ type: 'reduceOnly', on })}
        />
      )}
      {!form.reduceOnly && (
        <SwitchRow
          label={t('protection')}
          note={t('protectionExplained')}
          checked={form.protects}
          onChange={(on) => act({ type: 'protects', on })}
        />
      )}
      {form.protects && !form.reduceOnly && (
        <TargetFields
          side={form.side}
          terms={context.terms}
          entry={entryOf(form, context)}
          liquidationFine={summarizeLots(form, context)?.after?.liquidationFine ?? null}
          profitAt={(ticks) => profitAt(summarizeLots(form, context)?.after ?? null, ticks, context.terms)}
          stopLoss={form.stopLoss}
          takeProfit={form.takeProfit}
          errorAt={errorAt}
          onText={(kind, text) => act({ type: 'target', kind, text })}
          onTurn={(kind) => act({ type: 'turnTarget', kind })}
        />
      )}
    </>
  )
}

function LotsField({
  ticket,
  context,
  error,
}: Omit<LotFieldsProps, 'errorText' | 'error'> & { error: string | undefined }) {
  const t = useTranslations('trade')
  const notices = useTranslations('notices')
  const spot = useTranslations('spot')
  const figure = useFigure()
  const money = useMoneyText()
  const { form, act } = ticket
  const { terms, usable } = context
  const range = lotsRange(terms)
  const summary = summarizeLots(form, context)
  return (
    <FigureInput
      name="quantity"
      steps
      label={t('lots')}
      aside={
        <span className="inline-flex items-baseline gap-1.5">
          {spot('available')}
          <Amount
            value={usable === null ? undefined : formatDecimal(usable, terms.quoteScale)}
            unit={terms.quote}
            decimalsMax={2}
            className="text-secondary"
          />
        </span>
      }
      value={form.lots}
      decimals={lotDecimals}
      placeholder={notices('lotsPrompt', { min: figure(range.min), max: figure(range.max) })}
      hint={
        <>
          {t('lotIs', { size: figure(terms.contractSize), base: terms.base })}
          {summary && ` · ${t('worthAbout', { amount: money(summary.worth, terms), quote: terms.quote })}`}
        </>
      }
      className="[&_input]:placeholder:text-14"
      error={error}
      onValueChange={(text) => act({ type: 'lots', text })}
    />
  )
}

interface SwitchRowProps {
  label: string
  note: string
  checked: boolean
  onChange: (on: boolean) => void
}

function SwitchRow({ label, note, checked, onChange }: SwitchRowProps) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="flex min-w-0 flex-col">
        <span className="text-14 text-secondary">{label}</span>
        <span className="text-12 text-quiet">{note}</span>
      </span>
      <Switch label={label} checked={checked} onCheckedChange={onChange} />
    </div>
  )
}

/** The share of what is usable that the typed lots take, or of the position where the order only reduces. */
function shareOf({ form }: LotTicket, context: LotContext): number {
  const summary = summarizeLots(form, context)
  if (summary === null) return 0
  const whole = form.reduceOnly ? BigInt(context.position?.lots ?? 0) : (context.usable ?? 0n)
  const part = form.reduceOnly ? BigInt(summary.lots) : summary.need
  if (whole === 0n) return 0
  const percent = (part * 100n) / whole
  return percent > 100n ? 100 : Number(percent)
}
