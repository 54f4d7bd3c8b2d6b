import { Link } from '@tanstack/react-router'
import type { DeskVerificationOne } from '@truemark/protocol/routes/deskVerification'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { FaultList } from './FaultList.tsx'

/** What the person has submitted besides, newest first. */
export function History({ one }: { one: DeskVerificationOne }) {
  const t = useTranslations('desk.verification')
  const dateTime = useDateTime()
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-20 font-semibold">{t('history')}</h2>
      <ul className="flex flex-col gap-2">
        {one.history.map((past) => (
          <li key={past.id} className="flex flex-col gap-2 rounded-card bg-surface p-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Link
                to="/verifications/$id"
                params={{ id: past.id }}
                className="inline-flex min-h-11 items-center text-16 font-medium text-primary hover:underline"
              >
                {t(past.level)}, {t(`states.${past.state}`)}
              </Link>
              <span className="figures text-12 text-quiet">
                {dateTime(past.decided ?? past.submitted)} {past.decided_by}
              </span>
            </div>
            <FaultList faults={past.faults} />
          </li>
        ))}
      </ul>
    </section>
  )
}
