import { RotateCcw } from 'lucide-react'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { actionClass, discClass } from './actionClass.ts'

const ResetDemoDialog = lazyPart(() => import('./ResetDemoDialog.tsx').then((m) => m.ResetDemoDialog))

/** Gives the demo account a fresh start, after asking. */
export function ResetDemo() {
  const t = useTranslations('home')
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={actionClass}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <span className={discClass}>
          <RotateCcw size={20} strokeWidth={1.5} aria-hidden="true" />
        </span>
        {t('resetDemo')}
      </button>
      <Suspense>{wanted && <ResetDemoDialog open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  )
}
