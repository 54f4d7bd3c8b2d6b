import { createContext, use, type ReactNode } from 'react'

const FigureLocale = createContext('en')

/** The BCP 47 locale whose separators the figures below it bear. */
export function FigureLocaleProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <FigureLocale value={locale}>{children}</FigureLocale>
}

const NegativeText = createContext<string | undefined>(undefined)

/** What the fields below it say where a minus is typed or pasted, which none of them takes. */
export function NegativeTextProvider({ text, children }: { text: string; children: ReactNode }) {
  return <NegativeText value={text}>{children}</NegativeText>
}

/** What a field says of a minus; undefined where nothing is to be said. */
export function useNegativeText(): string | undefined {
  return use(NegativeText)
}

/** The reader's locale for figures. */
export function useFigureLocale(): string {
  return use(FigureLocale)
}
