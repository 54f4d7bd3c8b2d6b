import type { Record as LedgerRecord } from '@truemark/protocol/routes/account'
import { formatUtcDay } from '@truemark/ui/figures/dateTime'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { AmountLine, Line, TimeLine } from '../parts/Line.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { causePath } from './causePath.ts'
import { Owned } from './Owned.tsx'

const accounts = ['coin', 'contract', 'option'] as const
const sides = [
  'market',
  'fees',
  'external',
  'held',
  'finance',
  'options',
  'exchange',
  'treasury',
  'insurance',
  'clearing',
] as const

/** All that a line of the ledger says, and the way to what caused it. */
export function RecordSheet({ record, onClose }: { record: LedgerRecord; onClose: () => void }) {
  const t = useTranslations('funds.record')
  const account = useTranslations('account')
  const end = useEndText()
  const { cause } = record
  return (
    <OwnSheet
      onClose={onClose}
      title={account(`category.${record.category}`)}
      footer={
        cause === null ? undefined : (
          <Link {...causePath(cause)} className={buttonClass('primary', false, true)}>
            {t(`open.${cause.kind}`)}
          </Link>
        )
      }
    >
      <dl className="flex flex-col gap-1.5 text-14">
        <AmountLine
          label={account('records.amount')}
          strong
          value={record.amount}
          unit={record.currency}
          signed
          decimalsMax={8}
        />
        <Line label={t('direction')}>{record.isDeposit ? t('in') : t('out')}</Line>
        <Line label={t('from')}>{end(record.from)}</Line>
        <Line label={t('to')}>{end(record.to)}</Line>
        <Line label={account('records.account')}>{account(`assets.${record.type}`)}</Line>
        <Line label={t('balance')}>
          <Owned value={record.balance} unit={record.currency} decimalsMax={8} />
        </Line>
        <TimeLine label={account('records.time')} at={record.date} />
        {record.income_day !== null && (
          <Line label={t('incomeDay')}>
            <span className="figures">{formatUtcDay(record.income_day)}</span>
          </Line>
        )}
        {record.reason !== '' && <Line label={t('reason')}>{t(`reasons.${record.reason}`)}</Line>}
        {record.reference !== '' && (
          <Line label={account('records.reference')}>
            <span className="figures break-all">{record.reference}</span>
          </Line>
        )}
      </dl>
      {cause === null && (
        <p className="pt-3 text-12 text-quiet">{t(record.reason === 'manual' ? 'noCauseManual' : 'noCause')}</p>
      )}
    </OwnSheet>
  )
}

/** Where money came from or went: one's own account, or a word for the other side. */
function useEndText(): (end: string) => string {
  const t = useTranslations('funds.record')
  const account = useTranslations('account.assets')
  return (end) => {
    const own = accounts.find((each) => each === end)
    if (own) return account(own)
    const side = sides.find((each) => each === end)
    return side ? t(`side.${side}`) : end
  }
}
