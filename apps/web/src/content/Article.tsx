import { useQuery } from '@tanstack/react-query'
import { localeOf, type LocaleId } from '@truemark/protocol/locale'
import { aboutUs, userAgreement } from '@truemark/protocol/routes/content'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useSession } from '../data/session.ts'
import { useDateTime } from '../i18n/door.ts'
import { Answer } from './Answer.tsx'
import { loadGuide } from './guide.ts'
import { InEnglish } from './InEnglish.tsx'
import { Text } from './Text.tsx'

const routes = { aboutUs, userAgreement }

/** A text of the operator's with its version and since when it holds; until there is one, the software's own, which says so. */
export function Article({ kind }: { kind: keyof typeof routes }) {
  const t = useTranslations('content')
  const dateTime = useDateTime()
  const locale = useSession((state) => state.locale)
  const query = useQuery({ queryKey: ['content', kind, locale], queryFn: () => readArticle(kind, locale) })
  return (
    <Answer query={query}>
      {(article) => (
        <article className="flex flex-col gap-4 pt-2">
          <InEnglish lang={article.lang} />
          <div lang={localeOf(article.lang).tag} className="flex flex-col gap-4">
            {article.version > 0 && article.title !== '' && (
              <h2 className="text-20 font-semibold break-words">{article.title}</h2>
            )}
            <Text text={article.content} />
          </div>
          <p className="figures text-12 text-quiet">
            {article.version > 0
              ? t('versionSince', { version: article.version, time: dateTime(article.updated, 'day') })
              : t('articleEmptyText')}
          </p>
        </article>
      )}
    </Answer>
  )
}

async function readArticle(kind: keyof typeof routes, locale: LocaleId) {
  const written = await call(routes[kind], {})
  if (written.content.trim() !== '') return written
  return { title: '', content: (await loadGuide(locale))[kind], updated: 0, lang: locale, version: 0 }
}
