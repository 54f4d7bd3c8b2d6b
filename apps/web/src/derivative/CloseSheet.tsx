import { formatDecimal } from '@truemark/core/money/decimal'
import { costOfClosing } from '@truemark/core/margin/position'
import { divide } from '@truemark/core/money/round'
import { rateOne } from '@truemark/core/money/units'
import { Amount } from '@truemark/ui/primitives/Amount'
import { PercentSlider } from '@truemark/ui/primitives/PercentSlider'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMarket } from '../data/markets.ts'
import { FigureInput } from '../parts/FigureInput.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { SendButton } from '../i18n/door.ts'
import { OrderRefusal } from '../eligibility/door.ts'
import { AmountLine, Line } from '../parts/Line.tsx'
import { withoutAnswer } from '../parts/lostAnswer.ts'
import { integerOf, lotDecimals, tenthsOf, worthOf, type LotTerms } from './lotTerms.ts'
import type { OpenPosition } from './openPosition.ts'
import { plainText } from './plainText.ts'
import { barredBy, useStopped } from './useStopped.ts'
import { useLotsText } from './wording.ts'
import { usePositionSend, type PositionSheetProps } from './positionSheet.ts'
import { closePosition } from './sendPosition.ts'

/** Closes a position at the market, whole or in part; says what that comes to at the mark. */
export function CloseSheet({ position, terms, mark, onDone }: PositionSheetProps) {
  const t = useTranslations('trade')
  const errors = useTranslations('errors')
  const lotsText = useLotsText()
  const stopped = useStopped(useMarket(position.symbol), position.product)
  const whole = formatDecimal(position.lots, lotDecimals)
  const [text, setText] = useState(whole)
  const lots = integerOf(text, lotDecimals)
  const fits = lots !== null && lots >= terms.lotsMin && lots <= position.lots
  const send = usePositionSend(
    (sent: { readonly text: string; readonly lots: string | null }) => closePosition(position, sent.lots),
    ({ lots_traded: traded }) =>
      /[1-9]/.test(traded) ? t('closedLots', { lots: lotsText(traded) }) : t('closedNothing'),
    onDone,
  )
  // of a position that is another meanwhile the same lots can be the whole: what was sent is sent again as it was
  const kept = withoutAnswer(send)
  const again = kept?.text === text ? kept : null
  const percent = fits ? Math.round((lots * 100) / position.lots) : 0
  const choose = (share: number) =>
    setText(share === 100 ? whole : formatDecimal(Math.floor((position.lots * share) / 100), lotDecimals))
  const error = text === '' || fits ? undefined : errors('lots_invalid', { min: '0.01', max: whole })
  return (
    <OwnSheet
      busy={send.isPending}
      onClose={onDone}
      title={t('closeTitle', { pair: `${terms.base}/${terms.quote}` })}
      footer={
        <SendButton
          kind={position.side === 'buy' ? 'down' : 'up'}
          wide
          busy={send.isPending}
          barred={barredBy(stopped, { reduceOnly: true })}
          disabled={!fits && again === null}
          onClick={() => send.mutate(again ?? { text, lots: lots === position.lots ? null : plainText(text) })}
        >
          {t('closeSubmit', { lots: lotsText(text === '' ? '0' : text) })}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-4">
        <FigureInput
          label={t('lots')}
          aside={t('ofLots', { lots: lotsText(whole) })}
          value={text}
          decimals={lotDecimals}
          unit={t('lotsUnit')}
          error={error}
          onValueChange={setText}
        />
        <PercentSlider label={t('closeShare')} value={percent} onValueChange={choose} />
        <Outcome position={position} terms={terms} mark={mark} lots={fits ? lots : 0} />
        <p className="text-12 text-quiet">
          {t('closeExplained')} {position.product === 'contract' && t('closeCancelsRest')}
        </p>
        {send.isError && <OrderRefusal failure={send.error} />}
      </div>
    </OwnSheet>
  )
}

function Outcome({ position, terms, mark, lots }: Omit<PositionSheetProps, 'onDone'> & { lots: number }) {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const outcome = lots === 0 ? null : closingOutcome(position, terms, mark, lots)
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <Line label={t('profitAbout')} strong>
        <Amount
          value={outcome ? formatDecimal(outcome.profit, terms.quoteScale) : undefined}
          unit={terms.quote}
          decimalsMax={2}
          signed
          className={outcome && outcome.profit < 0n ? 'text-down' : 'text-up'}
        />
      </Line>
      <AmountLine
        label={spot('estimatedFee')}
        value={outcome ? formatDecimal(outcome.fee, terms.quoteScale) : undefined}
        unit={terms.quote}
        decimalsMax={4}
      />
    </dl>
  )
}

/** What closing lots at the mark would realise, and its fee at most; null without a mark. */
function closingOutcome(position: OpenPosition, terms: LotTerms, mark: string | undefined, lots: number) {
  const tenths = tenthsOf(mark, terms)
  if (tenths === null) return null
  const worth = worthOf(terms, lots, tenths)
  const long = position.side === 'buy'
  const held = { side: long ? 'long' : 'short', quantity: position.lots, cost: position.cost } as const
  const cost = costOfClosing(held, lots)
  const rate = position.product === 'contract' ? terms.feeRateContract : terms.feeRatePerpetualTaker
  return { profit: long ? worth - cost : cost - worth, fee: divide(worth * BigInt(rate), BigInt(rateOne), 'up') }
}
