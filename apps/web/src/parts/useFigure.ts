import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'

/** Writes a figure for the reader without zeros at its end. */
export function useFigure(): (text: string) => string {
  const locale = useFigureLocale()
  return (text) => formatFigure(text, locale, { decimalsMin: 0 })
}
