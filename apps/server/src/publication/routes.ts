import type { LocaleId } from '@truemark/protocol/locale'
import { contentRoutes as routes, type Article } from '@truemark/protocol/routes/content'
import { personById } from '../identity/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, paged, placeIn } from '../platform/http/page.ts'
import { Media } from '../platform/http/media.ts'
import type { Caller } from '../platform/http/session.ts'
import { findAcceptance } from './agreement.store.ts'
import { certificateShape } from './certificates.ts'
import { findStanding } from './certificates.store.ts'
import { bindPublicationDesk } from './desk.ts'
import type { PublicationPorts } from './ports.ts'
import { parseQuestions } from './questions.ts'
import {
  type NewsRow,
  type Reader,
  countUnread,
  findNews,
  findOneNews,
  findPublicImage,
  findShown,
  markRead,
} from './shown.store.ts'

const unreadMax = 100
/** How many seconds later a withdrawn text and its images are out of every cache. */
const imageCacheSeconds = 300

/** Binds what the operator has published, and the desk in which it is written. */
export function bindPublication(gateway: Gateway, ports: PublicationPorts): void {
  const { database, now } = ports
  gateway.bind(routes.aboutUs, async ({ locale }) => done(await article(ports, 'about_us', locale)))
  gateway.bind(routes.userAgreement, async ({ locale }) => done(await article(ports, 'user_agreement', locale)))
  gateway.bind(routes.faq, async ({ locale }) => {
    const text = await findShown(database, 'faq', locale, now())
    if (text === null) return done([])
    return done(parseQuestions(text.body).map((question) => ({ ...question, lang: text.lang })))
  })
  gateway.bind(routes.agreementMine, async ({ caller, locale }) => {
    const agreed = await findAcceptance(database, caller.userId)
    const { version, lang, updated } = await article(ports, 'user_agreement', locale)
    return done({ agreed, current: { version, lang, since: updated } })
  })
  gateway.bind(routes.certificates, async ({ query }) => {
    const rows = await findStanding(database, now())
    return paged(
      rows.map((row) => certificateShape(ports, row)),
      query,
      (row) => row.id,
    )
  })
  gateway.bind(routes.contentImage, async ({ params }) => {
    const file = await findPublicImage(database, params.name, now())
    const image = file === null ? null : await ports.vault.read(file, 'content')
    if (image === null) return refused('file_unknown')
    return done(new Media(image.type, image.bytes, `${params.name}.jpg`, imageCacheSeconds))
  })
  bindNews(gateway, ports)
  bindPublicationDesk(gateway, ports)
}

const ownTexts = { about_us: 'aboutUs', user_agreement: 'userAgreement' } as const

// until the operator has written one, the software's own stands there as version 0
async function article(
  { database, now, translate }: PublicationPorts,
  kind: 'about_us' | 'user_agreement',
  locale: LocaleId,
): Promise<Article> {
  const text = await findShown(database, kind, locale, now())
  if (text === null) {
    const own = ownTexts[kind]
    const title = translate(locale, `guide.title.${own}`, {}) ?? ''
    return { title, content: translate(locale, `guide.${own}`, {}) ?? '', updated: 0, lang: locale, version: 0 }
  }
  const { title, body, since, lang, number } = text
  return { title, content: body, updated: since, lang, version: number }
}

async function readerOf({ database, now }: PublicationPorts, caller: Caller | null, lang: LocaleId): Promise<Reader> {
  const person = caller?.kind === 'user' ? await personById(database, caller.userId) : null
  return { lang, now: now(), userId: person?.id ?? null, since: person?.createdAt ?? 0 }
}

function bindNews(gateway: Gateway, ports: PublicationPorts): void {
  const { database, ids } = ports
  const itemOf = ({ id, title, summary, time, lang, unread }: NewsRow) => {
    return { id: ids.write('news', id), title, summary, time, lang, unread }
  }
  gateway.bind(routes.newsList, async ({ caller, locale, query }) => {
    const place = placeIn(ids, 'news', query)
    if (place === null) return refused('field_malformed')
    const rows = await findNews(database, await readerOf(ports, caller, locale), place.before, place.limit)
    const items = rows.map(itemOf)
    return pageAtPlace(items, place, ({ id }) => id)
  })
  gateway.bind(routes.newsUnread, async ({ caller, locale }) => {
    return done({ count: await countUnread(database, await readerOf(ports, caller, locale), unreadMax) })
  })
  gateway.bind(routes.newsOne, async ({ caller, locale, params }) => {
    const id = ids.read('news', params.id)
    const row = id === null ? null : await findOneNews(database, await readerOf(ports, caller, locale), id)
    if (row === null) return refused('content_unknown')
    return done({ ...itemOf(row), content: row.body, updated: row.since })
  })
  gateway.bind(routes.newsRead, ({ caller, locale, body }) => readNews(ports, caller, locale, body.ids))
}

async function readNews(
  ports: PublicationPorts,
  caller: Caller,
  lang: LocaleId,
  names: readonly string[] | 'all',
): Promise<Outcome<null>> {
  const reader = await readerOf(ports, caller, lang)
  if (names === 'all') {
    await markRead(ports.database, reader, 'all')
    return done(null)
  }
  const numbers: number[] = []
  for (const name of names) {
    const number = ports.ids.read('news', name)
    if (number === null) return refused('content_unknown')
    numbers.push(number)
  }
  await markRead(ports.database, reader, numbers)
  return done(null)
}
