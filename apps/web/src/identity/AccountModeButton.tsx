import { buttonClass } from '@truemark/ui/primitives/Button'
import { joined } from '@truemark/ui/primitives/joined'
import { ChevronDown } from 'lucide-react'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'

const AccountModeDialog = lazyPart(() => import('./AccountModeDialog.tsx').then((m) => m.AccountModeDialog))

/** Says which account is in use and, on a press, asks whether to switch to the other one. */
export function AccountModeButton({ wide = false }: { wide?: boolean }) {
  const t = useTranslations('identity.mode')
  const label = useTranslations('shell.label')
  const mode = useSession((state) => state.mode)
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const ask = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      {wide ? (
        <button type="button" className={buttonClass('secondary', false, true)} onClick={ask}>
          {mode === 'real' ? t('toDemo') : t('toReal')}
        </button>
      ) : (
        <button
          type="button"
          aria-label={`${t('label')}: ${label(mode)}. ${t('switch')}`}
          onClick={ask}
          className="feedback inline-flex min-h-11 items-center rounded-control"
        >
          <span
            className={joined(
              'inline-flex min-h-8 items-center gap-1 rounded-full px-3 text-14 font-medium',
              mode === 'demo' ? 'bg-info-soft text-info' : 'bg-primary-soft text-primary',
            )}
          >
            {label(mode)}
            <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
          </span>
        </button>
      )}
      <Suspense>{wanted && <AccountModeDialog open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  )
}
