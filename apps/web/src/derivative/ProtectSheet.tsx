import { Amount } from '@truemark/ui/primitives/Amount'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { SendButton } from '../i18n/door.ts'
import { OrderRefusal } from '../eligibility/door.ts'
import { AmountLine, Line } from '../parts/Line.tsx'
import { targetError } from './lotErrors.ts'
import { liquidationOnGrid } from './liquidationShown.ts'
import { fineOfText, profitAt } from './lotSummary.ts'
import { priceText, tenthsOf } from './lotTerms.ts'
import { usePositionSend, type PositionSheetProps } from './positionSheet.ts'
import { protectPosition } from './sendPosition.ts'
import { targetTicks, turned, type Target, type TargetKind } from './target.ts'
import { TargetFields } from './TargetFields.tsx'

/** Changes a position's stop-loss and take-profit; an empty field takes one away. */
export function ProtectSheet({ position, terms, mark, onDone }: PositionSheetProps) {
  const t = useTranslations('trade')
  const errors = useTranslations('errors')
  const { side } = position
  const [targets, setTargets] = useState<Record<TargetKind, Target>>({
    stopLoss: { by: 'price', text: position.stopLoss ?? '' },
    takeProfit: { by: 'price', text: position.takeProfit ?? '' },
  })
  const entry = tenthsOf(position.entryPrice, terms)
  const ground = { side, entry, mark: tenthsOf(mark, terms), terms }
  const errorOf = (kind: TargetKind) => targetError(kind, targets[kind], ground)
  const error = errorOf('stopLoss') ?? errorOf('takeProfit')
  const price = (kind: TargetKind) => {
    const ticks = targetTicks(targets[kind], kind, side, entry, terms)
    return ticks === null ? null : priceText(ticks * 10, terms)
  }
  const send = usePositionSend(
    () => protectPosition(position, price('stopLoss'), price('takeProfit')),
    () => t('protected'),
    onDone,
  )
  const errorAt = (kind: TargetKind) => {
    const found = errorOf(kind)
    return found ? errors(found.reason, found.params) : undefined
  }
  return (
    <OwnSheet
      busy={send.isPending}
      onClose={onDone}
      title={t('takeProfitStopLoss')}
      footer={
        <SendButton wide busy={send.isPending} disabled={error !== null} onClick={() => send.mutate()}>
          {t('protectSubmit')}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-4">
        <Prices position={position} terms={terms} mark={mark} />
        <TargetFields
          side={side}
          terms={terms}
          entry={entry}
          liquidationFine={fineOfText(position.liquidationPrice, terms)}
          profitAt={(ticks) => profitAt(position, ticks, terms)}
          {...targets}
          errorAt={errorAt}
          onText={(kind, text) => setTargets({ ...targets, [kind]: { ...targets[kind], text } })}
          onTurn={(kind) => setTargets({ ...targets, [kind]: turned(targets[kind], kind, side, entry, terms) })}
        />
        <p className="text-12 text-quiet">
          {t('protectEmpty')} {t('consequenceGap')}
        </p>
        {send.isError && <OrderRefusal failure={send.error} />}
      </div>
    </OwnSheet>
  )
}

/** What a stop-loss and a take-profit are held against: entry, mark, and where the position would be liquidated. */
function Prices({ position, terms, mark }: Pick<PositionSheetProps, 'position' | 'terms' | 'mark'>) {
  const t = useTranslations('trade')
  const { entryPrice, liquidationPrice, side } = position
  const figures = { unit: terms.quote, decimalsMin: terms.priceDecimals, decimalsMax: terms.priceDecimals }
  const fine = { unit: terms.quote, decimalsMin: terms.priceDecimals + 1, decimalsMax: terms.priceDecimals + 1 }
  const liquidation = liquidationPrice === null ? null : liquidationOnGrid(liquidationPrice, side, terms)
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <AmountLine label={t('entry')} value={entryPrice ?? undefined} {...figures} />
      <AmountLine label={t('mark')} value={mark} {...figures} />
      <Line label={t('liquidationPrice')}>
        {liquidation === null ? (
          t('liquidationNone')
        ) : (
          <Amount value={liquidation} {...fine} className="text-warning" />
        )}
      </Line>
    </dl>
  )
}
