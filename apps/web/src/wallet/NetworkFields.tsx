import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Select } from '@truemark/ui/primitives/Select'
import type { WalletNetwork } from '@truemark/protocol/routes/wallet'
import { useTranslations } from 'use-intl'

/** A currency on a network as it was chosen. */
export interface Route {
  readonly currency: string
  readonly network: string
}

const currencyFirst = 'USDT'

/** The choice that `wanted` names where it is offered, else USDT, else the first that is. */
export function routeIn(networks: readonly WalletNetwork[], wanted: Partial<Record<keyof Route, unknown>>): Route {
  const ofCurrency = networks.filter((one) => one.currency === wanted.currency)
  const found =
    ofCurrency.find((one) => one.network === wanted.network) ??
    ofCurrency[0] ??
    networks.find((one) => one.currency === currencyFirst) ??
    networks[0]
  return { currency: found?.currency ?? '', network: found?.network ?? '' }
}

/** The currencies of networks, each once. */
export function currenciesIn(networks: readonly WalletNetwork[]): string[] {
  return [...new Set(networks.map((one) => one.currency))]
}

interface NetworkFieldsProps {
  networks: readonly WalletNetwork[]
  value: Route
  hint: string
  error?: string | undefined
  onChange: (route: Route) => void
}

/** A currency and one of its networks. */
export function NetworkFields({ networks, value, hint, error, onChange }: NetworkFieldsProps) {
  const t = useTranslations('wallet')
  const offered = networks.filter((one) => one.currency === value.currency)
  return (
    <>
      <CurrencyField
        currencies={currenciesIn(networks)}
        value={value.currency}
        onChange={(currency) => onChange(routeIn(networks, { currency, network: value.network }))}
      />
      <Select
        label={t('network')}
        value={value.network}
        options={offered.map(({ network }) => ({ value: network, label: network }))}
        hint={hint}
        error={error}
        onValueChange={(network) => onChange({ ...value, network })}
      />
    </>
  )
}

interface CurrencyFieldProps {
  currencies: readonly string[]
  value: string
  onChange: (currency: string) => void
}

/** One of some currencies. */
export function CurrencyField({ currencies, value, onChange }: CurrencyFieldProps) {
  const t = useTranslations('wallet')
  return (
    <Select
      label={t('currency')}
      value={value}
      options={currencies.map((code) => ({ value: code, label: code, mark: <CoinMark code={code} size={24} /> }))}
      onValueChange={onChange}
    />
  )
}
