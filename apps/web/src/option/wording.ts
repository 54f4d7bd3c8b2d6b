import type { OptionOrder } from '@truemark/protocol/routes/option'
import { useTranslations } from 'use-intl'

const minute = 60

/** Writes a duration: "1 min", "45 s". */
export function useDuration(): (seconds: number) => string {
  const t = useTranslations('option')
  return (seconds) =>
    seconds % minute === 0 ? t('minutes', { count: seconds / minute }) : t('seconds', { count: seconds })
}

/** The pair of a symbol against USDT. */
export function pairOf(symbol: string): string {
  return symbol.endsWith('USDT') ? `${symbol.slice(0, -4)}/USDT` : symbol
}

/** How an option ended, in a word: its outcome, or void; null while it is open. */
export function endOf(option: OptionOrder): 'win' | 'loss' | 'tie' | 'void' | null {
  return option.status === 'open' ? null : (option.outcome ?? 'void')
}

/** Minutes and seconds that are left, as a clock shows them. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / minute)}:${(seconds % minute).toString().padStart(2, '0')}`
}
