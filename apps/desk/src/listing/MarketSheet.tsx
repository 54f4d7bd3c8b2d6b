import { deskMarketList, type ListedCurrency } from '@truemark/protocol/routes/deskListing'
import { formatFigure } from '@truemark/ui/figures/format'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Button } from '@truemark/ui/primitives/Button'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { Select } from '@truemark/ui/primitives/Select'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet, type WrittenChange } from '../deed/door.ts'
import { HoursFields, useHoursText } from '../markets/door.ts'
import {
  figureNames,
  figureNotations,
  firstMarket,
  marketBody,
  marketFaults,
  sourcesLine,
  sourcesOf,
  suggested,
  withBase,
  type FigureName,
  type MarketDraft,
} from './draft.ts'
import { FigureFields } from './FigureFields.tsx'
import { SourceFields } from './SourceFields.tsx'
import { useFieldNames } from './useFieldNames.ts'

export interface MarketSheetProps {
  /** The currencies without a market. */
  currencies: readonly ListedCurrency[]
  /** Whether the prices that run are a recording. */
  recording: boolean
  onClose: () => void
}

const none: ReadonlySet<string> = new Set()

/** Lists a market of a currency: its terms, and where its price comes from. */
export function MarketSheet({ currencies, recording, onClose }: MarketSheetProps) {
  const t = useTranslations('desk.listing')
  const names = useFieldNames()
  const [draft, setDraft] = useState(firstMarket)
  const faults = marketFaults(draft)
  return (
    <ChangeSheet
      onClose={onClose}
      title={t('listMarket')}
      description={t('marketExplained')}
      changes={useReview(draft, faults)}
      consequences={recording ? [t('recording')] : []}
      faulty={faults.size > 0}
      send={(reason) => call(deskMarketList, { body: marketBody(draft, reason) })}
      touches={['listings', 'symbols', 'feed', 'exposure']}
      done={t('marketDone', { code: `${draft.base}USDT` })}
    >
      {(tried) => {
        const shown: ReadonlySet<string> = tried ? faults : none
        const part = { draft, faults: shown, onChange: setDraft }
        return (
          <>
            <Select
              label={names.base}
              value={draft.base === '' ? null : draft.base}
              placeholder={t('choose')}
              options={currencies.map(({ currency, name }) => ({
                value: currency,
                label: `${currency} · ${name}`,
                mark: <CoinMark code={currency} size={20} />,
              }))}
              error={shown.has('base') ? t('fault.base') : undefined}
              onValueChange={(base) => setDraft(withBase(draft, base))}
            />
            <FigureFields group="groupMarket" names={['price_decimals', 'quantity_decimals']} {...part} />
            <SourceFields
              sources={draft.sources}
              faults={shown}
              onChange={(sources) => setDraft({ ...draft, sources })}
            />
            <Simulated {...part} scale={currencies.find(({ currency }) => currency === draft.base)?.scale ?? 0} />
            <FigureFields group="groupFees" names={feeNames} {...part} />
            <FigureFields group="groupHouse" names={houseNames} {...part} />
            <HoursFields
              hours={draft.hours}
              faulty={shown.has('hours')}
              onChange={(hours) => setDraft({ ...draft, hours })}
            />
          </>
        )
      }}
    </ChangeSheet>
  )
}

const feeNames = [
  'fee_rate_maker',
  'fee_rate_taker',
  'amount_min',
  'collar_rate',
  'price_max',
  'quantity_max',
  'jump_permille',
] as const satisfies readonly FigureName[]

const houseNames = [
  'half_spread_rate',
  'gap_rate',
  'ladder_levels',
  'level_quantity',
  'refill_per_second',
  'position_max',
] as const satisfies readonly FigureName[]

interface PartProps {
  draft: MarketDraft
  faults: ReadonlySet<string>
  onChange: (draft: MarketDraft) => void
}

/** `scale`: the decimals of the currency. */
function Simulated({ scale, ...part }: PartProps & { scale: number }) {
  const t = useTranslations('desk.listing')
  return (
    <div className="flex flex-col gap-3">
      <FigureFields group="groupSimulated" names={['simulated_price', 'simulated_volatility']} {...part} />
      <p className="text-14 text-pretty text-quiet">{t('simulatedHint')}</p>
      <Button
        kind="secondary"
        compact
        className="self-start"
        disabled={part.draft.figures.simulated_price === '' || part.draft.base === ''}
        onClick={() => part.onChange(suggested(part.draft, scale))}
      >
        {t('suggest')}
      </Button>
    </div>
  )
}

/** Every value that would be listed, as whoever decides reads it; nothing before all of it can stand. */
function useReview(draft: MarketDraft, faults: ReadonlySet<string>): readonly WrittenChange[] {
  const names = useFieldNames()
  const locale = useFigureLocale()
  const hoursText = useHoursText()
  if (faults.size > 0) return []
  const written = (name: FigureName): string => {
    const figure = formatFigure(draft.figures[name], locale, { decimalsMin: 0 })
    if (name === 'jump_permille') return `${figure} ‰`
    return figureNotations[name] === 'percent' ? `${figure} %` : figure
  }
  const rows: [string, string][] = [
    [names.base, draft.base],
    [names.quote, 'USDT'],
    ...figureNames.map((name): [string, string] => [names[name], written(name)]),
    [names.sessions, hoursText(draft.hours)],
    [names.sources, sourcesLine(sourcesOf(draft.sources))],
  ]
  return rows.map(([name, to]) => ({ name, from: '–', to }))
}
