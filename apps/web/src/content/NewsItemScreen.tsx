import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { localeOf } from '@truemark/protocol/locale'
import { newsOne, newsRead, type NewsItem } from '@truemark/protocol/routes/content'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { Page } from '@truemark/ui/primitives/Page'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { useSession } from '../data/session.ts'
import { LinkButton } from '../parts/TextLink.tsx'
import { useDateTime } from '../i18n/door.ts'
import { Answer } from './Answer.tsx'
import { ContentHeader } from './ContentHeader.tsx'
import { InEnglish } from './InEnglish.tsx'
import { Text } from './Text.tsx'

/** One announcement, whole; opening it is reading it. */
export function NewsItemScreen() {
  const t = useTranslations('content')
  const params = useParams()
  const id = params['id'] ?? ''
  const locale = useSession((state) => state.locale)
  const query = useQuery({
    queryKey: ['content', 'news', 'one', locale, id],
    queryFn: () => call(newsOne, { params: { id } }),
    retry: (failures, failure) => failures < 2 && !isGone(failure),
  })
  useReading(query.data)
  return (
    <>
      <ContentHeader name="news" />
      <Page width="reading">
        {isGone(query.error) ? (
          <EmptyState
            drawing="mail"
            title={t('newsGone')}
            action={<LinkButton to="/news">{t('newsAll')}</LinkButton>}
          />
        ) : (
          <Answer query={query}>{(item) => <Item item={item} />}</Answer>
        )}
      </Page>
    </>
  )
}

function isGone(failure: unknown): boolean {
  return failure instanceof ApiError && failure.reason === 'content_unknown'
}

function useReading(item: NewsItem | undefined) {
  const queries = useQueryClient()
  const unread = item?.unread === true ? item.id : null
  useEffect(() => {
    if (unread === null) return
    // What could not be marked is still unread, which its reader sees and nobody is the worse for.
    call(newsRead, { body: { ids: [unread] } })
      .then(() => queries.invalidateQueries({ queryKey: ['content', 'news'] }))
      .catch(() => undefined)
  }, [queries, unread])
}

function Item({ item }: { item: AnswerOf<typeof newsOne> }) {
  const t = useTranslations('content')
  const dateTime = useDateTime()
  return (
    <article className="flex flex-col gap-4 pt-2">
      <InEnglish lang={item.lang} />
      <header lang={localeOf(item.lang).tag} className="flex flex-col gap-2">
        <h2 className="text-28 leading-tight font-semibold break-words">{item.title}</h2>
        <p className="figures text-14 text-quiet">
          {dateTime(item.time)}
          {item.updated > item.time && ` · ${t('newsUpdated', { time: dateTime(item.updated) })}`}
        </p>
      </header>
      <div lang={localeOf(item.lang).tag}>
        <Text text={item.content} />
      </div>
    </article>
  )
}
