import { formatDecimal } from '@truemark/core/money/decimal'
import { accountKind, type AccountKind } from '@truemark/protocol/routes/account'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Select } from '@truemark/ui/primitives/Select'
import { ArrowDownUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Owned } from './Owned.tsx'
import { swapped, transferScale, withAccount, type Stands, type TransferDraft } from './transferForm.ts'

interface AccountEndsProps {
  draft: TransferDraft
  stands: Stands | null
  onChange: (draft: TransferDraft) => void
}

/** Where the money comes from and where it goes, with what stands there; a press turns it round. */
export function AccountEnds({ draft, stands, onChange }: AccountEndsProps) {
  const t = useTranslations('funds.transfer')
  const end = (name: 'from' | 'to') => (
    <End
      label={t(name)}
      value={draft[name]}
      stands={stands}
      onChange={(account) => onChange(withAccount(draft, name, account))}
    />
  )
  return (
    <div className="flex items-center gap-2 rounded-card bg-surface p-4 pr-2">
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        {end('from')}
        {end('to')}
      </div>
      <IconButton label={t('swap')} onClick={() => onChange(swapped(draft))}>
        <ArrowDownUp size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

interface EndProps {
  label: string
  value: AccountKind
  stands: Stands | null
  onChange: (account: AccountKind) => void
}

function End({ label, value, stands, onChange }: EndProps) {
  const account = useTranslations('account.assets')
  const there = stands === null ? undefined : formatDecimal(stands.available[value], transferScale)
  return (
    <Select
      label={label}
      aside={<Owned value={there} unit="USDT" decimalsMax={2} className="text-secondary" />}
      value={value}
      options={accountKind.options.map((kind) => ({ value: kind, label: account(kind) }))}
      onValueChange={onChange}
    />
  )
}
