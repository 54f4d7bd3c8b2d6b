import { Link } from '@tanstack/react-router'
import { mayCall } from '@truemark/protocol/policy'
import { useTranslations } from 'use-intl'
import { useOperator } from '../data/session.ts'
import { useWaiting } from '../support/door.ts'
import { sectionAt, sections } from './sections.ts'

/** The sections that the operator's role may see. */
export function DeskMenu({ path }: { path: string }) {
  const t = useTranslations('desk.menu')
  const role = useOperator()?.role ?? 'guest'
  const current = sectionAt(path)
  const waiting = useWaiting()
  const counts: Partial<Record<string, number>> = { support: waiting.chats, tickets: waiting.tickets }
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
                <Count count={counts[name] ?? 0} />
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

/** How many wait there; nothing where nobody does. */
function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="figures grid min-w-5 place-items-center rounded-full bg-primary px-1.5 text-12 font-medium text-on-primary">
      {count}
    </span>
  )
}
