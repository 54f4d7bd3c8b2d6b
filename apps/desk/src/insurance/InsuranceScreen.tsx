import { useQuery } from '@tanstack/react-query'
import { client } from '@truemark/protocol/client'
import type { InsuranceMove } from '@truemark/protocol/routes/derivative'
import { insuranceFund } from '@truemark/protocol/routes/transparency'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { parseDecimal } from '@truemark/core/money/decimal'
import { signOf } from '@truemark/ui/figures/format'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Card } from '@truemark/ui/primitives/Card'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { type Column, figureColumn, Heading, ListView, RealmChoice, type RealmShown } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'

const refreshMs = 10_000
type Fund = AnswerOf<typeof insuranceFund>['funds'][number]

/** The insurance funds: what stands in them, and every draw and receipt. */
export function InsuranceScreen() {
  const t = useTranslations('desk')
  const [shown, setShown] = useState<RealmShown>('all')
  const query = shown === 'all' ? {} : { realm: shown }
  const list = usePages(['insurance', query], (page) => call(insuranceFund, { query: { ...query, ...page } }), {
    everyMs: refreshMs,
    csv: { list: insuranceFund, query },
  })
  return (
    <>
      <Heading
        title={t('menu.insurance')}
        text={t('insurance.explained')}
        actions={<RealmChoice shown={shown} onChoose={setShown} />}
      />
      <Funds />
      <h2 className="pt-8 pb-3 text-20 font-semibold">{t('insurance.moves')}</h2>
      <ListView
        label={t('insurance.moves')}
        list={list}
        columns={useColumns()}
        rowKey={(move) => move.id}
        empty={{ drawing: 'shield', title: t('insurance.empty') }}
      />
    </>
  )
}

function Funds() {
  const t = useTranslations('desk')
  const { data } = useQuery({
    queryKey: ['insurance', 'funds'],
    queryFn: () => call(insuranceFund, { query: { limit: '1' } }),
    refetchInterval: refreshMs,
    staleTime: client.batchMs,
  })
  return (
    <div className="grid gap-3 tablet:grid-cols-2">
      {(['demo', 'real'] as const).map((realm) => {
        const fund = data?.funds.find((one) => one.realm === realm)
        return (
          <Card key={realm} className="flex flex-col gap-1 p-5">
            <span className="text-14 text-secondary">{t('insurance.fund', { realm: t(`common.${realm}`) })}</span>
            {fund ? <FundFigures fund={fund} /> : <Skeleton className="h-16 w-48" />}
          </Card>
        )
      })}
    </div>
  )
}

const scale = 6

function FundFigures({ fund }: { fund: Fund }) {
  const t = useTranslations('desk.insurance')
  const [balance, floor] = [parseDecimal(fund.balance, scale) ?? 0n, parseDecimal(fund.floor, scale) ?? 0n]
  const stopped = balance === 0n || balance < floor
  return (
    <>
      <Amount value={fund.balance} unit="USDT" hero decimalsMax={2} />
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 text-quiet">
        {t('floor')} <Amount value={fund.floor} decimalsMax={2} />
        <Badge tone={stopped ? 'warning' : 'up'}>{stopped ? t('stopped') : t('stands')}</Badge>
      </span>
    </>
  )
}

const tones = { [-1]: 'text-down', 0: 'text-text', 1: 'text-up' } as const

function useColumns(): readonly Column<InsuranceMove>[] {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  return [
    { key: 'time', head: t('common.time'), cell: (move) => <span className="figures">{dateTime(move.time)}</span> },
    {
      key: 'realm',
      head: t('common.realm'),
      cell: (move) => <Badge tone={move.realm === 'real' ? 'primary' : 'plain'}>{t(`common.${move.realm}`)}</Badge>,
    },
    { key: 'reason', head: t('insurance.reason'), cell: (move) => t(`insurance.reasons.${move.reason}`) },
    { key: 'symbol', head: t('common.symbol'), cell: (move) => move.symbol ?? '–' },
    figureColumn('amount', t('insurance.amount'), (move) => (
      <span className={tones[signOf(move.amount)]}>
        <Amount value={move.amount} signed />
      </span>
    )),
    figureColumn('balance', t('insurance.balance'), (move) => <Amount value={move.balance} decimalsMax={2} />),
  ]
}
