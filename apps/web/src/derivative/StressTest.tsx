import { formatDecimal } from '@truemark/core/money/decimal'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Change } from '@truemark/ui/primitives/Change'
import { Slider } from '@truemark/ui/primitives/Slider'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AmountLine, Line } from '../parts/Line.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { returnOf } from './liveFigures.ts'
import type { LotContext } from './lotContext.ts'
import type { PositionAfter } from './lotSummary.ts'
import { priceText } from './lotTerms.ts'
import { useMoneyText } from './wording.ts'
import { stressAt, stressReach, stressSteps, type StressedPosition } from './stress.ts'

/** What becomes of the position if the price moves: the slider runs the functions that the engine liquidates with. */
export function StressTest({ after, fee, context }: { after: PositionAfter; fee: bigint; context: LotContext }) {
  const t = useTranslations('trade')
  const figure = useFigure()
  const [step, setStep] = useState(0)
  const [said, say] = useState('')
  const stress = stressAt(after, { fee }, context, step)
  const { terms, multiple } = context
  const percent = formatDecimal((BigInt(stressReach(multiple)) * BigInt(step) * 100n) / BigInt(stressSteps), 2)
  const moved = t('priceMoves', { percent: `${step > 0 ? '+' : ''}${figure(percent)}` })
  const text = useMoneyText()
  // said as the slider moves, and not as the market does
  const move = (to: number) => {
    const then = stressAt(after, { fee }, context, to)
    setStep(to)
    say(then === null || then.liquidated ? '' : `${t('profit')} ${text(then.profit, terms)} ${terms.quote}`)
  }
  return (
    <details className="group rounded-control hairline open:pb-3">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 rounded-control px-3 text-14 text-secondary [&::-webkit-details-marker]:hidden">
        {t('stress')}
        <ChevronDown
          size={18}
          strokeWidth={1.5}
          aria-hidden="true"
          className="feedback text-quiet group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-1 px-3">
        <Slider
          label={t('stress')}
          value={step}
          min={-stressSteps}
          max={stressSteps}
          valueText={moved}
          tone={step === 0 ? 'primary' : step > 0 === (after.side === 'buy') ? 'up' : 'down'}
          onValueChange={move}
        />
        <output className="sr-only">{said}</output>
        {stress && <Stressed stress={stress} after={after} context={context} moved={moved} />}
      </div>
    </details>
  )
}

interface StressedProps {
  stress: StressedPosition
  after: PositionAfter
  context: LotContext
  /** How far the price is moved, in words. */
  moved: string
}

/** What it comes to at the other price. */
function Stressed({ stress, after, context: { terms, multiple }, moved }: StressedProps) {
  const t = useTranslations('trade')
  const text = useMoneyText()
  return (
    <div className="flex flex-col gap-1.5 text-14">
      <dl className="flex flex-col gap-1.5">
        <AmountLine
          label={moved}
          value={priceText(stress.price, terms)}
          unit={terms.quote}
          decimalsMin={terms.priceDecimals}
          decimalsMax={terms.priceDecimals}
        />
        {!stress.liquidated && (
          <Line label={t('profit')} strong>
            <span className="inline-flex items-baseline gap-2">
              <Change value={returnOf(stress.profit, after.cost, multiple)} className="text-12 font-normal" />
              <Amount
                value={formatDecimal(stress.profit, terms.quoteScale)}
                unit={terms.quote}
                decimalsMax={2}
                signed
                className={stress.profit > 0n ? 'text-up' : stress.profit < 0n ? 'text-down' : 'text-text'}
              />
            </span>
          </Line>
        )}
      </dl>
      <output aria-atomic="false" aria-relevant="additions">
        {stress.liquidated && (
          <p className="text-danger">
            {t('stressLiquidated', { margin: text(after.margin, terms), quote: terms.quote })}
          </p>
        )}
      </output>
    </div>
  )
}
