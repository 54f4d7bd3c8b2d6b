import { useNavigate } from '@tanstack/react-router'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { switchMode, useSession } from '../data/session.ts'
import { useErrorText } from '../reader/door.ts'
import { openDemo } from './demo.ts'

/** Asks whether to switch to the other account, and does it. */
export function AccountModeDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('identity')
  const action = useTranslations('shell.action')
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
      <ConfirmDialog
        open={open}
        onOpenChange={onOpenChange}
        title={t('mode.toDemoTitle')}
        description={t('mode.toDemoText')}
        confirmLabel={t('mode.toDemo')}
        cancelLabel={action('cancel')}
        busy={busy}
        onConfirm={() => void toDemo()}
      />
    )
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('mode.toRealTitle')}
      description={hasReal ? t('mode.toRealText') : t('mode.noReal')}
      confirmLabel={hasReal ? t('mode.toReal') : t('login.submit')}
      cancelLabel={action('cancel')}
      onConfirm={toReal}
    />
  )
}
