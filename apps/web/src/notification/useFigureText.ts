import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'

/** Writes a figure of a notification for the reader. */
export function useFigureText(): (text: string) => string {
  const locale = useFigureLocale()
  return (text) => formatFigure(text, locale, { decimalsMin: 0 })
}
