import { formatDecimal } from '@truemark/core/money/decimal'
import type { ContractOrder } from '@truemark/protocol/routes/contract'
import type { PerpetualOrder } from '@truemark/protocol/routes/perpetual'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { AmountLine } from '../parts/Line.tsx'
import type { Amendment } from '../trade/door.ts'
import { amendForm } from './amendForm.ts'
import { BracketNotice } from './BracketNotice.tsx'
import type { LotContext } from './lotContext.ts'
import { LotFigures } from './LotFigures.tsx'
import { summarizeLots } from './lotSummary.ts'
import { nothingOpen } from './openOf.ts'
import { useLotContext } from './useLotContext.ts'
import { useKeptBrackets, useOpenPositions } from './useLots.ts'

interface LotAmendFiguresProps {
  order: ContractOrder | PerpetualOrder
  /** What stands in the fields. */
  asked: Amendment
}

/** What is left of a resting order would come to as it is changed, before it is: as the form of a new order says it. */
export function LotAmendFigures(props: LotAmendFiguresProps) {
  const { symbol, multiple } = props.order
  const isContract = 'rests' in props.order
  const mode = 'rests' in props.order ? 'isolated' : props.order.mode
  const context = useLotContext({ symbol, product: isContract ? 'contract' : 'perpetual', mode, multiple })
  return context === null ? <Skeleton className="h-36 w-full" /> : <KnownFigures {...props} context={context} />
}

function KnownFigures({ order, asked, context: now }: LotAmendFiguresProps & { context: LotContext }) {
  const t = useTranslations('trade')
  const { all: open } = useOpenPositions() ?? nothingOpen
  const keptOf = useKeptBrackets()
  const { price, quantity } = asked
  const { form, context, held, takesBrackets } = useMemo(
    () => amendForm(order, { price, quantity }, now, { open, keptOf }),
    [order, price, quantity, now, open, keptOf],
  )
  const { terms, standing } = context
  return (
    <section aria-label={t('amendFigures')} className="flex flex-col gap-1.5">
      <dl className="text-14">
        <AmountLine
          label={t('heldNow')}
          value={formatDecimal(held, terms.quoteScale)}
          unit={terms.quote}
          decimalsMax={2}
        />
      </dl>
      <LotFigures form={form} context={context} summary={summarizeLots(form, context)} />
      {takesBrackets && (
        <p className="rounded-control bg-warning-soft p-3 text-14 text-warning">{t('bracketsAmend')}</p>
      )}
      {/* what keeps its own brackets changes none of its position's */}
      <BracketNotice form={form} context={standing?.brackets === null ? context : { ...context, position: null }} />
    </section>
  )
}
