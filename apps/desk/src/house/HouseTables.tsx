import {
  deskHouse,
  type HouseOption,
  type HouseProfit,
  type HouseStake,
} from '@truemark/protocol/routes/deskDerivative'
import { signOf } from '@truemark/ui/figures/format'
import { Amount } from '@truemark/ui/primitives/Amount'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { BoundPosition, boundShare, nearestFirst, nearness, nearTones } from '../exposure/door.ts'
import { type Column, DataTable, ExportButton, figureColumn } from '../table/door.ts'

const profitTones = { [-1]: 'text-down', 0: 'text-text', 1: 'text-up' } as const

/** A result with its sign and colour. */
export function Result({ value }: { value: string | null }) {
  return (
    <span className={profitTones[value === null ? 0 : signOf(value)]}>
      <Amount value={value ?? undefined} signed decimalsMax={2} />
    </span>
  )
}

interface PartProps {
  title: string
  text: string
  /** Which list of the house's it is. */
  of: 'profits' | 'stakes' | 'options'
  children: ReactNode
}

function Part({ title, text, of, children }: PartProps) {
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h2 className="text-20 font-semibold">{title}</h2>
        <p className="max-w-[72ch] text-14 text-pretty text-secondary">{text}</p>
      </div>
      {children}
      <ExportButton csv={{ list: deskHouse, of }} />
    </section>
  )
}

function Nothing() {
  const t = useTranslations('desk.house')
  return <p className="rounded-card bg-surface p-4 text-14 text-secondary">{t('nothing')}</p>
}

/** What each product has brought. */
export function Profits({ rows }: { rows: readonly HouseProfit[] }) {
  const t = useTranslations('desk.house')
  const columns: readonly Column<HouseProfit>[] = [
    { key: 'product', head: t('product'), cell: (row) => t(`products.${row.product}`) },
    figureColumn('trading', t('trading'), (row) => <Result value={row.trading} />),
    figureColumn('funding', t('funding'), (row) =>
      row.product === 'derivative' ? <Result value={row.funding} /> : '–',
    ),
    figureColumn('fees', t('fees'), (row) =>
      row.product === 'option' ? '–' : <Amount value={row.fees ?? undefined} decimalsMax={2} />,
    ),
    figureColumn('profit', t('profit'), (row) => <Result value={row.profit} />),
  ]
  return (
    <Part title={t('profitTitle')} text={t('profitExplained')} of="profits">
      <DataTable label={t('profitTitle')} columns={columns} rows={rows} rowKey={(row) => row.product} />
    </Part>
  )
}

/** The house's position in the derivative book of each market. */
export function Stakes({ rows }: { rows: readonly HouseStake[] }) {
  const t = useTranslations('desk')
  const columns: readonly Column<HouseStake>[] = [
    { key: 'symbol', head: t('common.symbol'), cell: (row) => row.symbol },
    figureColumn('position', `${t('house.lots')} · ${t('exposure.positionMax')}`, (row) => <BoundPosition row={row} />),
    figureColumn('entry', t('house.entry'), (row) => <Amount value={row.entry_price ?? undefined} />),
    figureColumn('index', t('exposure.index'), (row) => <Amount value={row.index ?? undefined} />),
    figureColumn('profit', t('house.unrealised'), (row) => <Result value={row.profit} />),
    figureColumn('interest', t('leverage.openInterest'), (row) => <Amount value={row.open_interest} decimalsMax={2} />),
  ]
  return (
    <Part title={t('house.stakesTitle')} text={t('house.stakesExplained')} of="stakes">
      {rows.length === 0 ? (
        <Nothing />
      ) : (
        <DataTable
          label={t('house.stakesTitle')}
          columns={columns}
          rows={nearestFirst(rows)}
          rowKey={(row) => row.symbol}
        />
      )}
    </Part>
  )
}

/** What open options could win, by market and direction. */
export function OptionStakes({ rows }: { rows: readonly HouseOption[] }) {
  const t = useTranslations('desk')
  const side = (amount: string, row: HouseOption) => (
    <span className={nearTones[nearness(boundShare(amount, row.exposure_max))]}>
      <Amount value={amount} decimalsMax={2} />
    </span>
  )
  const columns: readonly Column<HouseOption>[] = [
    { key: 'symbol', head: t('common.symbol'), cell: (row) => row.symbol },
    figureColumn('up', t('house.up'), (row) => side(row.up, row)),
    figureColumn('down', t('house.down'), (row) => side(row.down, row)),
    figureColumn('max', t('options.exposureMax'), (row) => <Amount value={row.exposure_max} decimalsMin={0} />),
  ]
  return (
    <Part title={t('house.optionsTitle')} text={t('house.optionsExplained')} of="options">
      {rows.length === 0 ? (
        <Nothing />
      ) : (
        <DataTable label={t('house.optionsTitle')} columns={columns} rows={rows} rowKey={(row) => row.symbol} />
      )}
    </Part>
  )
}
