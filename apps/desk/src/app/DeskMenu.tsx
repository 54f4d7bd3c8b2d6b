import { Link } from '@tanstack/react-router'
import { mayCall } from '@truemark/protocol/policy'
import { useTranslations } from 'use-intl'
import { useOperator } from '../data/session.ts'
import { useWaiting } from '../support/door.ts'
import { useDeskWaiting } from '../waiting/door.ts'
import { sectionAt, sections, type Section } from './sections.ts'

/** The sections that the operator's role may see. */
export function DeskMenu({ path }: { path: string }) {
  const t = useTranslations('desk.menu')
  const role = useOperator()?.role ?? 'guest'
  const current = sectionAt(path)
  const marks = useMarks()
  return (
    <nav aria-label={t('label')}>
      <ul className="flex flex-col gap-0.5">
        {sections
          .filter((section) => mayCall(section.access, role) === 'yes')
          .map(({ path: to, name, icon: Icon }) => (
            <li key={name}>
              <Link
                to={to}
                aria-current={current?.name === name ? 'page' : undefined}
                className="feedback flex min-h-11 items-center gap-3 rounded-control px-3 text-14 font-medium text-secondary hover:bg-raised hover:text-text aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary"
              >
                <Icon size={19} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
                <span className="min-w-0 flex-1">{t(name)}</span>
                <Mark mark={marks[name]} />
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

interface Waits {
  readonly open: number
  readonly escalated: number
}

/** What stands beside a section: how many wait there and how many of them too long, or what is wrong. */
function useMarks(): Partial<Record<Section['name'], Waits | 'due' | 'differs' | null>> {
  const { chats, tickets } = useWaiting()
  const { waiting } = useDeskWaiting()
  const standing = waiting?.reconciliation
  return {
    support: { open: chats, escalated: 0 },
    tickets: { open: tickets, escalated: 0 },
    deposits: waiting?.deposits ?? null,
    withdrawals: waiting?.withdrawals ?? null,
    verification: waiting?.verifications ?? null,
    treasury: standing?.due ? 'due' : standing?.differs ? 'differs' : null,
  }
}

const chip = 'grid min-w-5 place-items-center rounded-full px-1.5 text-12 font-medium'

/** Nothing where nobody waits. */
function Mark({ mark }: { mark: Waits | 'due' | 'differs' | null | undefined }) {
  const t = useTranslations('desk.waiting')
  if (!mark) return null
  if (typeof mark === 'string') return <span className={`${chip} bg-danger-soft text-danger`}>{t(mark)}</span>
  if (mark.open === 0) return null
  if (mark.escalated === 0) return <span className={`figures ${chip} bg-primary text-on-primary`}>{mark.open}</span>
  return (
    <span className={`figures ${chip} bg-danger-soft text-danger`}>
      {mark.open}
      <span className="sr-only"> ({t('escalatedCount', { count: mark.escalated })})</span>
    </span>
  )
}
