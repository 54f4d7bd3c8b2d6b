import type { HouseAction } from '@truemark/protocol/auditActions'
import type { LocaleId } from '@truemark/protocol/locale'
import { type Piece, deskContentRoutes as routes } from '@truemark/protocol/routes/deskContent'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { localeId, millis } from '@truemark/protocol/values'
import { promiseIn } from '@truemark/protocol/wording'
import * as z from 'zod/mini'
import { type ActingOperator, actorOf, appendAudit, type Plan } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import {
  type PieceRow,
  cancelReleases,
  findLanguages,
  findPiece,
  findPieces,
  findVersion,
  insertRelease,
  lockPiece,
} from './pieces.store.ts'
import type { PublicationPorts } from './ports.ts'
import { pieceShape } from './shape.ts'

const aheadMaxMs = 366 * 86_400_000

const payload = z.object({
  versions: z.array(z.object({ lang: localeId, number: z.int() })),
  at: z.nullable(millis),
})
type Wanted = z.infer<typeof payload>

/** Binds what shows versions to everyone, and what takes that back. */
export function bindPublishing(gateway: Gateway, ports: PublicationPorts): void {
  const { ids, now, proposals } = ports
  proposals.define('agreement', {
    access: 'desk_content_write',
    payload,
    plan: async (wanted) => {
      const piece = await agreementPiece(ports.database)
      return piece === null ? refused('content_unknown') : planOf(ports, ports.database, piece, wanted)
    },
    within: async (client, wanted, { actor, time }) => {
      const found = await agreementPiece(client)
      const piece = found === null ? null : await lockPiece(client, found.id)
      if (piece === null) return refused('content_unknown')
      // approved after its hour it is shown at once: what was in force before is never rewritten
      const at = Math.max(wanted.at ?? 0, time)
      const released = await release(client, piece, { ...wanted, at }, { actor, time })
      return released.ok ? done(null) : released
    },
  })
  gateway.bind(routes.deskPiecePublish, async ({ caller, params, body }) => {
    const id = ids.read('news', params.id)
    return id === null ? refused('content_unknown') : publish(ports, caller, id, body)
  })
  gateway.bind(routes.deskPieceCancel, ({ caller, params, body }) => {
    return change(
      ports,
      caller,
      params.id,
      { action: 'content_schedule_canceled', reason: body.reason },
      (client, row, actor) => cancel(client, row, actor.name, now()),
    )
  })
  gateway.bind(routes.deskPieceWithdraw, ({ caller, params, body }) => {
    return change(ports, caller, params.id, { action: 'news_withdrawn', reason: body.reason }, (client, row, actor) =>
      withdraw(client, row, actor.name, now()),
    )
  })
}

async function agreementPiece(database: Queryable): Promise<PieceRow | null> {
  return (await findPieces(database, 'user_agreement', null, 1))[0] ?? null
}

/** What publishing would change: each language with the version that is shown and the one that would be. */
async function planOf(
  { now }: Pick<PublicationPorts, 'now'>,
  client: Queryable,
  piece: PieceRow,
  { versions, at }: Wanted,
): Promise<Outcome<Plan>> {
  const languages = await findLanguages(client, piece.id, now())
  const detail: Record<string, string> = { at: at === null ? 'now' : new Date(at).toISOString() }
  for (const { lang, number } of versions) {
    const language = languages.find((one) => one.lang === lang)
    if (language === undefined || number > language.newest) return refused('version_unknown')
    if (language.scheduled !== null) return refused('content_scheduled')
    const text = await findVersion(client, piece.id, lang, number)
    const words = text === null ? null : promiseIn([text.title, text.summary, text.body].join('\n'))
    if (words !== null) return refused('promise_made', { words })
    detail[lang] = `${language.shown ?? '–'} → ${number}`
  }
  return done({ subject: piece.kind, detail })
}

async function publish(
  ports: PublicationPorts,
  caller: Caller,
  id: number,
  { versions, at, reason }: BodyOf<typeof routes.deskPiecePublish>,
): Promise<Outcome<Piece>> {
  const time = ports.now()
  if (at !== null && (at <= time || at > time + aheadMaxMs)) return refused('publish_time_past')
  const piece = await findPiece(ports.database, id)
  if (piece === null || new Set(versions.map(({ lang }) => lang)).size !== versions.length) {
    return refused(piece === null ? 'content_unknown' : 'field_malformed')
  }
  const planned = await planOf(ports, ports.database, piece, { versions, at })
  if (!planned.ok) return planned
  if (piece.kind === 'user_agreement') {
    const gate = await ports.proposals.gate(caller, 'agreement', { versions, at }, reason)
    if (gate !== null) return gate
  }
  return change(
    ports,
    caller,
    ports.ids.write('news', id),
    { action: 'content_published', reason },
    async (client, row, actor) => {
      const again = await planOf(ports, client, row, { versions, at })
      if (!again.ok) return again
      // the time of the lock: by that of the call, what one beside it has just shown would not be there yet
      const released = await release(client, row, { versions, at }, { actor, time: ports.now() })
      return released.ok ? done(again.data.detail) : released
    },
  )
}

async function release(
  client: Queryable,
  piece: PieceRow,
  { versions, at }: Wanted,
  { actor, time }: { readonly actor: ActingOperator; readonly time: number },
): Promise<Outcome<null>> {
  const languages = await findLanguages(client, piece.id, time)
  for (const { lang, number } of versions) {
    const version = await findVersion(client, piece.id, lang, number)
    if (version === null) return refused('version_unknown')
    // A second tap shows nothing anew.
    if (at === null && languages.some((one) => one.lang === lang && one.shown === number)) continue
    const made = { madeBy: actor.name, madeAt: time }
    await insertRelease(client, { piece: piece.id, lang, version: version.id, at: at ?? time, ...made })
  }
  return done(null)
}

type Detail = Readonly<Record<string, string>>

async function cancel(client: Queryable, row: PieceRow, actor: string, now: number): Promise<Outcome<Detail>> {
  const canceled = await cancelReleases(client, row.id, actor, now)
  return canceled === 0 ? refused('nothing_scheduled') : done({ canceled: String(canceled) })
}

async function withdraw(client: Queryable, row: PieceRow, actor: string, now: number): Promise<Outcome<Detail>> {
  if (row.kind !== 'news') return refused('content_unknown')
  await cancelReleases(client, row.id, actor, now)
  const shown: LocaleId[] = (await findLanguages(client, row.id, now))
    .filter((language) => language.shown !== null)
    .map(({ lang }) => lang)
  if (shown.length === 0) return refused('content_unknown')
  for (const lang of shown) {
    await insertRelease(client, { piece: row.id, lang, version: null, at: now, madeBy: actor, madeAt: now })
  }
  return done({ languages: shown.join(' ') })
}

/** Does a deed on a piece that nobody else works on meanwhile, with its audit entry in the same transaction. */
async function change(
  ports: PublicationPorts,
  caller: Caller,
  name: string,
  { action, reason }: { readonly action: HouseAction; readonly reason: string },
  deed: (client: Queryable, row: PieceRow, actor: ActingOperator) => Promise<Outcome<Detail>>,
): Promise<Outcome<Piece>> {
  const id = ports.ids.read('news', name)
  if (id === null) return refused('content_unknown')
  const actor = await actorOf(ports, caller)
  return ports.database.transaction(async (client) => {
    const row = await lockPiece(client, id)
    if (row === null) return refused('content_unknown')
    const outcome = await deed(client, row, actor)
    if (!outcome.ok) return outcome
    const subject = row.kind === 'news' ? name : row.kind
    await appendAudit(client, { actor, action, subject, reason, detail: outcome.data })
    const after = await findPiece(client, id)
    return after === null ? refused('server_error') : done(await pieceShape(ports, after, client))
  })
}
