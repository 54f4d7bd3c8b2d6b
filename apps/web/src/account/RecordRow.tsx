import type { Record as LedgerRecord } from '@truemark/protocol/routes/account'
import { Amount } from '@truemark/ui/primitives/Amount'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { joined } from '@truemark/ui/primitives/joined'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../reader/door.ts'
import { Owned } from './Owned.tsx'

/** One line of the ledger: what it was, when, how much, and the balance after it. A press opens it. */
export function RecordRow({ record, onOpen }: { record: LedgerRecord; onOpen: (record: LedgerRecord) => void }) {
  const t = useTranslations('account')
  const dateTime = useDateTime()
  return (
    <button type="button" onClick={() => onOpen(record)} className={joined(rowClass, 'min-h-16 hairline-b')}>
      <ListRowContent
        title={t(`category.${record.category}`)}
        note={
          <span className="figures">
            {dateTime(record.date)} · {t(`kind.${record.type}`)}
          </span>
        }
        value={
          <Amount
            value={record.amount}
            unit={record.currency}
            signed
            decimalsMax={8}
            className={joined('font-medium', record.isDeposit ? 'text-up' : 'text-text')}
          />
        }
        valueNote={
          <>
            {t('records.balance')} <Owned value={record.balance} decimalsMax={8} />
          </>
        }
      />
    </button>
  )
}
