import type { LevelState } from '@truemark/protocol/routes/verification'
import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { VerificationFrame } from './VerificationFrame.tsx'

const tones: Record<LevelState['state'], BadgeTone> = {
  none: 'plain',
  pending: 'warning',
  approved: 'info',
  rejected: 'danger',
}

const levels = [
  { level: 'primary', title: 'primaryCertification', to: '/setting/authentication/primary-certification' },
  { level: 'advanced', title: 'advancedCertification', to: '/setting/authentication/advanced-certification' },
] as const

/** Where both levels of verification stand, and what each is for. */
export function AuthenticationScreen() {
  const t = useTranslations('verification')
  const title = useTranslations('shell.title')
  return (
    <VerificationFrame title="authentication">
      {(standing) => (
        <div className="flex flex-col gap-4 pt-4">
          <ul className="overflow-hidden rounded-card bg-surface">
            {levels.map(({ level, title: name, to }) => (
              <li key={level} className="hairline-b last:shadow-none">
                <Link to={to} className={`${rowClass} items-start py-4`}>
                  <ListRowContent
                    title={
                      <span className="flex flex-wrap items-center gap-2">
                        {title(name)}
                        <Badge tone={tones[standing[level].state]}>{t(`state.${standing[level].state}`)}</Badge>
                      </span>
                    }
                    note={<span className="whitespace-normal">{t(`grants.${level}`)}</span>}
                    leads
                  />
                </Link>
              </li>
            ))}
          </ul>
          <p className="text-14 text-secondary">
            {t('intro', { min: String(standing.review_hours.min), max: String(standing.review_hours.max) })}
          </p>
          <p className="text-12 text-quiet">{t('care')}</p>
        </div>
      )}
    </VerificationFrame>
  )
}
