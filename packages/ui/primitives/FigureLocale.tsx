import { createContext, use, type ReactNode } from 'react'

const FigureLocale = createContext('en')

/** The BCP 47 locale whose separators the figures below it bear. */
export function FigureLocaleProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <FigureLocale value={locale}>{children}</FigureLocale>
}

/** What number fields say of a text that they do not take. */
export interface FigureTexts {
  /** Of a minus, which none of them takes. */
  readonly negative: string
  /** Of a text that is no figure, or bears another unit. */
  readonly unreadable: string
}

const Texts = createContext<FigureTexts | undefined>(undefined)

/** Gives the number fields below it their words. */
export function FigureTextsProvider({ texts, children }: { texts: FigureTexts; children: ReactNode }) {
  return <Texts value={texts}>{children}</Texts>
}

/** What number fields say; undefined where nothing is to be said. */
export function useFigureTexts(): FigureTexts | undefined {
  return use(Texts)
}

/** The reader's locale for figures. */
export function useFigureLocale(): string {
  return use(FigureLocale)
}
