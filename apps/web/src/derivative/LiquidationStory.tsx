import type { LiquidatedPosition, Liquidation, LiquidationStep } from '@truemark/protocol/routes/derivative'
import { Amount } from '@truemark/ui/primitives/Amount'
import { joined } from '@truemark/ui/primitives/joined'
import { useTranslations } from 'use-intl'
import { useMarket } from '../data/markets.ts'
import { useFigure } from '../parts/useFigure.ts'
import { useDateTime } from '../i18n/door.ts'
import { Signed } from './Signed.tsx'
import { useLotsText } from './wording.ts'

/** What happened when a position was liquidated, step by step, with the mark that decided each of them. */
export function LiquidationStory({ liquidation }: { liquidation: Liquidation }) {
  const t = useTranslations('trade.story')
  const figure = useFigure()
  const market = useMarket(liquidation.symbol)
  const quote = market?.quote ?? ''
  const { mark, equity, maintenance, positions, steps } = liquidation
  const bankruptcy = steps.find((step) => step.bankruptcy_price !== null)?.bankruptcy_price ?? null
  return (
    <section aria-labelledby="liquidation-story" className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <h2 id="liquidation-story" className="text-16 font-semibold">
        {market ? `${market.base}/${quote}` : liquidation.symbol}
      </h2>
      <p className="text-14 text-secondary">
        {t('lead', { mark: figure(mark), equity: figure(equity), maintenance: figure(maintenance), quote })}
      </p>
      {positions.length > 1 && <Counted positions={positions} quote={quote} />}
      <ol className="flex flex-col">
        {steps.map((step, place) => (
          <Step key={place} step={step} bankruptcy={bankruptcy} quote={quote} last={place === steps.length - 1} />
        ))}
      </ol>
    </section>
  )
}

/** The positions of a cross account that counted when it fired: what each had won or lost, and what it required. */
function Counted({ positions, quote }: { positions: readonly LiquidatedPosition[]; quote: string }) {
  const t = useTranslations('trade')
  const figure = useFigure()
  const lotsText = useLotsText()
  return (
    <ul className="flex flex-col gap-2 rounded-control bg-raised p-3">
      {positions.map((each) => (
        <li key={each.position_id} className="flex flex-wrap items-baseline justify-between gap-x-3 text-12">
          <span className="text-secondary">
            {each.symbol} · {lotsText(each.lots)} · {t('story.atMark', { mark: figure(each.mark) })}
          </span>
          <span className="flex items-baseline gap-2">
            <Signed value={each.profit} />
            <span className="text-quiet">
              {t('story.required')} <Amount value={each.maintenance} unit={quote} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

const tones: Record<LiquidationStep['type'], string> = {
  started: 'bg-danger',
  order_canceled: 'bg-quiet',
  closed: 'bg-warning',
  taken_over: 'bg-warning',
  ended: 'bg-primary',
}

interface StepProps {
  step: LiquidationStep
  /** The price that no closing could pass; null for a cross account, whose positions have none of their own. */
  bankruptcy: string | null
  quote: string
  last: boolean
}

function Step({ step, bankruptcy, quote, last }: StepProps) {
  const t = useTranslations('trade.story')
  const figure = useFigure()
  const dateTime = useDateTime()
  const lotsText = useLotsText()
  const of = (text: string | null) => (text === null ? '--' : figure(text))
  const values = {
    mark: of(step.mark),
    equity: of(step.equity),
    maintenance: of(step.maintenance),
    lots: step.lots === null ? '--' : lotsText(step.lots),
    price: of(step.price),
    profit: of(step.profit),
    fee: of(step.fee),
    bankruptcy: of(bankruptcy),
    bounded: bankruptcy === null ? 'no' : 'yes',
  }
  const insurance = step.insurance !== null && /[1-9]/.test(step.insurance) ? step.insurance : null
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0">
      {!last && <span aria-hidden="true" className="absolute top-3 bottom-0 left-[5px] w-px bg-line" />}
      <span aria-hidden="true" className={joined('mt-1.5 size-[11px] shrink-0 rounded-full', tones[step.type])} />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-baseline justify-between gap-3 text-14">
          <span className="font-medium">{t(step.type, values)}</span>
          <span className="figures shrink-0 text-12 text-quiet">{dateTime(step.time, 'time')}</span>
        </div>
        <p className="text-12 text-secondary">{t(`${step.type}Text`, values)}</p>
        {step.mark !== null && step.type !== 'started' && (
          <p className="figures text-12 text-quiet">{t('atMark', { mark: figure(step.mark) })}</p>
        )}
        {insurance !== null && (
          <p className="text-12 text-info">
            {t(insurance.startsWith('-') ? 'insuranceGot' : 'insurancePaid', {
              amount: figure(insurance.replace('-', '')),
              quote,
            })}
          </p>
        )}
      </div>
    </li>
  )
}
