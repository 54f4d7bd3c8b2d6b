import { useQuery } from '@tanstack/react-query'
import type { PublicLiquidation } from '@truemark/protocol/routes/derivative'
import { fundingsPublic, insuranceFund, liquidationsPublic } from '@truemark/protocol/routes/transparency'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { rowClass } from '@truemark/ui/primitives/ListRow'
import { Select } from '@truemark/ui/primitives/Select'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { call } from '../data/api.ts'
import { usePages } from '../data/usePages.ts'
import { PagedList } from '../parts/PagedList.tsx'
import { useMarkets } from '../data/markets.ts'
import { useDateTime } from '../i18n/door.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Block, FigureTable } from './Block.tsx'
import { useWritten } from './useWritten.ts'

/** What stands behind leverage, every liquidation, and every funding: each with its evidence. */
export function InsurancePart() {
  return (
    <div className="flex flex-col gap-10">
      <Funds />
      <Liquidations />
      <Fundings />
    </div>
  )
}

function Funds() {
  const t = useTranslations('transparency.insurance')
  const shell = useTranslations('shell.label')
  const dateTime = useDateTime()
  const query = useQuery({
    queryKey: ['transparency', 'insurance'],
    queryFn: () => call(insuranceFund, { query: { limit: '20' } }),
  })
  return (
    <Loaded query={query}>
      {({ funds, items }) => (
        <Block title={t('funds')} text={t('fundsText')}>
          <dl className="grid gap-3 tablet:grid-cols-2">
            {funds.map(({ realm, balance, floor }) => (
              <div key={realm} className="flex flex-col gap-1 rounded-card bg-surface px-4 py-3">
                <dt className="text-12 text-quiet">{shell(realm)}</dt>
                <dd className="text-20 font-semibold">
                  <Amount value={balance} unit="USDT" decimalsMin={2} />
                </dd>
                <dd className="text-12 text-quiet">
                  {t('floor')} <Amount value={floor} unit="USDT" decimalsMin={0} />
                </dd>
              </div>
            ))}
          </dl>
          {items.length > 0 && (
            <FigureTable
              label={t('moves')}
              rows={items}
              rowKey={({ id }) => id}
              columns={[
                { head: t('time'), start: true, cell: ({ time }) => dateTime(time) },
                { head: t('account'), start: true, cell: ({ realm }) => shell(realm) },
                { head: t('reason'), start: true, cell: ({ reason }) => t(`reasons.${reason}`) },
                {
                  head: t('amount'),
                  cell: ({ amount }) => <Amount value={amount} decimalsMin={2} signed />,
                },
                { head: t('after'), cell: ({ balance }) => <Amount value={balance} decimalsMin={2} /> },
              ]}
            />
          )}
        </Block>
      )}
    </Loaded>
  )
}

function Liquidations() {
  const t = useTranslations('transparency.insurance')
  const query = usePages(['transparency', 'liquidations'], (page) =>
    call(liquidationsPublic, { query: { limit: '20', ...page } }),
  )
  return (
    <Block title={t('liquidations')} text={t('liquidationsText')}>
      <PagedList query={query} empty={<p className="text-14 text-secondary">{t('noLiquidations')}</p>} more={t('more')}>
        {(items) => (
          <ul className="overflow-hidden rounded-card bg-surface">
            {items.map((item) => (
              <li key={item.id} className="hairline-b last:shadow-none">
                <LiquidationRow item={item} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Block>
  )
}

function LiquidationRow({ item }: { item: PublicLiquidation }) {
  const t = useTranslations('transparency.insurance')
  const shell = useTranslations('shell.label')
  const dateTime = useDateTime()
  return (
    <Link to="/transparency/$part" params={{ part: 'evidence' }} search={{ id: item.id }} className={rowClass}>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2 text-16 font-medium">
          {item.symbol}
          {item.realm === 'demo' && <Badge tone="info">{shell('demo')}</Badge>}
          {item.taken_over && <Badge tone="warning">{t('takenOver')}</Badge>}
        </span>
        <span className="figures text-12 text-quiet">{dateTime(item.time)}</span>
      </span>
      <span className="flex flex-col items-end text-14">
        <Amount value={item.price} decimalsMin={0} unit="USDT" />
        <span className="text-12 text-quiet">
          <Amount value={item.lots} decimalsMin={0} /> {t('lots')}
        </span>
      </span>
      <ChevronRight size={18} strokeWidth={1.5} className="shrink-0 text-quiet" aria-hidden="true" />
    </Link>
  )
}

function Fundings() {
  const t = useTranslations('transparency.insurance')
  const shell = useTranslations('shell.label')
  const dateTime = useDateTime()
  const { percent } = useWritten()
  const symbols = (useMarkets().data ?? []).map(({ symbol }) => symbol)
  const [chosen, setChosen] = useState<string | null>(null)
  const symbol = chosen ?? symbols[0] ?? ''
  const query = useQuery({
    queryKey: ['transparency', 'fundings', symbol],
    queryFn: () => call(fundingsPublic, { query: { symbol, limit: '20' } }),
    enabled: symbol !== '',
  })
  return (
    <Block title={t('fundings')} text={t('fundingsText')}>
      <div className="tablet:max-w-72">
        <Select
          label={t('market')}
          value={symbol}
          options={symbols.map((code) => ({ value: code, label: code }))}
          onValueChange={setChosen}
        />
      </div>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-14 text-secondary">{t('noFundings')}</p>
          ) : (
            <FigureTable
              label={t('fundings')}
              rows={items}
              rowKey={({ id }) => id}
              columns={[
                {
                  head: t('time'),
                  start: true,
                  cell: ({ id, time }) => (
                    <Link
                      to="/transparency/$part"
                      params={{ part: 'evidence' }}
                      search={{ id }}
                      className="inline-flex min-h-11 items-center text-primary underline underline-offset-2"
                    >
                      {dateTime(time)}
                    </Link>
                  ),
                },
                { head: t('account'), start: true, cell: ({ realm }) => shell(realm) },
                { head: t('rate'), cell: ({ rate }) => percent(rate) },
                { head: t('premium'), cell: ({ premium }) => percent(premium) },
              ]}
            />
          )
        }
      </Loaded>
    </Block>
  )
}
