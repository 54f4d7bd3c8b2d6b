import { contentRoutes } from '@truemark/protocol/routes/content'
import { pageLimit } from '@truemark/protocol/values'
import type { Logger } from 'pino'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import type { AppData } from './appData.ts'
import { parseQuestions } from './questions.ts'
import { type ContentName, findContent, findNews, findOneNews } from './store.ts'

export interface ContentPorts {
  readonly database: Database
  readonly appData: AppData
  readonly ids: PublicIds
  readonly logger: Logger
  readonly socketToken: (sessionId: string, now: number) => { token: string; expireAt: number }
  readonly simulated: () => boolean
  /** Whether real accounts can't trade here. */
  readonly demoOnly: () => Promise<boolean>
  /** Whether the installation is declared to have one operator. */
  readonly singleOperator: boolean
  readonly now: () => number
}

/** Binds app data, the app's texts and the report of errors. */
export function bindContent(gateway: Gateway, ports: ContentPorts): void {
  const { database, ids } = ports
  gateway.bind(contentRoutes.appData, async ({ caller }) => {
    const time = ports.now()
    const opened = caller?.kind === 'user' ? ports.socketToken(caller.sessionId, time) : null
    return done({
      app: await ports.appData.fields(),
      ws: opened === null ? null : { token: opened.token, expire_at: opened.expireAt },
      demo_only: await ports.demoOnly(),
      simulated: ports.simulated(),
      single_operator: ports.singleOperator,
      time,
    })
  })
  const article = async (name: ContentName, lang: string) => {
    const text = await findContent(database, name, lang)
    return done({ title: text?.title ?? '', content: text?.body ?? '', updated: text?.updatedAt ?? 0 })
  }
  gateway.bind(contentRoutes.aboutUs, ({ locale }) => article('about_us', locale))
  gateway.bind(contentRoutes.userAgreement, ({ locale }) => article('user_agreement', locale))
  gateway.bind(contentRoutes.faq, async ({ locale }) => {
    const text = await findContent(database, 'faq', locale)
    return done(parseQuestions(text?.body ?? ''))
  })
  // a registration is shown only with its register's link, and none has been added
  gateway.bind(contentRoutes.certificates, () => done([]))
  gateway.bind(contentRoutes.newsList, async ({ locale, query }) => {
    const before = query.cursor === undefined ? null : ids.read('news', query.cursor)
    if (query.cursor !== undefined && before === null) return refused('field_malformed')
    const limit = pageLimit(query.limit)
    const rows = await findNews(database, locale, before, limit)
    const items = rows.map(({ id, title, summary, publishedAt }) => {
      return { id: ids.write('news', id), title, summary, time: publishedAt }
    })
    return done({ items, cursor: rows.length === limit ? (items.at(-1)?.id ?? null) : null })
  })
  gateway.bind(contentRoutes.newsOne, async ({ params }) => {
    const id = ids.read('news', params.id)
    const news = id === null ? null : await findOneNews(database, id)
    if (news === null) return refused('content_unknown')
    const { title, summary, body, publishedAt } = news
    return done({ id: params.id, title, summary, time: publishedAt, content: body })
  })
  bindReports(gateway, ports.logger)
}

// one line an event, whatever the client sends: the log's own encoding escapes line breaks and control characters
function bindReports(gateway: Gateway, logger: Logger): void {
  gateway.bind(contentRoutes.logError, ({ body, requestId }) => {
    const { client_version, error_message, additional_info = '' } = body
    logger.warn(
      { requestId, client_version, error_message, additional_info, page: pageOf(body.error_url) },
      'client error',
    )
    return done(null)
  })
}

// the query of a page's address may bear what is nobody's business
function pageOf(address: string): string {
  return address.replace(/[?#].*$/s, '').slice(0, 500)
}
