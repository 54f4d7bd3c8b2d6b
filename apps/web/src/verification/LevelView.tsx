import { localeOf } from '@truemark/protocol/locale'
import type { LevelState, VerificationFault, VerificationField } from '@truemark/protocol/routes/verification'
import { Card } from '@truemark/ui/primitives/Card'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { serverNow } from '@truemark/ui/device/serverTime'
import { useSession } from '../data/session.ts'
import { useDateTime, useDeadline } from '../i18n/door.ts'

interface LevelViewProps {
  level: LevelState
  /** The fields of the level, in their order. */
  fields: readonly VerificationField[]
  /** The form, where the level can be submitted. */
  children: ReactNode
}

/** A level as it stands: its form, or what was submitted while it waits or after it is approved. */
export function LevelView({ level, fields, children }: LevelViewProps) {
  const t = useTranslations('verification')
  const dateTime = useDateTime()
  const writeDeadline = useDeadline()
  const { state } = level
  if (state === 'none') return <div className="pt-4">{children}</div>
  if (state === 'rejected') {
    return (
      <div className="flex flex-col gap-4 pt-4">
        <section className="flex flex-col gap-1 rounded-card bg-danger-soft px-4 py-3">
          <h2 className="text-16 font-medium">{level.revoked ? t('revokedTitle') : t('rejectedTitle')}</h2>
          <p className="text-14">{level.revoked ? t('revokedText') : t('rejectedText')}</p>
          <FaultList faults={level.faults} />
        </section>
        {children}
      </div>
    )
  }
  const submitted = dateTime(level.submitted ?? 0)
  const deadline = writeDeadline(level.deadline ?? 0)
  const isLate = level.deadline !== null && level.deadline < serverNow()
  return (
    <div className="flex flex-col gap-4 pt-4">
      <Card className="flex flex-col gap-1">
        <h2 className="text-20 font-semibold">{state === 'pending' ? t('pendingTitle') : t('approvedTitle')}</h2>
        <p className="text-14 text-secondary">
          {state === 'approved'
            ? t('approvedText', { time: dateTime(level.decided ?? 0) })
            : t(isLate ? 'lateText' : 'pendingText', { submitted, deadline })}
        </p>
      </Card>
      <Submitted level={level} fields={fields} />
    </div>
  )
}

function FaultList({ faults }: { faults: readonly VerificationFault[] }) {
  const t = useTranslations('verification')
  const faultText = useFaultText()
  return (
    <ul className="flex flex-col gap-1 pt-1 text-14">
      {faults.map((fault) => (
        <li key={fault.field}>
          <span className="font-medium">{t(`field.${fault.field}`)}</span>
          {' – '}
          {faultText(fault)}
        </li>
      ))}
    </ul>
  )
}

/** The sentence of a rejected field: the reason, and what the reviewer added. */
export function useFaultText(): (fault: VerificationFault) => string {
  const t = useTranslations('verification.reason')
  return ({ reason, note }) => [t(reason), note.trim()].filter((part) => part !== '').join(' ')
}

function Submitted({ level, fields }: Pick<LevelViewProps, 'level' | 'fields'>) {
  const t = useTranslations('verification')
  const tag = useSession((state) => localeOf(state.locale).tag)
  const shown = (field: VerificationField): string => {
    const value = level.fields[field] ?? ''
    return field === 'country' ? (new Intl.DisplayNames(tag, { type: 'region' }).of(value) ?? value) : value
  }
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-14 text-quiet">{t('submitted')}</h3>
      <dl className="overflow-hidden rounded-card bg-surface text-16">
        {fields
          .filter((field) => level.fields[field] !== undefined)
          .map((field) => (
            <div key={field} className="flex min-h-14 items-center gap-4 px-4 py-2 hairline-b last:shadow-none">
              <dt className="flex-1 text-secondary">{t(`field.${field}`)}</dt>
              <dd className="figures min-w-0 text-right break-words">{shown(field)}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
