import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { cancelReasons, type SpotOrder } from '@truemark/protocol/routes/spot'
import { useTranslations } from 'use-intl'

const scale = 18

/** How much of an order is filled, in whole percent; of a budget, how much of it was spent. */
export function filledPercent(order: SpotOrder): number {
  // A budget is filled when what is left of it buys no further step.
  if (order.status === 'filled') return 100
  const whole = parseDecimal(order.quantity ?? order.budget, scale)
  const part = parseDecimal(order.quantity === null ? order.amount : order.filled, scale)
  if (whole === null || part === null || whole === 0n) return 0
  return Number((part * 100n) / whole)
}

/** What of an order's quantity is still open, in the base currency; null where it names a budget. */
export function remainingOf(order: SpotOrder): string | null {
  const whole = parseDecimal(order.quantity, scale)
  const part = parseDecimal(order.filled, scale)
  return whole === null || part === null ? null : formatDecimal(whole > part ? whole - part : 0n, scale)
}

/** Where an order stands, in words, and why it ended where it was not filled. */
export function useOrderState(): (order: SpotOrder) => { readonly state: string; readonly reason: string | null } {
  const t = useTranslations('spot')
  return (order) => {
    const partly = filledPercent(order) > 0
    const known = cancelReasons.find((reason) => reason === order.reason)
    const reason = order.status === 'canceled' && known !== undefined ? t(`reason.${known}`) : null
    if (order.status === 'filled') return { state: t('statusFilled'), reason }
    if (order.status === 'new') return { state: t(partly ? 'partlyFilled' : 'statusNew'), reason }
    return { state: partly ? `${t('statusCanceled')} · ${t('partlyFilled')}` : t('statusCanceled'), reason }
  }
}
