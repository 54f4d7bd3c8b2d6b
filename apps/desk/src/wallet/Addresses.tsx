import { Link } from '@tanstack/react-router'
import { deskAddresses, type PooledAddress } from '@truemark/protocol/routes/deskWallet'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { type Column, figureColumn, Filters, ListView, SearchField } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'

/** Deposit addresses in store, and whose each of the given ones is. */
export function Addresses() {
  const t = useTranslations('desk.networks')
  const [search, setSearch] = useState('')
  const query = search === '' ? {} : { search }
  const list = usePages(['depositAddresses', search], (page) => call(deskAddresses, { query: { ...page, ...query } }), {
    csv: { list: deskAddresses, query },
  })
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-20 font-semibold">{t('own')}</h2>
      <p className="max-w-[72ch] text-14 text-secondary">{t('ownExplained')}</p>
      <Filters>
        <SearchField label={t('find')} value={search} onSearch={setSearch} />
      </Filters>
      <ListView
        label={t('own')}
        list={list}
        columns={useColumns()}
        rowKey={(row) => row.id}
        empty={{ drawing: 'coins', title: search === '' ? t('noOwn') : t('notFound') }}
      />
    </section>
  )
}

function useColumns(): readonly Column<PooledAddress>[] {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  return [
    {
      key: 'address',
      head: t('networks.address'),
      cell: (row) => <span className="figures break-all">{row.address}</span>,
    },
    { key: 'network', head: t('common.network'), cell: (row) => `${row.currency} ${row.network}` },
    {
      key: 'user',
      head: t('cashier.who'),
      cell: (row) =>
        row.uid === null ? (
          t('networks.inStore')
        ) : (
          <Link to="/users/$uid" params={{ uid: row.uid }} className="break-all text-primary hover:underline">
            {row.account || row.uid}
          </Link>
        ),
    },
    figureColumn('added', t('networks.added'), (row) => dateTime(row.added)),
    figureColumn('given', t('networks.givenAt'), (row) => (row.given === null ? '–' : dateTime(row.given))),
  ]
}
