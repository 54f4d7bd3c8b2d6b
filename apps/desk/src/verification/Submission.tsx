import { Link } from '@tanstack/react-router'
import type { DeskVerificationOne } from '@truemark/protocol/routes/deskVerification'
import { verificationField, type VerificationField } from '@truemark/protocol/routes/verification'
import { Card } from '@truemark/ui/primitives/Card'
import { useLocale, useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { FaultList } from './FaultList.tsx'
import { VerificationBadge } from './VerificationBadge.tsx'

/** What was typed, and what speaks against it. */
export function Submission({ one }: { one: DeskVerificationOne }) {
  const t = useTranslations('desk.verification')
  const dateTime = useDateTime()
  const locale = useLocale()
  const countryOf = (code: string) => new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
  const typed = verificationField.options.filter((field) => one.fields[field] !== undefined)
  const valueOf = (field: VerificationField) => {
    const value = one.fields[field] ?? ''
    return field === 'country' && value !== '' ? countryOf(value) : value
  }
  const lines: (readonly [string, string])[] = [
    ...typed.map((field) => [t(`fields.${field}`), valueOf(field)] as const),
    [t('submitted'), dateTime(one.submitted)],
    [t('attempts'), String(one.attempts)],
    [t('decidedBy'), one.decided_by || '–'],
    ...(one.revoked === null ? [] : [[t('revokedAt'), dateTime(one.revoked)] as const]),
  ]
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-20 font-semibold">{t(one.level)}</h2>
        <VerificationBadge one={one} />
      </div>
      <Warnings one={one} countryOf={countryOf} />
      <dl className="flex flex-col gap-2 text-14">
        {lines.map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-4">
            <dt className="text-quiet">{name}</dt>
            <dd className="figures min-w-0 text-right text-16 break-words select-all">{value}</dd>
          </div>
        ))}
      </dl>
      <FaultList faults={one.faults} />
    </Card>
  )
}

interface WarningsProps {
  one: DeskVerificationOne
  countryOf: (code: string) => string
}

function Warnings({ one, countryOf }: WarningsProps) {
  const t = useTranslations('desk.verification')
  const { country } = one.fields
  const differs = country !== undefined && one.registered_country !== '' && country !== one.registered_country
  const others = [
    { uids: one.same_number, text: t('sameNumber', { count: one.same_number.length }) },
    { uids: one.same_photo, text: t('samePhoto', { count: one.same_photo.length }) },
  ].filter(({ uids }) => uids.length > 0)
  return (
    <>
      {differs && (
        <p className="rounded-control bg-warning-soft px-3.5 py-2.5 text-14">
          {t('countryDiffers')} {t('registeredCountry')}: {countryOf(one.registered_country)}
        </p>
      )}
      {others.map(({ uids, text }) => (
        <div key={text} className="flex flex-col gap-1 rounded-control bg-danger-soft px-3.5 py-2.5 text-14">
          <p>{text}</p>
          <ul className="flex flex-col">
            {uids.map((uid) => (
              <li key={uid}>
                <Link
                  to="/users/$uid"
                  params={{ uid }}
                  className="figures inline-flex min-h-11 items-center break-all underline underline-offset-2"
                >
                  {uid}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}
