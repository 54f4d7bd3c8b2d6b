import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'
import { switchMode, useSession } from '../data/session.ts'
import { AskDialog } from '../parts/AskDialog.tsx'
import { useErrorText } from '../i18n/door.ts'
import { openDemo } from './demo.ts'

/** Asks whether to switch to the other account, and does it. */
export function AccountModeDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('identity')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const mode = useSession((state) => state.mode)
  const hasReal = useSession((state) => state.real !== null)
  const [busy, setBusy] = useState(false)

  const toDemo = async () => {
    setBusy(true)
    try {
      await openDemo()
      toast.success(t('mode.switchedDemo'))
      onOpenChange(false)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const toReal = () => {
    onOpenChange(false)
    if (switchMode('real')) toast.success(t('mode.switchedReal'))
    else void navigate({ to: '/login' })
  }

  if (mode === 'real') {
    return (
      <AskDialog
        open={open}
        onClose={() => onOpenChange(false)}
        title={t('mode.toDemoTitle')}
        description={t('mode.toDemoText')}
        confirmLabel={t('mode.toDemo')}
        busy={busy}
        onConfirm={() => void toDemo()}
      />
    )
  }
  return (
    <AskDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('mode.toRealTitle')}
      description={hasReal ? t('mode.toRealText') : t('mode.noReal')}
      confirmLabel={hasReal ? t('mode.toReal') : t('login.submit')}
      onConfirm={toReal}
    />
  )
}
