import {
  deskWealthForecast,
  deskWealthPoolBound,
  type ForecastRow,
  type WealthPool,
} from '@truemark/protocol/routes/deskMining'
import { decimal } from '@truemark/protocol/values'
import { formatUtcDay } from '@truemark/ui/figures/dateTime'
import { Amount } from '@truemark/ui/primitives/Amount'
import { DecimalInput } from '@truemark/ui/primitives/DecimalInput'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useWhole, type List } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { ReasonDialog, useDeed } from '../deed/door.ts'
import { Heading, ListView, RowButton, type Column } from '../listing/door.ts'
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
  })
  const [whole] = list.rows ?? []
  return (
    <>
      <Heading title={t('menu.wealth')} text={t('wealth.explained')} />
      <div className="max-w-80 pb-4">
        <Segmented
          label={t('mining.field.realm')}
          value={realm}
          items={(['real', 'demo'] as const).map((value) => ({ value, label: t(`common.${value}`) }))}
          onValueChange={setRealm}
        />
      </div>
      <div className="flex flex-col gap-6">
        <Pools list={{ ...list, rows: whole?.pools }} {...(mayBound ? { onBound: bound } : {})} />
        <Forecast list={{ ...list, rows: whole?.rows }} />
      </div>
      {pool && <BoundDialog realm={realm} pool={pool} onClose={() => bound(null)} />}
    </>
  )
}

function Pools({ list, onBound }: { list: List<WealthPool>; onBound?: (pool: WealthPool) => void }) {
  const t = useTranslations('desk.wealth')
  const columns: readonly Column<WealthPool>[] = [
    { key: 'currency', head: t('pools'), cell: ({ currency }) => currency },
    {
      key: 'stands',
      head: t('stands'),
      figures: true,
      cell: ({ stands }) => <Amount value={stands} decimalsMin={0} />,
    },
    {
      key: 'promised',
      head: t('promised'),
      figures: true,
      cell: ({ promised }) => <Amount value={promised} decimalsMin={0} />,
    },
    {
      key: 'debtMax',
      head: t('debtMax'),
      figures: true,
      cell: ({ debt_max: debtMax }) => <Amount value={debtMax} decimalsMin={0} />,
    },
    { key: 'room', head: t('room'), figures: true, cell: (pool) => <Amount value={roomOf(pool)} decimalsMin={0} /> },
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
    {
      key: 'min',
      head: t('least'),
      figures: true,
      cell: ({ min, currency }) => <Amount value={min} unit={currency} decimalsMin={0} />,
    },
    {
      key: 'max',
      head: t('most'),
      figures: true,
      cell: ({ max, currency }) => <Amount value={max} unit={currency} decimalsMin={0} />,
    },
    {
      key: 'principal',
      head: t('principal'),
      figures: true,
      cell: ({ principal, currency }) => <Amount value={principal} unit={currency} decimalsMin={0} />,
    },
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
  const t = useTranslations('desk')
  const [debtMax, setDebtMax] = useState(pool.debt_max)
  const deed = useDeed({
    send: (reason: string) =>
      call(deskWealthPoolBound, {
        params: { currency: pool.currency },
        body: { realm, debt_max: debtMax, reason },
      }),
    touches: ['wealth', 'audit'],
    done: () => t('wealth.boundDone'),
  })
  const isWrong = !decimal.safeParse(debtMax).success
  return (
    <ReasonDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t('wealth.bound')}: ${pool.currency}`}
      description={t('wealth.boundText')}
      confirmLabel={t('wealth.bound')}
      busy={deed.busy}
      failure={deed.failure}
      onConfirm={(reason) => {
        if (!isWrong) void deed.run(reason).then((done) => done && onClose())
      }}
    >
      <DecimalInput
        label={t('wealth.debtMax')}
        value={debtMax}
        decimals={amountDecimals}
        unit={pool.currency}
        error={isWrong ? t('mining.fault') : undefined}
        readAs={(figure) => t('common.readAs', { figure })}
        onValueChange={setDebtMax}
      />
    </ReasonDialog>
  )
}
