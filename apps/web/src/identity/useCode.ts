import { sendEmail, sendSms, type CodePurpose } from '@truemark/protocol/routes/identity'
import { toast } from 'sonner'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { secondsLeft, useClock } from '../data/clock.ts'
import { useErrorText } from '../i18n/door.ts'

/** Where a code goes. */
export interface CodeTarget {
  method: 'email' | 'phone'
  address: string
}

/** Sends verification codes of one purpose and counts down to when another may be asked for. */
export function useCode(type: CodePurpose) {
  const t = useTranslations('notices')
  const errorText = useErrorText()
  const now = useClock()
  const [againAt, setAgainAt] = useState(0)
  const [busy, setBusy] = useState(false)

  /** Gives whether the code is on its way. */
  const send = async ({ method, address }: CodeTarget): Promise<boolean> => {
    setBusy(true)
    try {
      const sent =
        method === 'email'
          ? await call(sendEmail, { body: { type, email: address } })
          : await call(sendSms, { body: { type, phone: address } })
      setAgainAt(now + sent.again_seconds * 1000)
      toast.success(t('codeSent'))
      return true
    } catch (error) {
      toast.error(t('codeSendFailed'), { description: errorText(error) })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, waitSeconds: secondsLeft(againAt, now) }
}
