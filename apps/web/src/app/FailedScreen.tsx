import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { Page } from '@truemark/ui/primitives/Page'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { ScreenMissing } from './onceMore.ts'
import { reportCrash } from './reportCrash.ts'

/** Stands in for a screen that broke or could not be loaded, and tells the server of it. */
export function FailedScreen({ error }: { error: unknown }) {
  const t = useTranslations('shell')
  const missing = error instanceof ScreenMissing
  useEffect(() => reportCrash(error), [error])
  return (
    <>
      <h1 className="sr-only">{missing ? t('failure.chunkTitle') : t('failure.crashTitle')}</h1>
      <ErrorState
        title={missing ? t('failure.chunkTitle') : t('failure.crashTitle')}
        text={missing ? t('failure.chunkText') : t('failure.crashText')}
        retryLabel={t('action.reload')}
        onRetry={() => location.reload()}
      />
    </>
  )
}

/** While a screen's code is on its way. */
export function WaitingScreen() {
  const t = useTranslations('shell.state')
  return (
    <Page className="pt-4">
      <output aria-label={t('loading')} className="flex flex-col gap-4">
        <Skeleton className="h-8 w-40" />
        <Skeleton className="h-28 w-full rounded-card" />
        <Skeleton className="h-56 w-full rounded-card" />
      </output>
    </Page>
  )
}
