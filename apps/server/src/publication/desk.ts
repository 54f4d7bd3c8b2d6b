import { randomBytes } from 'node:crypto'
import { imagePath } from '@truemark/markdown/links'
import { deskContentRoutes as routes } from '@truemark/protocol/routes/deskContent'
import { actorOf, appendAudit } from '../operator/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import { Media } from '../platform/http/media.ts'
import { bindCertificates } from './certificates.ts'
import { findImage, insertImage } from './images.store.ts'
import { findPiece, findPieces, findVersion, findVersions, insertNews } from './pieces.store.ts'
import type { PublicationPorts } from './ports.ts'
import { bindPublishing } from './publish.ts'
import { pieceShape, versionShape } from './shape.ts'
import { writeVersion } from './write.ts'

const versionsMax = 100

/** Binds the desk's work on texts: their list, their versions, their images, and publishing them. */
export function bindPublicationDesk(gateway: Gateway, ports: PublicationPorts): void {
  const { database, ids, now } = ports
  gateway.bind(routes.deskPieces, async ({ query }) => {
    const place = placeIn(ids, 'news', query)
    if (place === null) return refused('field_malformed')
    const rows = await findPieces(database, query.kind, place.before, place.limit)
    const items = await Promise.all(rows.map((row) => pieceShape(ports, row)))
    return pageAtPlace(items, place, ({ id }) => id)
  })
  gateway.bind(routes.deskPieceMake, async ({ caller }) => {
    const actor = await actorOf(ports, caller)
    const row = await database.transaction(async (client) => {
      const id = await insertNews(client, now())
      const subject = ids.write('news', id)
      await appendAudit(client, { actor, action: 'news_begun', subject, reason: '', detail: {} })
      return findPiece(client, id)
    })
    return row === null ? refused('server_error') : done(await pieceShape(ports, row))
  })
  gateway.bind(routes.deskPiece, async ({ params }) => {
    const id = ids.read('news', params.id)
    const row = id === null ? null : await findPiece(database, id)
    return row === null ? refused('content_unknown') : done(await pieceShape(ports, row))
  })
  bindVersions(gateway, ports)
  bindPublishing(gateway, ports)
  bindImages(gateway, ports)
  bindCertificates(gateway, ports)
}

function bindVersions(gateway: Gateway, ports: PublicationPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.deskVersions, async ({ params }) => {
    const id = ids.read('news', params.id)
    if (id === null || (await findPiece(database, id)) === null) return refused('content_unknown')
    const versions = await findVersions(database, id, params.lang, versionsMax)
    const [first] = versions
    const text = first === undefined ? null : await findVersion(database, id, params.lang, first.number)
    const newest = text === null ? null : { title: text.title, summary: text.summary, content: text.body }
    return done({ versions: versions.map(versionShape), newest })
  })
  gateway.bind(routes.deskVersion, async ({ params }) => {
    const id = ids.read('news', params.id)
    if (id === null || (await findPiece(database, id)) === null) return refused('content_unknown')
    const text = await findVersion(database, id, params.lang, Number(params.number))
    if (text === null) return refused('version_unknown')
    return done({ title: text.title, summary: text.summary, content: text.body })
  })
  gateway.bind(routes.deskVersionWrite, ({ caller, params, body }) => writeVersion(ports, caller, params, body))
}

function bindImages(gateway: Gateway, ports: PublicationPorts): void {
  const { database, now, vault } = ports
  gateway.bind(routes.deskImageAdd, async ({ caller, files }) => {
    const [sent] = files
    if (sent === undefined) return refused('file_empty')
    const actor = await actorOf(ports, caller)
    const kept = await vault.keepImage(sent.bytes, { userId: 0, guest: false }, 'content')
    if (!kept.ok) return refused(kept.reason)
    const name = randomBytes(16).toString('hex')
    await database.transaction(async (client) => {
      await vault.use(client, kept.id, 'content')
      await insertImage(client, { name, file: kept.id, addedBy: actor.name, addedAt: now() })
      await appendAudit(client, { actor, action: 'content_image_added', subject: name, reason: '', detail: {} })
    })
    return done({ name, address: `${imagePath}${name}` })
  })
  gateway.bind(routes.deskImage, async ({ params }) => {
    const file = await findImage(database, params.id)
    const image = file === null ? null : await vault.read(file, 'content')
    return image === null ? refused('file_unknown') : done(new Media(image.type, image.bytes, `${params.id}.jpg`))
  })
}
