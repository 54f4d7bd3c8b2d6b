import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IntlProvider, useMessages, useTimeZone } from 'use-intl'

/** Texts, which are kept once they are there. `names` tell them apart. */
export const textsQuery = <Texts extends object>(names: readonly string[], load: () => Promise<Texts>) =>
  queryOptions({ queryKey: ['messages', ...names], queryFn: load, staleTime: Infinity, gcTime: Infinity })

export interface LateTextsProps<Texts extends object> {
  query: ReturnType<typeof textsQuery<Texts>>
  dateTag: string
  /** Adds them to those that stand already. */
  add: (first: Record<string, unknown>, late: Texts) => Record<string, unknown>
  waiting: ReactNode
  failed: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Gives the screens inside it their late texts, once these are there. */
export function LateTexts<Texts extends object>(props: LateTextsProps<Texts>) {
  const { query, dateTag, add, waiting, failed, children } = props
  const first = useMessages()
  const timeZone = useTimeZone()
  const loaded = useQuery(query)
  if (loaded.data === undefined) return loaded.isError ? failed(() => void loaded.refetch()) : waiting
  return (
    <IntlProvider locale={dateTag} messages={add(first, loaded.data)} timeZone={timeZone ?? 'UTC'}>
      {children}
    </IntlProvider>
  )
}
