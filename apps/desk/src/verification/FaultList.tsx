import type { VerificationFault } from '@truemark/protocol/routes/verification'
import { useTranslations } from 'use-intl'

/** What was at fault, as its owner reads it. */
export function FaultList({ faults }: { faults: readonly VerificationFault[] }) {
  const t = useTranslations('desk.verification')
  if (faults.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-14">
      {faults.map(({ field, reason, note }) => (
        <li key={field}>
          <span className="font-medium">{t(`fields.${field}`)}</span>
          {' – '}
          {t(`reasons.${reason}`)} {note}
        </li>
      ))}
    </ul>
  )
}
