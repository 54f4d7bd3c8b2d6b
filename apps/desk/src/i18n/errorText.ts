import { ApiError } from '@truemark/protocol/calling'
import { useTranslations } from 'use-intl'
import { PasskeyFailure } from '@truemark/client/passkeys'

/** The sentence for a failed call in the reader's language. */
export function useErrorText(): (failure: unknown) => string {
  const t = useTranslations('errors')
  const passkey = useTranslations('desk.ceremony')
  return (failure) => {
    if (failure instanceof PasskeyFailure) return passkey(failure.kind)
    return failure instanceof ApiError ? t(failure.reason, failure.params) : t('unknown')
  }
}
