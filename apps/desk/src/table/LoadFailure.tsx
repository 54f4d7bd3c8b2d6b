import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { useTranslations } from 'use-intl'
import { useErrorText } from '../i18n/door.ts'

export interface LoadFailureProps {
  query: { readonly error: unknown; readonly refetch: () => unknown }
}

/** Stands where something could not be read: why, and a button that tries again. */
export function LoadFailure({ query }: LoadFailureProps) {
  const t = useTranslations('desk')
  const errorText = useErrorText()
  return (
    <ErrorState
      title={t('failure.loadTitle')}
      text={errorText(query.error)}
      retryLabel={t('common.retry')}
      onRetry={() => void query.refetch()}
    />
  )
}
