import type { DeskDerivative } from '@truemark/protocol/routes/deskDerivative'
import type { DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { formatFigure } from '@truemark/ui/figures/format'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { type Column, figureColumn } from '../table/door.ts'
import { percentDecimals, percentOf, TradingState } from '../markets/door.ts'
import { useWrittenTerm } from './LeverageFields.tsx'
import { useLeverageNames } from './leverageNames.ts'
import { announcedOf } from './terms.ts'

/** Writes a share as percent for the reader. */
export function useRate(): (share: string, signed?: boolean) => string {
  const locale = useFigureLocale()
  return (share, signed = false) => {
    const minus = share.startsWith('-')
    const percent = percentOf(minus ? share.slice(1) : share)
    const text = minus ? `-${percent}` : percent
    return `${formatFigure(text, locale, { decimalsMax: percentDecimals, signed })} %`
  }
}

/** The columns of the terms of contracts and perpetuals. */
export function useLeverageColumns(markets: readonly DeskSymbol[] | undefined): readonly Column<DeskDerivative>[] {
  const t = useTranslations('desk')
  const rate = useRate()
  return [
    {
      key: 'symbol',
      head: t('common.symbol'),
      cell: (terms) => (
        <span className="inline-flex items-center gap-2.5 whitespace-nowrap">
          <CoinMark code={terms.base} size={24} />
          <span>
            {terms.base}
            <span className="text-quiet">/{terms.quote}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      head: t('symbols.halt'),
      cell: (terms) => {
        const market = markets?.find(({ symbol }) => symbol === terms.symbol)
        return (
          <span className="inline-flex flex-col gap-1">
            {market && <TradingState market={market} />}
            <Offered terms={terms} />
          </span>
        )
      },
    },
    figureColumn('multiple', t('leverage.multipleMax'), (terms) => `${Math.max(...terms.multiples)}×`),
    figureColumn('maintenance', t('leverage.maintenance'), (terms) =>
      t('leverage.fromRate', { rate: rate(terms.brackets[0]?.maintenance_rate ?? '0') }),
    ),
    figureColumn('fees', t('leverage.fees'), (terms) => (
      <span className="inline-flex flex-col">
        <span>{rate(terms.fee_rate)}</span>
        <span className="text-12 text-quiet">
          {rate(terms.fee_rate_maker)} · {rate(terms.fee_rate_taker)}
        </span>
        {terms.charges !== null && <Announced terms={terms} charges={terms.charges} />}
      </span>
    )),
    figureColumn('size', t('leverage.contractSize'), (terms) => (
      <Amount value={terms.contract_size} unit={terms.base} decimalsMin={0} />
    )),
    figureColumn('interest', t('leverage.openInterest'), (terms) => <Interest terms={terms} />),
  ]
}

/** What is announced of fees and funding, and from when on it holds. */
function Announced({ terms, charges }: { terms: DeskDerivative; charges: NonNullable<DeskDerivative['charges']> }) {
  const t = useTranslations('desk.leverage')
  const dateTime = useDateTime()
  const names = useLeverageNames()
  const written = useWrittenTerm()
  return (
    <span className="inline-flex flex-col pt-1 text-12 text-warning">
      <span>{t('chargesFrom', { time: dateTime(charges.effective_time) })}</span>
      {announcedOf(terms).map(({ name, to }) => (
        <span key={name}>
          {names[name]} {written(name, to)}
        </span>
      ))}
    </span>
  )
}

// what is offered is the rule: only what is not stands there
function Offered({ terms }: { terms: DeskDerivative }) {
  const t = useTranslations('desk.leverage')
  const paused = terms.leverage_paused.real || terms.leverage_paused.demo
  if (terms.contract && terms.perpetual && !paused) return null
  return (
    <span className="inline-flex flex-wrap gap-1 max-wide:justify-end">
      {!terms.contract && <Badge tone="warning">{t('contractOffBadge')}</Badge>}
      {!terms.perpetual && <Badge tone="warning">{t('perpetualOffBadge')}</Badge>}
      {terms.leverage_paused.demo && <Badge tone="warning">{t('pausedDemo')}</Badge>}
      {terms.leverage_paused.real && <Badge>{t('pausedReal')}</Badge>}
    </span>
  )
}

function Interest({ terms }: { terms: DeskDerivative }) {
  const t = useTranslations('desk.common')
  const { real, demo } = terms.open_interest
  return (
    <span className="inline-flex flex-col">
      {(['real', 'demo'] as const).map((realm) => (
        <span key={realm} className="whitespace-nowrap">
          <span className="pr-1.5 text-12 text-quiet">{t(realm)}</span>
          <Amount value={realm === 'real' ? real : demo} decimalsMin={0} decimalsMax={0} />
        </span>
      ))}
    </span>
  )
}
