import type { MiningProduct } from '@truemark/protocol/routes/mining'
import { Button } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAvailable } from '../data/account.ts'
import { isText, useDraft } from '../data/draft.ts'
import { useSession } from '../data/session.ts'
import { DisclosureGate } from '../disclosure/door.ts'
import { BarNotice, useBar } from '../eligibility/door.ts'
import { DemoBlocked } from '../identity/door.ts'
import { Available, FigureInput } from '../parts/FigureInput.tsx'
import { AmountLine, Line } from '../parts/Line.tsx'
import { FieldButton, TextLink } from '../parts/TextLink.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { useTried } from '../parts/useTried.ts'
import { ConfirmLock } from './ConfirmLock.tsx'
import { amountFault, dayIncome, exampleAmount, mostOf, productTable } from './figures.ts'
import { RefundTable } from './RefundTable.tsx'

interface OrderFormProps {
  product: MiningProduct
  scale: number
}

/** How much, what it earns, and what comes back on which day; a demo account is told that it cannot lock. */
export function OrderForm(props: OrderFormProps) {
  const isDemo = useSession((state) => state.mode === 'demo')
  return isDemo ? <Example {...props} /> : <RealForm {...props} />
}

function Example({ product, scale }: OrderFormProps) {
  const t = useTranslations('mining')
  const figure = useFigure()
  const { currency } = product
  const amount = exampleAmount(product, scale)
  return (
    <Card className="flex flex-col gap-4">
      <DemoBlocked block="demo_no_wealth" />
      <p className="text-14 text-secondary">{t('form.example', { amount: figure(amount), currency })}</p>
      <RefundTable rows={productTable(product, amount, scale)} currency={currency} />
    </Card>
  )
}

function RealForm({ product, scale }: OrderFormProps) {
  const t = useTranslations('mining')
  const [amount, setAmount] = useDraft(`mining ${product.product_id}`, '', isText)
  const [asked, ask] = useState(false)
  const available = useAvailable('coin', product.currency)
  const fault = amountFault(product, amount, available ?? '0', scale)
  const rows = productTable(product, amount, scale)
  const bar = useBar('mining')
  const { tried, onSubmit } = useTried(fault !== null, () => ask(true))
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <BarNotice product="mining" />
        <AmountField {...{ product, scale, amount, available }} fault={tried ? fault : null} onAmount={setAmount} />
        <Incomes product={product} amount={amount} scale={scale} rows={rows} />
        {rows.length > 0 && <RefundTable rows={rows} currency={product.currency} />}
        <Button type="submit" wide disabled={available === null || bar !== null}>
          {t('form.review')}
        </Button>
      </form>
      <DisclosureGate product="mining" open={asked} onOpenChange={ask}>
        {(open) => (
          <ConfirmLock
            open={open}
            onOpenChange={ask}
            product={product}
            amount={amount}
            rows={rows}
            onLocked={() => setAmount('')}
          />
        )}
      </DisclosureGate>
    </Card>
  )
}

interface AmountFieldProps extends OrderFormProps {
  amount: string
  available: string | null
  fault: ReturnType<typeof amountFault>
  onAmount: (amount: string) => void
}

function AmountField({ product, scale, amount, available, fault, onAmount }: AmountFieldProps) {
  const t = useTranslations('mining')
  const faultText = useFaultText()
  const figure = useFigure()
  const { currency } = product
  return (
    <div className="flex flex-col">
      <FigureInput
        label={t('form.amount')}
        aside={<Available label={t('form.available')} value={available} unit={currency} />}
        value={amount}
        decimals={scale}
        unit={currency}
        error={fault === null ? undefined : faultText(fault)}
        hint={t('form.more', { min: figure(product.minimum_amount), currency })}
        after={
          <FieldButton onPress={() => onAmount(mostOf(product, available ?? '0', scale))}>{t('form.all')}</FieldButton>
        }
        onValueChange={onAmount}
      />
      {fault?.reason === 'balance_insufficient' && (
        <TextLink to="/fund/transfer" className="self-start">
          {t('form.get', { currency })}
        </TextLink>
      )}
    </div>
  )
}

function useFaultText() {
  const errors = useTranslations('errors')
  const notices = useTranslations('notices')
  const figure = useFigure()
  return ({ reason, params }: NonNullable<ReturnType<typeof amountFault>>): string => {
    const shown = Object.entries(params).map(([name, text]) => [name, name === 'currency' ? text : figure(text)])
    const text = errors(reason, Object.fromEntries(shown))
    return reason === 'mining_amount_too_small' ? `${notices('amountBelowMinimum')}. ${text}` : text
  }
}

interface IncomesProps extends OrderFormProps {
  amount: string
  rows: ReturnType<typeof productTable>
}

function Incomes({ product, amount, scale, rows }: IncomesProps) {
  const t = useTranslations('mining')
  const figure = useFigure()
  const { currency } = product
  const of = (rate: string): string => figure(dayIncome(amount || '0', rate, scale))
  const last = rows.at(-1)
  const range = (min: string, max: string): string => (min === max ? min : t('range', { min, max }))
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <Line label={t('form.incomeDay')}>
        <span className="figures">
          {range(of(product.daily_return_rate_min), of(product.daily_return_rate_max))} {currency}
        </span>
      </Line>
      <Line label={t('form.incomeAll')} strong>
        <span className="figures">
          {range(figure(last?.incomeMin ?? '0'), figure(last?.incomeMax ?? '0'))} {currency}
        </span>
      </Line>
      <AmountLine label={t('fee')} value="0" unit={currency} decimalsMin={0} />
    </dl>
  )
}
