import { deskLiabilitiesProve, liabilities, type LiabilityEpoch } from '@truemark/protocol/routes/liabilities'
import { formatDecimal } from '@truemark/core/money/decimal'
import { Button } from '@truemark/ui/primitives/Button'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { CopyButton, FailureNote, useDeed } from '../deed/door.ts'
import { type Column, figureColumn, Heading, ListView } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'

/** The proofs of what is owed, which the public sees too, and one more now. */
export function ProofsScreen() {
  const t = useTranslations('desk.proofs')
  const mayProve = useMay('desk_wallet_write')
  const list = usePages(['proofs'], (page) => call(liabilities, { query: page }), {
    limit: '20',
    csv: { list: liabilities },
  })
  const deed = useDeed({
    send: () => call(deskLiabilitiesProve, { body: {} }),
    touches: ['proofs'],
    done: () => t('done'),
  })
  return (
    <>
      <Heading
        title={t('title')}
        text={t('explained')}
        actions={
          mayProve && (
            <Button busy={deed.busy} onClick={() => !deed.busy && void deed.run(undefined)}>
              {t('prove')}
            </Button>
          )
        }
      />
      <FailureNote text={deed.failure} />
      <ListView
        label={t('title')}
        list={list}
        columns={useColumns()}
        rowKey={({ epoch }) => String(epoch)}
        empty={{ drawing: 'ledger', title: t('empty') }}
      />
    </>
  )
}

function useColumns(): readonly Column<LiabilityEpoch>[] {
  const t = useTranslations('desk.proofs')
  const dateTime = useDateTime()
  const owed = ({ trees }: LiabilityEpoch) => trees.find((tree) => tree.realm === 'real' && tree.currency === 'USDT')
  return [
    { key: 'epoch', head: t('number'), cell: ({ epoch }) => <span className="figures">{epoch}</span> },
    figureColumn('time', t('time'), ({ time }) => dateTime(time)),
    figureColumn('seq', t('row'), ({ seq }) => seq),
    figureColumn('owed', t('owed'), (epoch) => {
      const tree = owed(epoch)
      return tree === undefined ? '0' : formatDecimal(BigInt(tree.sum), tree.scale)
    }),
    {
      key: 'digest',
      head: t('digest'),
      cell: ({ digest }) => (
        <span className="inline-flex min-w-0 flex-wrap items-center justify-end gap-x-1">
          <code className="text-12">{digest.slice(0, 8)}…</code>
          <CopyButton text={digest} />
        </span>
      ),
    },
  ]
}
