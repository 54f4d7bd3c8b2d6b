import type { CodePurpose } from '@truemark/protocol/routes/identity'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCode } from '../identity/door.ts'

/** Sends a code to the account's verified address, and another once the wait is over. */
export function SendCodeButton({ purpose, address }: { purpose: CodePurpose; address: string }) {
  const t = useTranslations('security')
  const again = useTranslations('identity.code')
  const code = useCode(purpose)
  const [sent, setSent] = useState(false)
  const send = async () => {
    if (await code.send({ method: address.includes('@') ? 'email' : 'phone', address })) setSent(true)
  }
  const wait = code.waitSeconds > 0
  return (
    <Button
      kind="quiet"
      compact
      busy={code.busy}
      disabled={wait}
      className="figures shrink-0 px-3"
      onClick={() => void send()}
    >
      {wait ? again('wait', { seconds: code.waitSeconds }) : sent ? again('again') : t('sendCode')}
    </Button>
  )
}
