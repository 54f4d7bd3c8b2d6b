import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { totpRemove, totpSet, user as userRoute } from '@truemark/protocol/routes/identity'
import { call } from '../data/api.ts'
import { keepUserInfo } from '../data/session.ts'
import { useErrorText } from '../i18n/door.ts'
import { type Proof, proven, signFor } from '../wallet/door.ts'

interface Sent {
  readonly password: string
  readonly totp: string
}

/** A code, or a passkey where the app is lost. */
interface Removal extends Sent {
  readonly byPasskey: boolean
}

/** Sets up the authenticator app or takes it off, and keeps what the account then says of itself. */
export function useTotp() {
  const errorText = useErrorText()
  const renew = () => call(userRoute, {}).then(keepUserInfo, () => undefined)
  const begin = useMutation({ mutationFn: async (proof: Proof) => call(totpSet, { body: await proven(proof) }) })
  const set = useMutation({
    mutationFn: (body: Sent) => call(totpSet, { body }),
    onSuccess: ({ enabled }) => (enabled ? renew() : undefined),
  })
  const remove = useMutation({
    mutationFn: async ({ byPasskey, ...body }: Removal) =>
      call(totpRemove, { body: byPasskey ? { ...body, totp: '', passkey: await signFor('confirm') } : body }),
    onSuccess: renew,
  })
  const failure = set.error ?? remove.error
  const isAboutPassword = failure instanceof ApiError && failure.reason === 'confirm_password_wrong'
  const text = failure === null ? undefined : errorText(failure)
  return {
    begin,
    set,
    remove,
    passwordError: isAboutPassword ? text : undefined,
    codeError: isAboutPassword ? undefined : text,
    forget: () => {
      begin.reset()
      set.reset()
      remove.reset()
    },
  }
}
