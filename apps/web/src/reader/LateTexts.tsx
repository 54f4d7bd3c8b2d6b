import { useQuery } from '@tanstack/react-query'
import { formattingTag, type LocaleId } from '@truemark/protocol/locale'
import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import type { ReactNode } from 'react'
import { IntlProvider, useMessages, useTimeZone, useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import type { Messages } from './messages.ts'

export interface LateTextsProps<Area extends keyof Messages> {
  area: Area
  load: (locale: LocaleId) => Promise<Messages[Area]>
  children: ReactNode
}

/** Gives the screens inside it texts that the first page does not bring, once they are there. */
export function LateTexts<Area extends keyof Messages>({ area, load, children }: LateTextsProps<Area>) {
  const t = useTranslations('shell')
  const locale = useSession((state) => state.locale)
  const first = useMessages()
  const timeZone = useTimeZone()
  const query = useQuery({
    queryKey: ['messages', area, locale],
    queryFn: () => load(locale),
    staleTime: Infinity,
    gcTime: Infinity,
  })
  if (query.data === undefined) {
    if (!query.isError) {
      return (
        <output aria-label={t('state.loading')} className="flex flex-col gap-4 p-4">
          <Skeleton className="h-8 w-48" />
          <Skeleton className="h-64 w-full rounded-card" />
        </output>
      )
    }
    return (
      <ErrorState
        title={t('failure.loadTitle')}
        text={t('failure.loadText')}
        retryLabel={t('action.retry')}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return (
    <IntlProvider
      locale={formattingTag(locale)}
      messages={{ ...first, [area]: query.data }}
      timeZone={timeZone ?? 'UTC'}
    >
      {children}
    </IntlProvider>
  )
}
