import { deskNetworks, type DeskNetwork } from '@truemark/protocol/routes/deskWallet'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { Plus, SlidersHorizontal, WalletCards } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useWhole } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { type Column, figureColumn, ListView, RowButton } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { AddressesSheet } from './AddressesSheet.tsx'
import { NetworkSheet } from './NetworkSheet.tsx'

/** The networks of each currency: whether money comes and goes there, and where to. */
export function Networks() {
  const t = useTranslations('desk')
  const mayWrite = useMay('desk_wallet_write')
  const [changing, change] = useState<{ network: DeskNetwork | null } | null>(null)
  const [filling, fill] = useState<DeskNetwork | null>(null)
  const list = useWhole(['networks'], async () => (await call(deskNetworks, {})).items, {
    csv: { list: deskNetworks },
  })
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-20 font-semibold">{t('networks.title')}</h2>
        {mayWrite && (
          <Button kind="secondary" onClick={() => change({ network: null })}>
            <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
            {t('networks.add')}
          </Button>
        )}
      </div>
      <p className="max-w-[72ch] text-14 text-secondary">{t('networks.explained')}</p>
      <ListView
        label={t('networks.title')}
        list={list}
        columns={useColumns()}
        rowKey={(row) => `${row.currency} ${row.network}`}
        empty={{ drawing: 'coins', title: t('networks.empty'), text: t('networks.emptyText') }}
        {...(mayWrite
          ? {
              actions: (row: DeskNetwork) => (
                <>
                  <RowButton
                    icon={WalletCards}
                    label={t('networks.fill')}
                    of={`${row.currency} ${row.network}`}
                    onPress={() => fill(row)}
                  />
                  <RowButton
                    icon={SlidersHorizontal}
                    label={t('networks.change')}
                    of={`${row.currency} ${row.network}`}
                    onPress={() => change({ network: row })}
                  />
                </>
              ),
            }
          : {})}
      />
      {changing && <NetworkSheet network={changing.network} onClose={() => change(null)} />}
      {filling && <AddressesSheet network={filling} onClose={() => fill(null)} />}
    </section>
  )
}

function useColumns(): readonly Column<DeskNetwork>[] {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  const onOff = (on: boolean) => <Badge tone={on ? 'up' : 'plain'}>{on ? t('common.on') : t('common.off')}</Badge>
  return [
    { key: 'currency', head: t('treasury.currency'), cell: (row) => row.currency },
    {
      key: 'network',
      head: t('common.network'),
      cell: (row) => (row.network === row.form ? row.network : `${row.network} (${row.form})`),
    },
    { key: 'deposit', head: t('networks.deposits'), cell: (row) => onOff(row.deposit) },
    { key: 'withdraw', head: t('networks.withdrawals'), cell: (row) => onOff(row.withdraw) },
    {
      key: 'address',
      head: t('networks.shared'),
      cell: (row) => (
        <span className="flex flex-col items-start gap-1">
          <span className="figures break-all">{row.address || '–'}</span>
          {row.memo && <Badge tone="info">{t('networks.memo')}</Badge>}
        </span>
      ),
    },
    figureColumn('stock', t('networks.own'), (row) =>
      t('networks.stock', { free: String(row.free), given: String(row.given) }),
    ),
    figureColumn('updated', t('networks.updated'), (row) => dateTime(row.updated)),
  ]
}
