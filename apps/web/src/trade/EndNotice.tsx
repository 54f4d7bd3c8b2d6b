import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { stopsQuery } from '../data/stops.ts'
import { useDateTime } from '../reader/door.ts'
import type { TradeProduct } from './product.ts'

const ended = { eternal_contract: 'perpetual', contract: 'contract', option: 'option', coins: 'spot' } as const

/** Beneath the header: that the product ends in this market, and from when on; nothing where it does not. */
export function EndNotice({ symbol, product }: { symbol: string; product: TradeProduct }) {
  const t = useTranslations('trade.endsSoon')
  const dateTime = useDateTime()
  const kind = ended[product]
  const announced = useQuery(stopsQuery).data?.announced
  const own = announced?.find((each) => each.symbol === symbol && each.ends.includes(kind))
  if (own === undefined) return null
  return (
    <p className="mx-4 my-2 flex gap-3 rounded-card bg-warning-soft p-3 text-14">
      <CalendarClock size={20} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-warning" />
      <span className="figures">{t(kind, { time: dateTime(own.due) })}</span>
    </p>
  )
}
