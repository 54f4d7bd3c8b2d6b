import { assetsPublic, deskAssetState, type AssetPlace } from '@truemark/protocol/routes/assets'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { CircleMinus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useWhole } from '../data/lists.ts'
import { type Column, figureColumn, HeadRow, ListView, RowButton } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { AskSheet } from './AskSheet.tsx'
import { AssetSheet } from './AssetSheet.tsx'

/** Where assets of customers lie, as everyone reads it, and what may be stated anew. */
export function Assets({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslations('desk.treasury')
  const dateTime = useDateTime()
  const [asked, setAsked] = useState<AssetPlace | 'new' | null>(null)
  const list = useWhole(['assets', 'places'], async () => (await call(assetsPublic, {})).places, {
    csv: { list: assetsPublic, of: 'places' },
  })
  const columns: readonly Column<AssetPlace>[] = [
    {
      key: 'place',
      head: t('where'),
      cell: (row) => (
        <span className="flex flex-col">
          <span className="figures wrap-anywhere">{row.place}</span>
          {row.network !== '' && <span className="text-12 text-quiet">{row.network}</span>}
        </span>
      ),
    },
    figureColumn('amount', t('amount'), (row) => <Amount value={row.amount} unit={row.currency} />),
    {
      key: 'signed',
      head: t('signed'),
      cell: ({ signature }) => (
        <Badge tone={signature === null ? 'plain' : 'up'}>{signature === null ? t('onlyStated') : t('signed')}</Badge>
      ),
    },
    { key: 'time', head: t('time'), cell: (row) => dateTime(row.time) },
  ]
  const state = (
    <Button kind="secondary" onClick={() => setAsked('new')}>
      {t('stateAsset')}
    </Button>
  )
  const end = (row: AssetPlace) => (
    <RowButton icon={CircleMinus} label={t('noLonger')} of={row.place} onPress={() => setAsked(row)} />
  )
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <HeadRow actions={mayWrite ? state : undefined}>
          <h2 className="text-20 font-semibold">{t('assets')}</h2>
        </HeadRow>
        <p className="order-1 max-w-[72ch] text-14 text-secondary">{t('assetsExplained')}</p>
      </div>
      <ListView
        label={t('assets')}
        list={list}
        columns={columns}
        rowKey={(row) => String(row.entry)}
        empty={{ drawing: 'coins', title: t('noAssets') }}
        {...(mayWrite ? { actions: end } : {})}
      />
      {asked === 'new' && <AssetSheet onClose={() => setAsked(null)} />}
      {asked !== null && asked !== 'new' && <NoLonger place={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

/** Takes a place out of what is stated. */
function NoLonger({ place, onClose }: { place: AssetPlace; onClose: () => void }) {
  const t = useTranslations('desk.treasury')
  const { amount, currency, network, place: address } = place
  const send = (reason: string) => {
    const at = { currency, network: network === '' ? null : network, place: address, amount: null, signature: null }
    return call(deskAssetState, { body: { ...at, reason } })
  }
  return (
    <AskSheet title={t('noLonger')} text={t('noLongerText')} ready send={send} onClose={onClose}>
      {() => (
        <p className="figures text-14 break-all">
          <Amount value={amount} unit={currency} /> · {address}
        </p>
      )}
    </AskSheet>
  )
}
