import type { WalletTerms } from '@truemark/protocol/routes/wallet'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { Select } from '@truemark/ui/primitives/Select'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import type { Payee } from './cashoutForm.ts'
import { shortAddress } from './payeeText.ts'

interface PayeeFieldProps {
  currency: string
  method: Payee['method']
  terms: WalletTerms
  /** Those that money of the currency can go to, by the method. */
  payees: readonly Payee[]
  value: Payee | null
  error: string | undefined
  onChange: (payee: Payee) => void
}

/** The saved address or card that money goes to, or the way to save one. */
export function PayeeField({ currency, method, terms, payees, value, error, onChange }: PayeeFieldProps) {
  const t = useTranslations('wallet.cashout')
  if (method === 'card' && !terms.card_withdrawals.includes(currency)) {
    return <p className="rounded-card bg-surface p-4 text-14 text-secondary">{t('noCardCurrency', { currency })}</p>
  }
  const add = (
    <Link
      to={method === 'address' ? '/withdrawal/add-wallet' : '/withdrawal/add-bankcard'}
      search={method === 'address' ? { currency } : {}}
      className={payees.length === 0 ? buttonClass('secondary', true) : addClass}
    >
      {t(method === 'address' ? 'addAddress' : 'addCard')}
    </Link>
  )
  if (payees.length === 0) {
    return (
      <div
        data-fault={error === undefined ? undefined : ''}
        tabIndex={-1}
        className="flex flex-col items-start gap-3 rounded-card bg-surface p-4 text-14 text-secondary outline-none"
      >
        {method === 'address' ? t('noAddress', { currency }) : t('noCard')}
        {error !== undefined && (
          <span role="alert" className="text-12 text-danger">
            {error}
          </span>
        )}
        {add}
      </div>
    )
  }
  return (
    <div className="flex flex-col">
      <Select
        label={t(method)}
        value={value?.of.id ?? null}
        placeholder={t(method === 'address' ? 'chooseAddress' : 'chooseCard')}
        options={payees.map((payee) => ({ value: payee.of.id, label: payeeName(payee) }))}
        error={error}
        onValueChange={(id) => {
          const payee = payees.find((one) => one.of.id === id)
          if (payee) onChange(payee)
        }}
      />
      <div className="flex flex-wrap gap-x-4">
        {add}
        {value?.method === 'card' && value.of.international_code === '' && (
          <Link to="/withdrawal/add-bankcard" search={{ id: value.of.id }} className={addClass}>
            {t('editCard')}
          </Link>
        )}
      </div>
    </div>
  )
}

const addClass = 'inline-flex min-h-11 items-center rounded-control text-14 font-medium text-primary'

const tailLength = 4

/** A payee in one line: its name and the short form of where it is. */
export function payeeName(payee: Payee): string {
  if (payee.method === 'card') return `${payee.of.bank_name} …${payee.of.account_number.slice(-tailLength)}`
  const { label, address, memo, network } = payee.of
  const place = [shortAddress(address), ...(memo ? [memo] : []), network].join(' · ')
  return label === '' ? place : `${label} · ${place}`
}
