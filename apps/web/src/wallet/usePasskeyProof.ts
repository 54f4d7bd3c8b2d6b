import { useQuery } from '@tanstack/react-query'
import { passkeys } from '@truemark/protocol/routes/passkeys'
import { call } from '../data/api.ts'
import { passkeysAtHand } from '@truemark/client/passkeys'
import { useSession, userOf } from '../data/session.ts'

export const passkeysKey = ['passkeys'] as const

/** The passkeys of the signed-in account. */
export function usePasskeys() {
  const uid = useSession((state) => userOf(state)?.uid ?? '')
  const isDemo = useSession((state) => state.mode === 'demo')
  return useQuery({
    queryKey: [...passkeysKey, uid],
    queryFn: () => call(passkeys, {}),
    enabled: !isDemo && uid !== '',
  })
}

/** Whether the account has a passkey that this page can ask for. */
export function usePasskeyProof(): boolean {
  const { data } = usePasskeys()
  return passkeysAtHand() && (data?.items.some(({ site }) => site === location.hostname) ?? false)
}
