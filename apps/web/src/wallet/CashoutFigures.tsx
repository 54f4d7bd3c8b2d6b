import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { WalletTerms } from '@truemark/protocol/routes/wallet'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { AmountLine, Line } from '../parts/Line.tsx'
import { TextLink } from '../parts/TextLink.tsx'
import { useFigure } from '../parts/useFigure.ts'
import type { Reckoning } from './cashoutForm.ts'

interface CashoutFiguresProps {
  reckoned: Reckoning | null
  terms: WalletTerms
  currency: string
  scale: number
}

const percentScale = rateScale - 2

/** What it costs, what arrives, and what today's limit leaves. */
export function CashoutFigures({ reckoned, terms, currency, scale }: CashoutFiguresProps) {
  const t = useTranslations('wallet')
  const figure = useFigure()
  const rate = formatDecimal(parseDecimal(terms.fee_rate, rateScale) ?? 0n, percentScale)
  const known = terms.currencies.find((one) => one.currency === currency)
  const deposited = known?.deposited ?? '0'
  const feeMin = known?.fee_min ?? '0'
  const feeParts = [t('cashout.feeRate', { rate: figure(rate) })]
  if (/[1-9]/.test(feeMin)) feeParts.push(t('cashout.feeLeast', { least: figure(feeMin), currency }))
  const text = (units: bigint | undefined) => (units === undefined ? undefined : formatDecimal(units, scale))
  return (
    <div className="flex flex-col gap-1 text-14">
      <dl className="flex flex-col gap-1.5">
        <AmountLine label={[t('cashout.fee'), ...feeParts].join(' · ')} value={text(reckoned?.fee)} unit={currency} />
        <AmountLine
          label={t('cashout.receive')}
          strong
          value={text(reckoned?.payout)}
          unit={currency}
          className="text-16"
        />
        <Line label={t('leftToday')}>
          {terms.withdrawal_left === null ? (
            t('noLimit')
          ) : (
            <Amount value={terms.withdrawal_left} unit="USDT" decimalsMin={0} decimalsMax={2} />
          )}
        </Line>
      </dl>
      {/[1-9]/.test(deposited) && terms.withdrawal_left !== null && (
        <p className="text-12 text-quiet">{t('cashout.deposited', { amount: `${figure(deposited)} ${currency}` })}</p>
      )}
      {terms.level !== 'advanced' && (
        <TextLink to="/setting/authentication" className="self-start">
          {t('verify')}
        </TextLink>
      )}
    </div>
  )
}
