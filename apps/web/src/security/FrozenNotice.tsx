import type { Disabling, Freeze } from '@truemark/protocol/routes/touches'
import { Scale, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useDateTime, useDeadline } from '../i18n/door.ts'
import { useBars } from './access.ts'

/** What an operator holds the account by, and why: that it is disabled, that its money is frozen. Nothing where neither is. */
export function FrozenNotice({ leadsOut = true }: { leadsOut?: boolean }) {
  const { freeze, disabled } = useBars()
  return (
    <>
      {disabled !== null && <Disabled disabled={disabled} frozen={freeze !== null} leadsOut={leadsOut} />}
      {freeze !== null && <Frozen freeze={freeze} alone={disabled === null} />}
    </>
  )
}

// why money can't be withdrawn at present: the legal ground, its reference and since when
function Frozen({ freeze, alone }: { freeze: Freeze; alone: boolean }) {
  const t = useTranslations('security.frozen')
  const dateTime = useDateTime()
  return (
    <Bar
      title={t('title')}
      mark={<Scale size={20} strokeWidth={1.5} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />}
    >
      <p>{t(`ground.${freeze.ground}`)}</p>
      <p className="break-words text-secondary">
        {t('reference', { reference: freeze.reference })} <span className="figures">{dateTime(freeze.since)}</span>
      </p>
      <Lasting until={freeze.until} basis={freeze.basis} roles={[freeze.asked_by, freeze.confirmed_by]} />
      {alone && <p className="text-secondary">{t('rest')}</p>}
      <BarLink to="/setting/contact-us">{t('contact')}</BarLink>
    </Bar>
  )
}

interface LastingProps {
  until: number
  basis: Freeze['basis']
  roles: readonly Freeze['asked_by'][]
}

// until when it holds, and by whom it was decided
function Lasting({ until, basis, roles }: LastingProps) {
  const t = useTranslations('security.lasting')
  const names = useTranslations('transparency.people.role')
  const deadline = useDeadline()
  const known = roles.flatMap((role) => (role === null ? [] : [names(role)]))
  return (
    <>
      <p className="figures text-secondary">
        {t(basis === 'emergency' ? 'emergency' : 'until', { until: deadline(until) })}
      </p>
      {known.length > 0 && <p className="text-secondary">{t('decidedBy', { roles: known.join(', ') })}</p>}
    </>
  )
}

interface DisabledProps {
  disabled: Disabling
  frozen: boolean
  leadsOut: boolean
}

// why nothing can be traded or brought in, and that what is there can be taken out
function Disabled({ disabled, frozen, leadsOut }: DisabledProps) {
  const { ground, since } = disabled
  const t = useTranslations('security')
  const dateTime = useDateTime()
  return (
    <Bar
      title={t('disabled.title')}
      mark={<UserX size={20} strokeWidth={1.5} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />}
    >
      <p>
        {ground !== null && t(`disabled.ground.${ground}`)}{' '}
        <span className="figures text-secondary">{dateTime(since)}</span>
      </p>
      <Lasting until={disabled.until} basis={disabled.basis} roles={[disabled.asked_by, disabled.confirmed_by]} />
      <p className="text-secondary">{frozen ? t('disabled.restFrozen') : t('disabled.rest')}</p>
      <div className="flex flex-wrap gap-x-6">
        {leadsOut && !frozen && <BarLink to="/withdrawal/cashout">{t('disabled.withdraw')}</BarLink>}
        <BarLink to="/setting/contact-us">{t('frozen.contact')}</BarLink>
      </div>
    </Bar>
  )
}

function Bar({ title, mark, children }: { title: string; mark: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex gap-3 rounded-card bg-danger-soft px-4 py-3 text-14">
      {mark}
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="font-medium">{title}</h2>
        {children}
      </div>
    </section>
  )
}

function BarLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-mb-1 inline-flex min-h-11 items-center self-start rounded-control font-medium underline underline-offset-2"
    >
      {children}
    </Link>
  )
}
