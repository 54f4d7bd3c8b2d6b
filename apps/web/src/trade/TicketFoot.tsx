import type { SymbolView } from '@truemark/protocol/routes/market'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMarketCondition } from '../data/markets.ts'

interface TicketFootProps {
  market: SymbolView
  /** Who stands on the other side, said below the button. */
  note: ReactNode
  children: ReactNode
}

/**
 * The button of an order form: on a phone it stays at the foot of its sheet, over the sheet's own padding, so that
 * nothing of the form shows beneath it but what is said of its other side.
 */
export function TicketFoot({ market, note, children }: TicketFootProps) {
  const shell = useTranslations('shell.label')
  const { simulated } = useMarketCondition(market)
  return (
    <>
      <div
        data-review
        className="max-tablet:sticky max-tablet:-bottom-4 max-tablet:z-10 max-tablet:-mx-5 max-tablet:bg-overlay max-tablet:px-5 max-tablet:pt-3 max-tablet:pb-5 max-tablet:hairline-t"
      >
        {children}
      </div>
      <p className="text-12 text-quiet">
        {simulated && (
          <Badge tone="info" className="mr-1.5">
            {shell('simulated')}
          </Badge>
        )}
        {note}
      </p>
    </>
  )
}

/** The place of an order form, by the heights of its rows. */
export function TicketPlace({ rows }: { rows: readonly string[] }) {
  const shell = useTranslations('shell.state')
  return (
    <output aria-label={shell('loading')} className="flex flex-col gap-4">
      {rows.map((height, row) => (
        <Skeleton key={row} className={`${height} rounded-control`} />
      ))}
    </output>
  )
}
