import { useTranslations } from 'use-intl'
import { useMay } from '../data/session.ts'
import { useDateTime } from '../i18n/door.ts'
import { useDeskWaiting } from '../waiting/door.ts'
import { Tile } from './Tile.tsx'

/** How much waits in each queue that the role sees, what has escalated, and where the reconciliation stands. */
export function WaitingTiles() {
  const mayMoney = useMay('desk_wallet')
  const mayPeople = useMay('desk_verification')
  return (
    <>
      {mayMoney && <QueueTile name="deposits" to="/deposits" label="deposits" />}
      {mayMoney && <QueueTile name="withdrawals" to="/withdrawals" label="withdrawals" />}
      {mayPeople && <QueueTile name="verifications" to="/verifications" label="verification" />}
      {mayMoney && <ReconciliationTile />}
    </>
  )
}

interface QueueTileProps {
  name: 'deposits' | 'withdrawals' | 'verifications'
  to: '/deposits' | '/withdrawals' | '/verifications'
  label: 'deposits' | 'withdrawals' | 'verification'
}

function QueueTile({ name, to, label }: QueueTileProps) {
  const t = useTranslations('desk')
  const { waiting, failed } = useDeskWaiting()
  const count = waiting?.[name]
  const late = count?.escalated ?? 0
  return (
    <Tile
      to={to}
      label={t(`menu.${label}`)}
      value={count ? count.open : failed ? '–' : undefined}
      note={
        late > 0 ? (
          <span className="text-danger">{t('waiting.escalatedCount', { count: late })}</span>
        ) : (
          count && count.open > 0 && t('waiting.inTime')
        )
      }
    />
  )
}

function ReconciliationTile() {
  const t = useTranslations('desk.waiting')
  const dateTime = useDateTime()
  const { waiting, failed } = useDeskWaiting()
  const standing = waiting?.reconciliation
  if (!standing) return <Tile to="/treasury" label={t('reconciliation')} value={failed ? '–' : undefined} />
  const { last, due, differs } = standing
  const word = due ? t('due') : differs ? t('differs') : last === null ? '–' : t('signed')
  return (
    <Tile
      to="/treasury"
      label={t('reconciliation')}
      value={<span className={due || differs ? 'text-danger' : undefined}>{word}</span>}
      note={last === null ? t('neverSigned') : dateTime(last)}
    />
  )
}
