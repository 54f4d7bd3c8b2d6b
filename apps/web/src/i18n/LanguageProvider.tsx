import { formatFigure } from '@truemark/ui/figures/format'
import { FigureTextsProvider, useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { LanguageProvider as Provider, type LanguageProviderProps } from '@truemark/ui/i18n/LanguageProvider'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import { messagesQuery } from './messagesQuery.ts'
import { useTimezone } from './useTimezone.ts'

/** Gives the app the texts of the chosen language; while another is loading the last one stands. */
export function LanguageProvider(props: Pick<LanguageProviderProps, 'waiting' | 'failed' | 'children'>) {
  const locale = useSession((state) => state.locale)
  return (
    <Provider {...props} query={messagesQuery(locale)} timezone={useTimezone()}>
      <FigureWords>{props.children}</FigureWords>
    </Provider>
  )
}

function FigureWords({ children }: { children: ReactNode }) {
  const t = useTranslations('notices')
  const example = formatFigure('1234.56', useFigureLocale())
  const texts = { negative: t('amountNegative'), unreadable: t('amountUnreadable', { example }) }
  return <FigureTextsProvider texts={texts}>{children}</FigureTextsProvider>
}
