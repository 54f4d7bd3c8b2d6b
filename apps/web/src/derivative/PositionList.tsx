import { useMutation } from '@tanstack/react-query'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useMemo, useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { AskDialog } from '../parts/AskDialog.tsx'
import { useErrorText } from '../i18n/door.ts'
import type { LiveAccount } from './liveAccount.ts'
import type { LotProduct } from './lotContext.ts'
import type { OpenPosition } from './openPosition.ts'
import { PositionRow } from './PositionRow.tsx'
import { PositionSheets, useAskedPosition } from './PositionSheets.tsx'
import { closeAll } from './sendPosition.ts'
import { useLiveAccount, useLotTerms, useMarks } from './useLots.ts'

interface PositionListProps {
  product: LotProduct
  /** Null while they are fetched. */
  positions: readonly OpenPosition[] | null
}

/** Open positions, live: profit, distance to liquidation, and all that can be done with each or with all of them. */
export function PositionList({ product, positions }: PositionListProps) {
  const t = useTranslations('trade')
  const shell = useTranslations('shell.state')
  const terms = useLotTerms()
  const account = useLiveAccount()
  const markOf = useMarks(useMemo(() => positions?.map((each) => each.symbol) ?? [], [positions]))
  const { asked, onDone, onProtect, onClose, onAddMargin } = useAskedPosition()
  if (positions === null || terms === null) return <SkeletonRows rows={2} label={shell('loading')} />
  if (positions.length === 0) {
    return <EmptyState drawing="market" title={t('noPositions')} text={t('positionsText')} />
  }
  const live = positions.map((each) => withLiquidation(each, account))
  const sum = { asked, onDone, positions: live, termsOf: (symbol: string) => terms.get(symbol), markOf }
  return (
    <div className="@container flex flex-col">
      {positions.length > 1 && <CloseAll product={product} count={positions.length} />}
      <ul>
        {live.map((position) => {
          const own = terms.get(position.symbol)
          return (
            own && (
              <PositionRow
                key={position.id}
                position={position}
                terms={own}
                mark={markOf(position.symbol)}
                onProtect={onProtect}
                onClose={onClose}
                onAddMargin={position.mode === 'isolated' ? onAddMargin : null}
              />
            )
          )
        })}
      </ul>
      <PositionSheets {...sum} usable={account?.usable ?? null} />
    </div>
  )
}

/** A position with the liquidation price of this moment: that of a cross position moves with the whole account. */
function withLiquidation(position: OpenPosition, account: LiveAccount | null): OpenPosition {
  const price = account?.liquidations.get(position.id)
  return price === undefined || price === position.liquidationPrice
    ? position
    : { ...position, liquidationPrice: price }
}

function CloseAll({ product, count }: { product: LotProduct; count: number }) {
  const t = useTranslations('trade')
  const shell = useTranslations('shell.action')
  const errorText = useErrorText()
  const [asking, setAsking] = useState(false)
  const close = useMutation({
    mutationFn: () => closeAll(product, undefined),
    onSuccess: ({ closings }) => void toast.success(t('closedCount', { count: closings.length })),
    onError: (failure) => void toast.error(errorText(failure)),
    onSettled: () => setAsking(false),
  })
  return (
    <div className="flex items-center justify-between gap-3 px-4 text-12 text-quiet">
      {t('positionsCount', { count })}
      <Button kind="quiet" compact className="-mr-4" onClick={() => setAsking(true)}>
        {t('closeAll')}
      </Button>
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('closeAll')}
        description={t('closeAllConfirm', { count })}
        confirmLabel={t('closeAll')}
        cancelLabel={shell('back')}
        confirmKind="danger"
        busy={close.isPending}
        onConfirm={() => close.mutate()}
      />
    </div>
  )
}
