import { useNavigate } from '@tanstack/react-router'
import { Button } from '@truemark/ui/primitives/Button'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import { joined } from '@truemark/ui/primitives/joined'
import { ChevronDown } from 'lucide-react'
import { toast } from 'sonner'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { switchMode, useSession } from '../data/session.ts'
import { useErrorText } from '../reader/door.ts'
import { openDemo } from './demo.ts'

/** Says which account is in use and, on a press, asks whether to switch to the other one. */
export function AccountModeButton({ wide = false }: { wide?: boolean }) {
  const t = useTranslations('identity.mode')
  const label = useTranslations('shell.label')
  const mode = useSession((state) => state.mode)
  const [open, setOpen] = useState(false)
  return (
    <>
      {wide ? (
        <Button kind="secondary" wide onClick={() => setOpen(true)}>
          {mode === 'real' ? t('toDemo') : t('toReal')}
        </Button>
      ) : (
        <button
          type="button"
          aria-label={`${t('label')}: ${label(mode)}. ${t('switch')}`}
          onClick={() => setOpen(true)}
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
      <AccountModeDialog open={open} onOpenChange={setOpen} />
    </>
  )
}

function AccountModeDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
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
