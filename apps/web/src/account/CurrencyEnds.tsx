import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Select } from '@truemark/ui/primitives/Select'
import { ArrowDownUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { turned, withCurrency, type ExchangeDraft } from './exchangeForm.ts'

interface CurrencyEndsProps {
  draft: ExchangeDraft
  currencies: readonly string[]
  onChange: (draft: ExchangeDraft) => void
}

/** Which currency is given and which received; a press turns them round. */
export function CurrencyEnds({ draft, currencies, onChange }: CurrencyEndsProps) {
  const t = useTranslations('funds.exchange')
  const options = currencies.map((code) => ({ value: code, label: code, mark: <CoinMark code={code} size={24} /> }))
  const end = (name: 'source' | 'target') => (
    <Select
      label={t(name)}
      value={draft[name]}
      options={options}
      onValueChange={(code) => onChange(withCurrency(draft, name, code))}
    />
  )
  return (
    <div className="flex items-center gap-2 rounded-card bg-surface p-4 pr-2">
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        {end('source')}
        {end('target')}
      </div>
      <IconButton label={t('swap')} onClick={() => onChange(turned(draft))}>
        <ArrowDownUp size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
