import { Link } from '@tanstack/react-router'
import type { WalletTerms } from '@truemark/protocol/routes/wallet'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { AccountModeButton } from '../identity/door.ts'

/** In place of the form while no real money may come in: what this installation lacks for it, and what one can do. */
export function DepositClosed({ missing }: Pick<WalletTerms, 'missing'>) {
  const t = useTranslations('wallet.deposit')
  return (
    <div className="mx-auto flex w-full max-w-120 flex-col gap-4">
      <EmptyState
        drawing="coins"
        title={t('closed')}
        text={t('closedText')}
        action={
          <div className="flex w-full max-w-80 flex-col gap-2">
            <AccountModeButton wide />
            <Link to="/transparency" className={buttonClass('quiet', false, true)}>
              {t('howHere')}
            </Link>
          </div>
        }
      />
      <section aria-labelledby="missing" className="flex flex-col gap-3 rounded-card bg-surface p-4 text-14">
        <h2 id="missing" className="font-medium">
          {t('missing')}
        </h2>
        <ul className="flex flex-col gap-2 text-secondary">
          {missing.map((name) => (
            <li key={name} className="flex gap-3">
              <X size={16} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-quiet" />
              {t(`condition.${name}`)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
