import { simulationReset } from '@truemark/protocol/routes/identity'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { call } from '../data/api.ts'
import { AskDialog } from '../parts/AskDialog.tsx'
import { useErrorText } from '../i18n/door.ts'

/** Asks whether the demo account is to start afresh, and does it. */
export function ResetDemoDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('identity.mode')
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)

  const reset = async () => {
    setBusy(true)
    try {
      await call(simulationReset, {})
      await refreshAccount()
      toast.success(t('resetDone'))
      onOpenChange(false)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AskDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('resetTitle')}
      description={t('resetText')}
      confirmLabel={t('reset')}
      busy={busy}
      onConfirm={() => void reset()}
    />
  )
}
