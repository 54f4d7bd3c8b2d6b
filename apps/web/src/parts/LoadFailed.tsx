import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { useTranslations } from 'use-intl'

/** Says that something could not be loaded, and lets its reader try again. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const shell = useTranslations('shell')
  return (
    <ErrorState
      title={shell('failure.loadTitle')}
      text={shell('failure.loadText')}
      retryLabel={shell('action.retry')}
      onRetry={onRetry}
    />
  )
}
