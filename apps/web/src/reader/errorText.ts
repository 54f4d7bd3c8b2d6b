import { useTranslations } from 'use-intl'
import { ApiError } from '@truemark/protocol/calling'
import { PasskeyFailure } from '../data/passkeys.ts'

/** The sentence for a failed call in the reader's language; the browser's own text where no answer came. */
export function useErrorText(): (failure: unknown) => string {
  const t = useTranslations('errors')
  const passkey = useTranslations('identity.passkey')
  return (failure) => {
    if (failure instanceof PasskeyFailure) return passkey(failure.kind)
    if (!(failure instanceof ApiError)) return t('unknown')
    if (failure.reason === 'network') return failure.message || t('unknown')
    return t(failure.reason, failure.params)
  }
}
