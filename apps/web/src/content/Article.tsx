import { useQuery } from '@tanstack/react-query'
import { aboutUs, userAgreement } from '@truemark/protocol/routes/content'
import { Prose } from '@truemark/ui/primitives/Prose'
import { useTranslations } from 'use-intl'
import type { LocaleId } from '@truemark/protocol/locale'
import { call } from '../data/api.ts'
import { useSession } from '../data/session.ts'
import { useDateTime } from '../reader/door.ts'
import { Answer } from './Answer.tsx'
import { loadGuide } from './guide.ts'

const routes = { aboutUs, userAgreement }

/** A text of the operator's with the day it was last changed; until there is one, the software's own, which says so. */
export function Article({ kind }: { kind: keyof typeof routes }) {
  const t = useTranslations('content')
  const dateTime = useDateTime()
  const locale = useSession((state) => state.locale)
  const query = useQuery({ queryKey: ['content', kind, locale], queryFn: () => readArticle(kind, locale) })
  return (
    <Answer query={query}>
      {(article) => (
        <article className="flex flex-col gap-4 pt-2">
          {article.title !== '' && <h2 className="text-20 font-semibold">{article.title}</h2>}
          <Prose text={article.content} />
          <p className="text-12 text-quiet">
            {article.updated > 0 ? t('updated', { time: dateTime(article.updated, 'day') }) : t('articleEmptyText')}
          </p>
        </article>
      )}
    </Answer>
  )
}

async function readArticle(kind: keyof typeof routes, locale: LocaleId) {
  const written = await call(routes[kind], {})
  if (written.content.trim() !== '') return written
  return { title: '', content: (await loadGuide(locale))[kind], updated: 0 }
}
