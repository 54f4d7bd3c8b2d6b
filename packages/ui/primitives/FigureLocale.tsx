import { createContext, use, type ReactNode } from 'react'

const FigureLocale = createContext('en')

/** The BCP 47 locale whose separators the figures below it bear. */
export function FigureLocaleProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <FigureLocale value={locale}>{children}</FigureLocale>
}

/** The reader's locale for figures. */
export function useFigureLocale(): string {
  return use(FigureLocale)
}
