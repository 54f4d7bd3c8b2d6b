import { useEffect, useState } from 'react'
import { looksLikePhone, type PhoneJudge } from './checks.ts'

/**
 * The server's own rule for phones. The numbering plans come after the screen: until they are there, and where they cannot
 * be had, a text that looks like a phone is one, and the server says the rest.
 */
export function usePhoneJudge(): PhoneJudge {
  const [judge, setJudge] = useState<PhoneJudge>(() => looksLikePhone)
  useEffect(() => {
    let isShown = true
    import('@truemark/payee/phone').then(
      ({ readPhone }) => {
        if (isShown) setJudge(() => (text: string, country: string) => readPhone(text, country) !== null)
      },
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [])
  return judge
}
