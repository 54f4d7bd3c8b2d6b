import { simulationReset } from '@truemark/protocol/routes/identity'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import { RotateCcw } from 'lucide-react'
import { toast } from 'sonner'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useErrorText } from '../reader/door.ts'
import { actionClass, discClass } from './actionClass.ts'

/** Gives the demo account a fresh start, after asking. */
export function ResetDemo() {
  const t = useTranslations('identity.mode')
  const home = useTranslations('home')
  const action = useTranslations('shell.action')
  const errorText = useErrorText()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  const reset = async () => {
    setBusy(true)
    try {
      await call(simulationReset, {})
      await refreshAccount()
      toast.success(t('resetDone'))
      setOpen(false)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <button type="button" className={actionClass} onClick={() => setOpen(true)}>
        <span className={discClass}>
          <RotateCcw size={20} strokeWidth={1.5} aria-hidden="true" />
        </span>
        {home('resetDemo')}
      </button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('resetTitle')}
        description={t('resetText')}
        confirmLabel={t('reset')}
        cancelLabel={action('cancel')}
        busy={busy}
        onConfirm={() => void reset()}
      />
    </>
  )
}
