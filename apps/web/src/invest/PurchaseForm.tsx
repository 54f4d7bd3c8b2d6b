import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { InvestProduct } from '@truemark/protocol/routes/invest'
import { Button } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { compareFigures } from '@truemark/ui/figures/compare'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAvailable } from '../data/account.ts'
import { DisclosureGate } from '../disclosure/door.ts'
import { BarNotice, useBar } from '../eligibility/door.ts'
import { Available, FigureInput } from '../parts/FigureInput.tsx'
import { AmountLine } from '../parts/Line.tsx'
import { FieldButton, TextLink } from '../parts/TextLink.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { RealOnly } from '../wealth/door.ts'
import { ConfirmPurchase } from './ConfirmPurchase.tsx'
import { Outcomes } from './Outcomes.tsx'
import { payoffOf } from './payoff.ts'

interface PurchaseFormProps {
  product: InvestProduct
  coinScale: number
  quantity: string
  onQuantity: (quantity: string) => void
}

/** How many shares, what they cost, what either outcome pays; a demo account is told that it cannot buy. */
export function PurchaseForm(props: PurchaseFormProps) {
  return (
    <Card>
      <RealOnly>
        <RealForm {...props} />
      </RealOnly>
    </Card>
  )
}

function RealForm({ product, coinScale, quantity, onQuantity }: PurchaseFormProps) {
  const t = useTranslations('invest')
  const [asked, ask] = useState(false)
  const available = useAvailable('coin', product.currency)
  const shares = /^[1-9][0-9]*$/.test(quantity) ? BigInt(quantity) : 0n
  const payoff = payoffOf(product, coinScale, shares)
  const enough = available !== null && (compareFigures(payoff.amount, available) ?? 1) <= 0
  const fits = shares <= BigInt(product.remaining_shares)
  const bar = useBar('invest')
  const ready = bar === null && shares > 0n && enough && fits
  return (
    <div className="flex flex-col gap-4">
      <BarNotice product="invest" />
      <QuantityField {...{ product, quantity, onQuantity, available, fits, enough, shares, amount: payoff.amount }} />
      <dl className="flex flex-col gap-1.5 text-14">
        <AmountLine label={t('form.putIn')} strong value={payoff.amount} unit={product.currency} decimalsMin={0} />
        <AmountLine label={t('fee')} value="0" unit={product.currency} decimalsMin={0} />
      </dl>
      <div className="flex flex-col gap-2 rounded-control bg-raised p-3">
        <h3 className="text-14 font-medium">{t('outcome.title')}</h3>
        <Outcomes product={product} coin={payoff.coin} usdt={payoff.usdt} />
      </div>
      <Button wide disabled={!ready} onClick={() => ask(true)}>
        {t('form.review')}
      </Button>
      <p className="text-12 text-quiet">{t('locked')}</p>
      <DisclosureGate product="invest" open={asked} onOpenChange={ask}>
        {(open) => (
          <ConfirmPurchase
            open={open}
            onOpenChange={ask}
            product={product}
            shares={Number(shares)}
            payoff={payoff}
            onBought={() => onQuantity('')}
          />
        )}
      </DisclosureGate>
    </div>
  )
}

interface QuantityFieldProps extends Omit<PurchaseFormProps, 'coinScale'> {
  available: string | null
  fits: boolean
  enough: boolean
  shares: bigint
  amount: string
}

function QuantityField(props: QuantityFieldProps) {
  const { product, quantity, onQuantity, available, fits, enough, shares, amount } = props
  const t = useTranslations('invest')
  const errors = useTranslations('errors')
  const figure = useFigure()
  const short = t('form.short', { currency: product.currency, amount: figure(amount) })
  const left = errors('invest_shares_short', { left: figure(String(product.remaining_shares)) })
  const error =
    quantity === ''
      ? undefined
      : shares === 0n
        ? errors('invest_shares_min')
        : fits
          ? enough
            ? undefined
            : short
          : left
  return (
    <div className="flex flex-col gap-2">
      <FigureInput
        label={t('form.quantity')}
        aside={<Available label={t('form.available')} value={available} unit={product.currency} />}
        value={quantity}
        decimals={0}
        unit={t('form.unit')}
        after={
          <FieldButton disabled={available === null} onPress={() => onQuantity(mostShares(product, available ?? '0'))}>
            {t('form.max')}
          </FieldButton>
        }
        hint={quantity === '' ? t('form.required') : undefined}
        error={available === null ? undefined : error}
        onValueChange={onQuantity}
      />
      {available !== null && !enough && shares > 0n && (
        <TextLink to="/fund/transfer" className="self-start">
          {t('form.get', { currency: product.currency })}
        </TextLink>
      )}
    </div>
  )
}

const scale = 12

// the most shares that the balance and the product allow
function mostShares({ single_price, remaining_shares }: InvestProduct, available: string): string {
  const price = parseDecimal(single_price, scale) ?? 1n
  const affordable = (parseDecimal(available, scale) ?? 0n) / (price === 0n ? 1n : price)
  const most = affordable < BigInt(remaining_shares) ? affordable : BigInt(remaining_shares)
  return formatDecimal(most, 0)
}
