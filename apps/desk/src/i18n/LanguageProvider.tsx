import { firstTexts } from '@truemark/locales/firstTexts'
import { formattingTag, localeOf } from '@truemark/protocol/locale'
import { formatFigure } from '@truemark/ui/figures/format'
import { FigureTextsProvider, useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import {
  LanguageProvider as Provider,
  type Language,
  type LanguageProviderProps,
} from '@truemark/ui/i18n/LanguageProvider'
import { textsQuery } from '@truemark/ui/i18n/LateTexts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from 'zustand'
import { useAppData } from '../data/appData.ts'
import { language } from '../data/language.ts'

/** Gives the desk the texts of the chosen language; while another is loading the last one stands. */
export function LanguageProvider(props: Pick<LanguageProviderProps, 'waiting' | 'failed' | 'children'>) {
  const locale = useStore(language)
  const { tag } = localeOf(locale)
  const load = async () => ({ tag, dateTag: formattingTag(locale), messages: await firstTexts(tag) })
  return (
    <Provider {...props} query={textsQuery<Language>([locale], load)} timezone={useAppData()?.app.timezone ?? 'UTC'}>
      <FigureWords>{props.children}</FigureWords>
    </Provider>
  )
}

function FigureWords({ children }: { children: ReactNode }) {
  const t = useTranslations('desk.common')
  const example = formatFigure('1234.56', useFigureLocale())
  const texts = { negative: t('figureNegative'), unreadable: t('figureUnreadable', { example }) }
  return <FigureTextsProvider texts={texts}>{children}</FigureTextsProvider>
}
