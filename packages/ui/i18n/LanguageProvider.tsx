import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { FigureLocaleProvider } from '../primitives/FigureLocale.tsx'
import type { textsQuery } from './LateTexts.tsx'

/** The texts of a language, and its names. */
export interface Language {
  /** BCP 47, as the page and its figures bear it. */
  readonly tag: string
  /** BCP 47, by which dates are written. */
  readonly dateTag: string
  readonly messages: Record<string, unknown>
}

export interface LanguageProviderProps {
  query: ReturnType<typeof textsQuery<Language>>
  timezone: string
  waiting: ReactNode
  /** Shown when not even one language can be loaded. */
  failed: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Gives an app the texts of the chosen language; while another is loading the last one stands. */
export function LanguageProvider({ query, timezone, waiting, failed, children }: LanguageProviderProps) {
  const loaded = useQuery({ ...query, placeholderData: keepPreviousData })
  const shown = loaded.data

  useEffect(() => {
    if (shown) document.documentElement.lang = shown.tag
  }, [shown])

  if (!shown) return loaded.isError ? failed(() => void loaded.refetch()) : waiting
  return (
    <IntlProvider locale={shown.dateTag} messages={shown.messages} timeZone={timezone}>
      <FigureLocaleProvider locale={shown.tag}>{children}</FigureLocaleProvider>
    </IntlProvider>
  )
}
