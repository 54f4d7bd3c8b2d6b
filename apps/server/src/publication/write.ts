import { readMarkdown } from '@truemark/markdown/read'
import type { LocaleId } from '@truemark/protocol/locale'
import type { PieceVersion, deskVersionWrite } from '@truemark/protocol/routes/deskContent'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { actorOf, appendAudit } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Caller } from '../platform/http/session.ts'
import { findVersions, insertVersion, lockPiece } from './pieces.store.ts'
import type { PublicationPorts } from './ports.ts'
import { versionShape } from './shape.ts'

/**
 * Writes a version over the newest that its writer has seen. A text with anything in it that would not be shown as it
 * was meant is refused: who reads it shows nothing else either.
 */
export async function writeVersion(
  ports: PublicationPorts,
  caller: Caller,
  { id: name, lang }: { readonly id: string; readonly lang: LocaleId },
  body: BodyOf<typeof deskVersionWrite>,
): Promise<Outcome<PieceVersion>> {
  const piece = ports.ids.read('news', name)
  if (piece === null) return refused('content_unknown')
  const { faults, images } = readMarkdown(body.content)
  const [fault] = faults
  if (fault !== undefined) return refused('content_unsafe', { what: fault.text })
  const actor = await actorOf(ports, caller)
  return ports.database.transaction(async (client) => {
    const row = await lockPiece(client, piece)
    if (row === null) return refused('content_unknown')
    const [newest] = await findVersions(client, piece, lang, 1)
    const number = (newest?.number ?? 0) + 1
    if (body.seen !== number - 1) return refused('content_changed')
    const restoredFrom = body.restored_from ?? null
    if (restoredFrom !== null && (restoredFrom < 1 || restoredFrom >= number)) return refused('version_unknown')
    const { title, summary, content } = body
    const version = { piece, lang, number, title, summary, body: content, author: actor.name, restoredFrom, images }
    if (!(await insertVersion(client, { ...version, createdAt: ports.now() }))) {
      return refused('content_unsafe', { what: images[0] ?? '' })
    }
    const subject = row.kind === 'news' ? name : row.kind
    const detail = {
      lang,
      version: String(number),
      title,
      ...(restoredFrom === null ? {} : { restored: String(restoredFrom) }),
    }
    await appendAudit(client, { actor, action: 'content_written', subject, reason: '', detail })
    const [written] = await findVersions(client, piece, lang, 1)
    return written === undefined ? refused('server_error') : done(versionShape(written))
  })
}
