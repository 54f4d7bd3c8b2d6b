import { ApiError } from '@truemark/protocol/calling'
import { useTranslations } from 'use-intl'

/** The sentence for a failed call in the reader's language. */
export function useErrorText(): (failure: unknown) => string {
  const t = useTranslations('errors')
  return (failure) => (failure instanceof ApiError ? t(failure.reason, failure.params) : t('unknown'))
}
