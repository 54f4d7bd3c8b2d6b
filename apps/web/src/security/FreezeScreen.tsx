import { useMutation } from '@tanstack/react-query'
import { freezeAccount } from '@truemark/protocol/routes/identity'
import { Button, buttonClass } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { call } from '../data/api.ts'
import { GuestFrame } from '../identity/door.ts'
import { useErrorText } from '../i18n/door.ts'

/** Freezes an account by the link of a mail, after saying what that does. Its token stands behind the #. */
export function FreezeScreen() {
  const t = useTranslations('security.freeze')
  const title = useTranslations('shell.title')
  const errorText = useErrorText()
  const [token] = useState(() => location.hash.slice(1))
  const freeze = useMutation({ mutationFn: () => call(freezeAccount, { body: { token } }) })
  if (freeze.data !== undefined) {
    return (
      <GuestFrame title={title('freeze')} text={t('done')}>
        {freeze.data.withdrawal_canceled && <p className="text-14 text-secondary">{t('canceled')}</p>}
        <Link to="/forgot" replace className={buttonClass('primary', false, true)}>
          {t('reset')}
        </Link>
      </GuestFrame>
    )
  }
  return (
    <GuestFrame title={title('freeze')} text={t('text')}>
      {freeze.error !== null && (
        <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-2.5 text-14 text-danger">
          {errorText(freeze.error)}
        </p>
      )}
      <Button kind="danger" wide busy={freeze.isPending} onClick={() => freeze.mutate()}>
        {t('submit')}
      </Button>
    </GuestFrame>
  )
}
