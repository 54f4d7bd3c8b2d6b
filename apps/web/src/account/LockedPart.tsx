import type { Balance } from '@truemark/protocol/routes/account'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Lock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Owned } from './Owned.tsx'

const HoldsSheet = lazyPart(() => import('./HoldsSheet.tsx').then((m) => m.HoldsSheet))

/** What of a balance is locked; a press tells what locks it. */
export function LockedPart({ balance }: { balance: Balance }) {
  const t = useTranslations('account.balance')
  const funds = useTranslations('funds.holds')
  const [open, setOpen] = useState(false)
  const { account, currency, frozen } = balance
  const figure = <Owned value={frozen} decimalsMax={8} />
  if (!/[1-9]/.test(frozen)) return figure
  return (
    <>
      <button
        type="button"
        aria-label={funds('show', { currency })}
        onClick={() => setOpen(true)}
        className="-my-2.5 inline-flex min-h-11 items-center gap-1.5 rounded-control text-left text-primary"
      >
        {figure}
        <Lock size={14} strokeWidth={1.5} aria-hidden="true" />
        <span className="sr-only">{t('frozen')}</span>
      </button>
      {open && (
        <Suspense>
          <HoldsSheet type={account} currency={currency} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
