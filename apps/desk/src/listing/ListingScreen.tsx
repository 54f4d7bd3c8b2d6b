import type { ListedCurrency, ListedMarket } from '@truemark/protocol/routes/deskListing'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { RadioTower } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../data/session.ts'
import { useMarkets } from '../markets/door.ts'
import { type Column, figureColumn, Heading, ListView, Notice, RowButton } from '../table/door.ts'
import { CurrencySheet } from './CurrencySheet.tsx'
import { MarketSheet } from './MarketSheet.tsx'
import { SourcesSheet } from './SourcesSheet.tsx'
import { listOf, useListings } from './useListings.ts'

type Doing = 'currency' | 'market' | ListedMarket | null

/** What is listed: the currencies, and where the price of each market comes from. */
export function ListingScreen() {
  const t = useTranslations('desk.listing')
  const query = useListings()
  const running = useMarkets().rows?.[0]?.kind
  const mayWrite = useMay('desk_market_write')
  const [doing, setDoing] = useState<Doing>(null)
  const close = () => setDoing(null)
  const untraded = query.data?.currencies.filter(({ traded }) => !traded) ?? []
  const deeds = (
    <>
      <Button kind="secondary" onClick={() => setDoing('currency')}>
        {t('listCurrency')}
      </Button>
      <Button disabled={untraded.length === 0} onClick={() => setDoing('market')}>
        {t('listMarket')}
      </Button>
    </>
  )
  return (
    <>
      <Heading title={t('title')} text={t('explained')} actions={mayWrite ? deeds : undefined} />
      {mayWrite && query.data !== undefined && untraded.length === 0 && <Notice>{t('baseNone')}</Notice>}
      <div className="flex flex-col gap-6">
        <section className="flex flex-col gap-3">
          <h2 className="text-20 font-semibold">{t('currencies')}</h2>
          <ListView
            label={t('currencies')}
            list={listOf(query, 'currencies')}
            columns={useCurrencyColumns()}
            rowKey={(row) => row.currency}
            empty={{ drawing: 'market', title: t('currencies') }}
          />
        </section>
        <Markets query={query} onSources={mayWrite ? setDoing : null} />
      </div>
      {doing === 'currency' && <CurrencySheet onClose={close} />}
      {doing === 'market' && <MarketSheet currencies={untraded} recording={running === 'replay'} onClose={close} />}
      {doing !== null && typeof doing !== 'string' && <SourcesSheet market={doing} onClose={close} />}
    </>
  )
}

interface MarketsProps {
  query: ReturnType<typeof useListings>
  onSources: ((market: ListedMarket) => void) | null
}

function Markets({ query, onSources }: MarketsProps) {
  const t = useTranslations('desk.listing')
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-20 font-semibold">{t('markets')}</h2>
      <ListView
        label={t('markets')}
        list={listOf(query, 'markets')}
        columns={useMarketColumns()}
        rowKey={(row) => row.symbol}
        empty={{ drawing: 'market', title: t('markets') }}
        {...(onSources === null
          ? {}
          : {
              actions: (market: ListedMarket) => (
                <RowButton
                  icon={RadioTower}
                  label={t('editSourcesAction')}
                  of={market.symbol}
                  onPress={() => onSources(market)}
                />
              ),
            })}
      />
    </section>
  )
}

function useCurrencyColumns(): readonly Column<ListedCurrency>[] {
  const t = useTranslations('desk.listing')
  return [
    {
      key: 'currency',
      head: t('fields.currency'),
      cell: (row) => (
        <span className="inline-flex items-center gap-2.5 whitespace-nowrap">
          <CoinMark code={row.currency} size={24} />
          {row.currency}
        </span>
      ),
    },
    { key: 'name', head: t('fields.name'), cell: (row) => row.name },
    figureColumn('scale', t('fields.scale'), (row) => String(row.scale)),
    {
      key: 'traded',
      head: t('groupMarket'),
      cell: (row) => (
        <Badge tone={row.traded ? 'plain' : 'warning'}>{row.traded ? t('tradedYes') : t('tradedNo')}</Badge>
      ),
    },
  ]
}

function useMarketColumns(): readonly Column<ListedMarket>[] {
  const t = useTranslations('desk')
  return [
    { key: 'symbol', head: t('common.symbol'), cell: (row) => row.symbol },
    {
      key: 'sources',
      head: t('listing.fields.sources'),
      cell: (row) => (
        <span className="flex flex-col gap-0.5 text-14 max-wide:items-end">
          {row.sources.map(({ source, code, quote }) => (
            <span key={source} className="whitespace-nowrap">
              <span className="capitalize">{source}</span>{' '}
              <span className="figures text-quiet">
                {code} · {quote}
              </span>
            </span>
          ))}
        </span>
      ),
    },
    figureColumn('jump', t('listing.fields.jump_permille'), (row) => `${row.jump_permille} ‰`),
  ]
}
