import { Button } from '@truemark/ui/primitives/Button'
import { LogOut } from 'lucide-react'
import { toast } from 'sonner'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { leave } from '../data/api.ts'
import { useSession, userOf } from '../data/session.ts'
import { AskDialog } from '../parts/AskDialog.tsx'

/** Ends the session here and on the server, after asking. */
export function LogoutButton() {
  const t = useTranslations('setting')
  const guest = useSession((state) => userOf(state)?.guest ?? false)
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  const logout = async () => {
    setBusy(true)
    await leave()
    toast.success(t('loggedOut'))
  }

  return (
    <>
      <Button kind="secondary" wide onClick={() => setOpen(true)}>
        <LogOut size={18} strokeWidth={1.5} aria-hidden="true" />
        {t('logout')}
      </Button>
      <AskDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('logoutTitle')}
        description={guest ? t('logoutDemoText') : t('logoutText')}
        confirmLabel={t('logout')}
        confirmKind="danger"
        busy={busy}
        onConfirm={() => void logout()}
      />
    </>
  )
}
