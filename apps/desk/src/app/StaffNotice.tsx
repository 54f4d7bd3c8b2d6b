import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deskStaff } from '@truemark/protocol/routes/staff'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { Notice } from '../table/door.ts'

/** Asks an operator for the declaration that everyone reads of, until it is made. */
export function StaffNotice() {
  const t = useTranslations('desk.staff')
  const standing = useQuery({ queryKey: ['staff'], queryFn: () => call(deskStaff, {}), staleTime: 60_000 }).data
  if (standing?.declared !== 'undeclared') return null
  return (
    <Notice title={t('ask')}>
      {t('text')}{' '}
      <Link to="/security" className="inline-flex min-h-11 items-center font-medium text-primary">
        {t('title')}
      </Link>
    </Notice>
  )
}
