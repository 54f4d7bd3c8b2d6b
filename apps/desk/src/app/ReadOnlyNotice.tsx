import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useReadOnly, useReadOnlyText } from '../settings/door.ts'
import { Notice } from '../table/door.ts'

/** Says on every page that nothing can be changed, or from when on, and leads to where that is ended. */
export function ReadOnlyNotice() {
  const t = useTranslations('desk.readOnly')
  const text = useReadOnlyText()
  const period = useReadOnly().data?.period ?? null
  if (period === null) return null
  return (
    <Notice title={text(period)}>
      <Link to="/app-data" className="inline-flex min-h-11 items-center font-medium text-primary">
        {t('title')}
      </Link>
    </Notice>
  )
}
