import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { deskStaff } from '@truemark/protocol/routes/staff'
import { ChevronRight, Info } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { Notice } from '../table/door.ts'

/** Asks an operator for the declaration that everyone reads of, until it is made: in full where the desk begins, else in a line. */
export function StaffNotice() {
  const t = useTranslations('desk.staff')
  const standing = useQuery({ queryKey: ['staff'], queryFn: () => call(deskStaff, {}), staleTime: 60_000 }).data
  const isBeginning = useLocation().pathname === '/overview'
  if (standing?.declared !== 'undeclared') return null
  if (!isBeginning) {
    return (
      <Link
        to="/security"
        className="feedback mb-4 flex min-h-11 items-center gap-3 rounded-card bg-info-soft px-4 py-2 text-14 font-medium text-text"
      >
        <Info size={20} strokeWidth={1.5} className="shrink-0 text-info" aria-hidden="true" />
        <span className="min-w-0 flex-1">{t('ask')}</span>
        <ChevronRight size={18} strokeWidth={1.5} className="shrink-0 text-quiet" aria-hidden="true" />
      </Link>
    )
  }
  return (
    <Notice title={t('ask')}>
      {t('text')}{' '}
      <Link to="/security" className="inline-flex min-h-11 items-center font-medium text-primary">
        {t('title')}
      </Link>
    </Notice>
  )
}
