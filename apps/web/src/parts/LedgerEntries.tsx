import type { Record as LedgerRecord } from '@truemark/protocol/routes/account'
import { Amount } from '@truemark/ui/primitives/Amount'
import { joined } from '@truemark/ui/primitives/joined'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'

/** The ledger lines that an order or a position wrote. */
export function LedgerEntries({ records }: { records: readonly LedgerRecord[] }) {
  const spot = useTranslations('spot')
  const category = useTranslations('account.category')
  const dateTime = useDateTime()
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="text-16 font-semibold">{spot('ledgerEntries')}</h2>
      <p className="text-14 text-secondary">{spot('ledgerEntriesText')}</p>
      <div className="overflow-hidden rounded-card bg-surface">
        {records.length === 0 && <p className="p-4 text-14 text-quiet">{spot('noEntries')}</p>}
        <ul>
          {records.map((entry) => (
            <li
              key={entry.id}
              className="flex items-baseline justify-between gap-3 px-4 py-3 hairline-b last:shadow-none"
            >
              <span className="flex min-w-0 flex-col">
                <span className="text-14">{category(entry.category)}</span>
                <span className="figures text-12 text-quiet">{dateTime(entry.date)}</span>
              </span>
              <Amount
                value={entry.amount}
                unit={entry.currency}
                signed
                className={joined('text-14', entry.isDeposit ? 'text-up' : 'text-text')}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
