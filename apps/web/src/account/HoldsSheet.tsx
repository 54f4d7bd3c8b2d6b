import type { AccountKind } from '@truemark/protocol/routes/account'
import type { Hold } from '@truemark/protocol/routes/holdings'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { useDateTime } from '../i18n/door.ts'
import { holdPath } from './causePath.ts'
import { useHolds } from './fundQueries.ts'
import { Owned } from './Owned.tsx'

interface HoldsSheetProps {
  type: AccountKind
  currency: string
  onClose: () => void
}

/** What locks money, one by one; each leads to its cause. */
export function HoldsSheet({ type, currency, onClose }: HoldsSheetProps) {
  const t = useTranslations('funds.holds')
  const query = useHolds(type, currency)
  return (
    <OwnSheet onClose={onClose} title={t('title', { currency })} description={t('text')}>
      <Loaded query={query} rows={2}>
        {(holds) =>
          holds.length === 0 ? (
            <p className="py-4 text-14 text-secondary">{t('none')}</p>
          ) : (
            <ul className="-mx-5">
              {holds.map((hold) => (
                <li key={`${hold.hold} ${hold.cause?.id ?? ''}`} className="hairline-b last:shadow-none">
                  <HoldRow hold={hold} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </OwnSheet>
  )
}

function HoldRow({ hold }: { hold: Hold }) {
  const t = useTranslations('funds.holds')
  const dateTime = useDateTime()
  const { cause } = hold
  const note = [hold.symbol, hold.since === null ? '' : dateTime(hold.since)].filter((part) => part !== '').join(' · ')
  const content = (
    <ListRowContent
      title={t(`cause.${hold.hold}`)}
      {...(note === '' ? {} : { note: <span className="figures">{note}</span> })}
      value={<Owned value={hold.amount} unit={hold.currency} decimalsMax={8} />}
      leads
    />
  )
  return (
    <Link {...holdPath(cause)} className={rowClass}>
      {content}
    </Link>
  )
}
