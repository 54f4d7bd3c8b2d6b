import { useQuery } from '@tanstack/react-query'
import { deskHouse } from '@truemark/protocol/routes/deskDerivative'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import type { Realm } from '@truemark/protocol/values'
import { signOf } from '@truemark/ui/figures/format'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Card } from '@truemark/ui/primitives/Card'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { call } from '../data/http.ts'
import { ExportButton, Facts, Heading, LoadFailure, OneRealm, TableSkeleton } from '../table/door.ts'
import { HouseDays } from './HouseDays.tsx'
import { OptionStakes, Profits, Stakes } from './HouseTables.tsx'
import { isAtStake, isOpen, totalOf } from './profit.ts'

const refreshMs = 10_000
type House = AnswerOf<typeof deskHouse>

/** What the house has at stake in each product, and what each has brought it. */
export function HouseScreen() {
  const t = useTranslations('desk')
  const app = useAppData()
  const [chosen, setChosen] = useState<Realm | null>(null)
  const realm = chosen ?? (app?.demo_only === false ? 'real' : 'demo')
  const query = useQuery({ queryKey: ['house'], queryFn: () => call(deskHouse, {}), refetchInterval: refreshMs })
  return (
    <>
      <Heading
        title={t('menu.house')}
        text={t('house.explained')}
        actions={<OneRealm shown={realm} onChoose={setChosen} />}
      />
      {query.isPending && <TableSkeleton rows={6} />}
      {query.isError && query.data === undefined && (
        <Card>
          <LoadFailure query={query} />
        </Card>
      )}
      {query.data && <HouseOf house={query.data} realm={realm} />}
    </>
  )
}

const tones = { [-1]: 'text-down', 0: 'text-text', 1: 'text-up' } as const

function HouseOf({ house, realm }: { house: House; realm: Realm }) {
  const t = useTranslations('desk.house')
  const account = house.accounts.find((one) => one.realm === realm)
  const profits = house.profits.filter((one) => one.realm === realm)
  const total = totalOf(profits)
  return (
    <div className="flex flex-col gap-8">
      <Card className="flex flex-col gap-5 p-5">
        <div className="flex flex-col gap-1">
          <span className="text-14 text-secondary">{t('total')}</span>
          <span className={tones[total === null ? 0 : signOf(total)]}>
            <Amount value={total ?? undefined} unit="USDT" hero signed decimalsMax={2} />
          </span>
          {total === null && <span className="text-12 text-warning">{t('noIndex')}</span>}
        </div>
        {account && (
          <Facts
            facts={[
              { name: t('liquidity'), value: <Amount value={account.liquidity} decimalsMax={2} /> },
              { name: t('optionPool'), value: <Amount value={account.option_pool} decimalsMax={2} /> },
              { name: t('insurance'), value: <Amount value={account.insurance} decimalsMax={2} /> },
              { name: t('fees'), value: <Amount value={account.fees} decimalsMax={2} /> },
            ]}
          />
        )}
        <ExportButton csv={{ list: deskHouse, of: 'accounts' }} />
      </Card>
      <HouseDays realm={realm} />
      <Profits rows={profits} />
      <Stakes
        rows={house.stakes.filter((one) => one.realm === realm && one.product === 'derivative' && isAtStake(one))}
      />
      <OptionStakes rows={house.options.filter((one) => one.realm === realm && isOpen(one))} />
    </div>
  )
}
