import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formattingTag, localeOf } from '@truemark/protocol/locale'
import { formatFigure } from '@truemark/ui/figures/format'
import { FigureLocaleProvider, FigureTextsProvider, useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useEffect, type ReactNode } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { useStore } from 'zustand'
import { language } from '../data/language.ts'
import { loadMessages } from './messages.ts'

export interface LanguageProviderProps {
  waiting: ReactNode
  /** Shown when not even one language can be loaded. */
  failed: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Gives the desk the texts of the chosen language; while another is loading the last one stands. */
export function LanguageProvider({ waiting, failed, children }: LanguageProviderProps) {
  const locale = useStore(language)
  const timezone = useAppData()?.app.timezone ?? 'UTC'
  const query = useQuery({
    queryKey: ['messages', locale],
    queryFn: async () => ({ locale, messages: await loadMessages(locale) }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const shown = query.data
  const tag = localeOf(shown?.locale ?? locale).tag

  useEffect(() => {
    document.documentElement.lang = tag
  }, [tag])

  if (!shown) return query.isError ? failed(() => void query.refetch()) : waiting
  return (
    <IntlProvider locale={formattingTag(shown.locale)} messages={shown.messages} timeZone={timezone}>
      <FigureLocaleProvider locale={tag}>
        <FigureWords>{children}</FigureWords>
      </FigureLocaleProvider>
    </IntlProvider>
  )
}

function FigureWords({ children }: { children: ReactNode }) {
  const t = useTranslations('desk.common')
  const example = formatFigure('1234.56', useFigureLocale())
  const texts = { negative: t('figureNegative'), unreadable: t('figureUnreadable', { example }) }
  return <FigureTextsProvider texts={texts}>{children}</FigureTextsProvider>
}
