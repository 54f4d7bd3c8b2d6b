import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FigureInput } from '../parts/FigureInput.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { SendButton } from '../i18n/door.ts'
import { OrderRefusal } from '../eligibility/door.ts'
import { AmountLine, Line } from '../parts/Line.tsx'
import { useFigure } from '../parts/useFigure.ts'
import type { LotTerms } from './lotTerms.ts'
import { liquidationWith } from './liquidationShown.ts'
import type { OpenPosition } from './openPosition.ts'
import { plainText } from './plainText.ts'
import { usePositionSend, type PositionSheetProps } from './positionSheet.ts'
import { addMargin } from './sendPosition.ts'
import { useOpenPositions } from './useLots.ts'

const quickAmounts = ['10', '100', '1000'] as const

/** Adds to the margin of a ticket or an isolated position; shows how far the liquidation price moves away. */
export function MarginSheet({ position, terms, usable, onDone }: PositionSheetProps & { usable: bigint | null }) {
  const t = useTranslations('trade')
  const errors = useTranslations('errors')
  const spot = useTranslations('spot')
  const figure = useFigure()
  const [text, setText] = useState('')
  const amount = parseDecimal(text, terms.quoteScale)
  const short = amount !== null && usable !== null && amount > usable
  const send = usePositionSend(
    () => addMargin(position, plainText(text)),
    () => t('marginAdded'),
    onDone,
  )
  const ready = amount !== null && amount > 0n && !short
  return (
    <OwnSheet
      busy={send.isPending}
      onClose={onDone}
      title={t('addMargin')}
      footer={
        <SendButton wide busy={send.isPending} disabled={!ready} onClick={() => send.mutate()}>
          {t('addMarginSubmit', { amount: figure(text === '' ? '0' : text), quote: terms.quote })}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-4">
        <FigureInput
          label={spot('amount')}
          aside={
            <span className="inline-flex items-baseline gap-1.5">
              {spot('available')}
              <Amount
                value={usable === null ? undefined : formatDecimal(usable, terms.quoteScale)}
                unit={terms.quote}
                decimalsMax={2}
              />
            </span>
          }
          value={text}
          decimals={terms.quoteScale}
          unit={terms.quote}
          error={short ? errors('balance_insufficient_order') : undefined}
          onValueChange={setText}
        />
        <div className="flex gap-2">
          {quickAmounts.map((each) => (
            <Button key={each} kind="secondary" compact className="flex-1 px-2" onClick={() => setText(each)}>
              +{figure(each)}
            </Button>
          ))}
        </div>
        <MarginFigures position={position} terms={terms} more={ready ? amount : 0n} />
        <p className="text-12 text-quiet">{t('addMarginExplained')}</p>
        {send.isError && <OrderRefusal failure={send.error} />}
      </div>
    </OwnSheet>
  )
}

/** The margin and the liquidation price, now and after the addition. */
function MarginFigures({ position, terms, more }: { position: OpenPosition; terms: LotTerms; more: bigint }) {
  const t = useTranslations('trade')
  const price = { unit: terms.quote, decimalsMin: terms.priceDecimals + 1, decimalsMax: terms.priceDecimals + 1 }
  const all = useOpenPositions()?.all ?? [position]
  const now = liquidationWith(position, all, terms, 0n)
  const after = liquidationWith(position, all, terms, more)
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <AmountLine
        label={t('margin')}
        value={formatDecimal(position.margin + more, terms.quoteScale)}
        unit={terms.quote}
        decimalsMax={2}
      />
      <Line label={t('liquidationNow')}>{now === null ? t('liquidationNone') : <Amount value={now} {...price} />}</Line>
      <Line label={t('liquidationThen')} strong>
        {after === null ? t('liquidationNone') : <Amount value={after} {...price} className="text-warning" />}
      </Line>
    </dl>
  )
}
