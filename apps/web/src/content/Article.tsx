import { useQuery } from '@tanstack/react-query'
import { aboutUs, userAgreement } from '@truemark/protocol/routes/content'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { Prose } from '@truemark/ui/primitives/Prose'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useSession } from '../data/session.ts'
import { useDateTime } from '../reader/door.ts'
import { Answer } from './Answer.tsx'

const routes = { aboutUs, userAgreement }

/** A text of the operator's, as plain paragraphs, with the day it was last changed. */
export function Article({ kind }: { kind: keyof typeof routes }) {
  const t = useTranslations('content')
  const dateTime = useDateTime()
  const locale = useSession((state) => state.locale)
  const query = useQuery({ queryKey: ['content', kind, locale], queryFn: () => call(routes[kind], {}) })
  return (
    <Answer query={query}>
      {(article) =>
        article.content.trim() === '' ? (
          <EmptyState drawing="ledger" title={t('articleEmptyTitle')} text={t('articleEmptyText')} />
        ) : (
          <article className="flex flex-col gap-4 pt-2">
            {article.title !== '' && <h2 className="text-20 font-semibold">{article.title}</h2>}
            <Prose text={article.content} />
            {article.updated > 0 && (
              <p className="text-12 text-quiet">{t('updated', { time: dateTime(article.updated, 'day') })}</p>
            )}
          </article>
        )
      }
    </Answer>
  )
}
