import {
  deskWealthForecast,
  deskWealthPoolBound,
  type ForecastRow,
  type WealthPool,
} from '@truemark/protocol/routes/deskMining'
import { decimal } from '@truemark/protocol/values'
import { formatUtcDay } from '@truemark/ui/figures/dateTime'
import { Amount } from '@truemark/ui/primitives/Amount'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useWhole, type List } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { ReasonDeed } from '../deed/door.ts'
import { FigureField, RealmField } from '../draft/door.ts'
import { type Column, figureColumn, Heading, ListView, RowButton } from '../table/door.ts'
import { roomOf } from './room.ts'

const everyMs = 15_000
type Realm = 'real' | 'demo'

/** What wealth products that run will cost the pool, day by day, and how far new promises may go. */
export function WealthScreen() {
  const t = useTranslations('desk')
  const mayBound = useMay('desk_wallet_write')
  const [realm, setRealm] = useState<Realm>('real')
  const [pool, bound] = useState<WealthPool | null>(null)
  const list = useWhole(['wealth', realm], async () => [await call(deskWealthForecast, { query: { realm } })], {
    everyMs,
    csv: null,
  })
  const [whole] = list.rows ?? []
  const csv = { list: deskWealthForecast, query: { realm } }
  return (
    <>
      <Heading title={t('menu.wealth')} text={t('wealth.explained')} />
      <div className="max-w-80 pb-4">
        <RealmField value={realm} onChange={setRealm} />
      </div>
      <div className="flex flex-col gap-6">
        <Pools
          list={{ ...list, rows: whole?.pools, csv: { ...csv, of: 'pools' } }}
          {...(mayBound ? { onBound: bound } : {})}
        />
        <Forecast list={{ ...list, rows: whole?.rows, csv: { ...csv, of: 'rows' } }} />
      </div>
      {pool && <BoundDialog realm={realm} pool={pool} onClose={() => bound(null)} />}
    </>
  )
}

function Pools({ list, onBound }: { list: List<WealthPool>; onBound?: (pool: WealthPool) => void }) {
  const t = useTranslations('desk.wealth')
  const columns: readonly Column<WealthPool>[] = [
    { key: 'currency', head: t('pools'), cell: ({ currency }) => currency },
    figureColumn('stands', t('stands'), ({ stands }) => <Amount value={stands} decimalsMin={0} />),
    figureColumn('promised', t('promised'), ({ promised }) => <Amount value={promised} decimalsMin={0} />),
    figureColumn('debtMax', t('debtMax'), ({ debt_max: debtMax }) => <Amount value={debtMax} decimalsMin={0} />),
    figureColumn('room', t('room'), (pool) => <Amount value={roomOf(pool)} decimalsMin={0} />),
  ]
  return (
    <ListView
      label={t('pools')}
      list={list}
      columns={columns}
      rowKey={({ currency }) => currency}
      empty={{ drawing: 'coins', title: t('forecastEmpty') }}
      {...(onBound
        ? {
            actions: (pool: WealthPool) => (
              <RowButton icon={SlidersHorizontal} label={t('bound')} of={pool.currency} onPress={() => onBound(pool)} />
            ),
          }
        : {})}
    />
  )
}

function Forecast({ list }: { list: List<ForecastRow> }) {
  const t = useTranslations('desk.wealth')
  const menu = useTranslations('desk.menu')
  const columns: readonly Column<ForecastRow>[] = [
    { key: 'date', head: t('date'), cell: ({ date }) => formatUtcDay(date) },
    { key: 'product', head: t('product'), cell: ({ product }) => menu(product) },
    figureColumn('min', t('least'), ({ min, currency }) => <Amount value={min} unit={currency} decimalsMin={0} />),
    figureColumn('max', t('most'), ({ max, currency }) => <Amount value={max} unit={currency} decimalsMin={0} />),
    figureColumn('principal', t('principal'), ({ principal, currency }) => (
      <Amount value={principal} unit={currency} decimalsMin={0} />
    )),
  ]
  return (
    <section className="flex flex-col gap-2" aria-labelledby="forecast">
      <h2 id="forecast" className="text-16 font-semibold">
        {t('forecast')}
      </h2>
      <ListView
        label={t('forecast')}
        list={list}
        columns={columns}
        rowKey={({ date, product, currency }) => `${date} ${product} ${currency}`}
        empty={{ drawing: 'ledger', title: t('forecastEmpty') }}
      />
    </section>
  )
}

const amountDecimals = 8

function BoundDialog({ realm, pool, onClose }: { realm: Realm; pool: WealthPool; onClose: () => void }) {
  const t = useTranslations('desk.wealth')
  const [debtMax, setDebtMax] = useState(pool.debt_max)
  const isWrong = !decimal.safeParse(debtMax).success
  return (
    <ReasonDeed
      label={t('bound')}
      of={pool.currency}
      text={t('boundText')}
      done={t('boundDone')}
      touches={['wealth']}
      isBarred={isWrong}
      send={(reason) =>
        call(deskWealthPoolBound, { params: { currency: pool.currency }, body: { realm, debt_max: debtMax, reason } })
      }
      onClose={onClose}
    >
      {() => (
        <FigureField
          label={t('debtMax')}
          value={debtMax}
          decimals={amountDecimals}
          unit={pool.currency}
          isWrong={isWrong}
          onChange={setDebtMax}
        />
      )}
    </ReasonDeed>
  )
}
