import { Link } from '@tanstack/react-router'
import { mayCall } from '@truemark/protocol/policy'
import { useTranslations } from 'use-intl'
import { useOperator } from '../data/session.ts'
import { sectionAt, sections } from './sections.ts'

/** The sections that the operator's role may see. */
export function DeskMenu({ path }: { path: string }) {
  const t = useTranslations('desk.menu')
  const role = useOperator()?.role ?? 'guest'
  const current = sectionAt(path)
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
                {t(name)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
