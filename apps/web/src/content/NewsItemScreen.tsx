import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { newsOne } from '@truemark/protocol/routes/content'
import { Page } from '@truemark/ui/primitives/Page'
import { Prose } from '@truemark/ui/primitives/Prose'
import { call } from '../data/api.ts'
import { useSession } from '../data/session.ts'
import { useDateTime } from '../reader/door.ts'
import { Answer } from './Answer.tsx'
import { ContentHeader } from './ContentHeader.tsx'

/** One announcement, whole. */
export function NewsItemScreen() {
  const params: Record<string, string> = useParams({ strict: false })
  const id = params['id'] ?? ''
  const dateTime = useDateTime()
  const locale = useSession((state) => state.locale)
  const query = useQuery({
    queryKey: ['content', 'news', locale, id],
    queryFn: () => call(newsOne, { params: { id } }),
  })
  return (
    <>
      <ContentHeader name="news" />
      <Page width="reading">
        <Answer query={query}>
          {(item) => (
            <article className="flex flex-col gap-3 pt-2">
              <h2 className="text-28 font-semibold break-words">{item.title}</h2>
              <p className="figures text-14 text-quiet">{dateTime(item.time)}</p>
              <Prose text={item.content} />
            </article>
          )}
        </Answer>
      </Page>
    </>
  )
}
