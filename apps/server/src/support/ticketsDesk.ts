import { createHash } from 'node:crypto'
import { parseLocaleId } from '@truemark/protocol/locale'
import { type DeskTicketOne, deskSupportRoutes as routes } from '@truemark/protocol/routes/deskSupport'
import { isStaffSuspicious } from '@truemark/protocol/staffWarning'
import { readSecurity } from '../identity/door.ts'
import { notify } from '../notification/door.ts'
import { actingOf, actorOf, appendAudit, noteReading } from '../operator/door.ts'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { placeIn } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { findSupportOperator } from './operators.store.ts'
import { pictureOf } from './pictures.ts'
import { type SupportPorts, ticketLinesMax } from './ports.ts'
import { ticketShape, wholeTicket } from './tickets.ts'
import {
  type TicketRow,
  closeTicket,
  countOpen,
  findTicket,
  findTicketByKey,
  findTickets,
  holdTicket,
  insertTicketLine,
  ticketShows,
} from './tickets.store.ts'

/** Binds the desk's side of tickets: each look at one is written to the audit log. */
export function bindTicketsDesk(gateway: Gateway, ports: SupportPorts): void {
  const { database, ids, support } = ports
  const named = async (text: string): Promise<TicketRow | null> => {
    const id = ids.read('ticket', text)
    return id === null ? null : findTicket(database, id)
  }
  gateway.bind(routes.deskTickets, async ({ caller, query }) => {
    const place = placeIn(ids, 'ticket', query)
    if (place === null) return refused('field_malformed')
    const rows = await findTickets(database, query.status ?? 'open', place.before, place.limit)
    const items = rows.map((row) => ({ ...ticketShape(ports, row), ...whose(ports, row) }))
    const actor = await actorOf(ports, caller)
    const shown = items.map(({ uid }) => uid)
    await database.transaction((client) =>
      noteReading(client, { actor, action: 'tickets_listed', shown, touched: shown }),
    )
    const cursor = rows.length === place.limit ? (items.at(-1)?.id ?? null) : null
    return done({ items, cursor, open: await countOpen(database) })
  })
  gateway.bind(routes.deskTicketRead, async ({ caller, params }) => {
    const row = await named(params.id)
    if (row === null) return refused('ticket_unknown')
    await database.transaction((client) => audit(ports, client, caller, row, 'ticket_read'))
    return done(await whole(ports, row))
  })
  gateway.bind(routes.deskTicketImage, async ({ caller, params }) => {
    const row = await named(params.id)
    if (row === null) return refused('ticket_unknown')
    const id = ids.read('picture', params.image)
    if (id === null || !(await ticketShows(database, row.id, id))) return refused('file_unknown')
    await database.transaction((client) => audit(ports, client, caller, row, 'ticket_image_read'))
    return pictureOf(ports, id, 'ticket')
  })
  gateway.bind(routes.deskTicketAnswer, async (call) => {
    const row = await named(call.params.id)
    return row === null ? refused('ticket_unknown') : answer(ports, call, row)
  })
  gateway.bind(routes.deskTicketClose, async ({ caller, params }) => {
    const row = await named(params.id)
    if (row === null) return refused('ticket_unknown')
    const isClosed = await database.transaction(async (client) => {
      if (!(await closeTicket(client, row.id))) return false
      await audit(ports, client, caller, row, 'ticket_closed')
      return true
    })
    if (isClosed) support.ticketMoved(row, 'closed')
    return again(ports, row.id)
  })
}

function whose({ ids }: SupportPorts, { userId, account, lang, answeredBy }: TicketRow) {
  return { uid: ids.write('user', userId), account, lang: parseLocaleId(lang), answered_by: answeredBy }
}

async function whole(ports: SupportPorts, row: TicketRow): Promise<DeskTicketOne> {
  return { ...(await wholeTicket(ports, row)), ...whose(ports, row) }
}

async function again(ports: SupportPorts, id: number): Promise<Outcome<DeskTicketOne>> {
  const row = await findTicket(ports.database, id)
  return row === null ? refused('ticket_unknown') : done(await whole(ports, row))
}

async function audit(
  ports: SupportPorts,
  client: Queryable,
  caller: Caller,
  row: TicketRow,
  action: `ticket_${'read' | 'image_read' | 'answered' | 'closed'}` | 'staff_words_suspicious',
): Promise<void> {
  const { ids } = ports
  const detail = { ticket: ids.write('ticket', row.id) }
  const actor = await actingOf(client, caller)
  const uid = ids.write('user', row.userId)
  await appendAudit(client, { actor, action, subject: uid, reason: '', detail, touched: [uid] })
}

/** Answers once for a key; the mail that tells of it goes if and only if the answer stands. */
async function answer(
  ports: SupportPorts,
  { caller, body }: Call<typeof routes.deskTicketAnswer>,
  row: TicketRow,
): Promise<Outcome<DeskTicketOne>> {
  const { database, support } = ports
  const { text, close, key } = body
  const status = close ? 'closed' : 'answered'
  const digest = createHash('sha256')
    .update(JSON.stringify([row.id, text, close]))
    .digest()
  const { shown } = await findSupportOperator(database, caller.userId)
  const refusal = await database.transaction(async (client) => {
    const held = await holdTicket(client, row.id)
    if (held === null) return refused('ticket_unknown')
    const before = await findTicketByKey(client, row.userId, 'desk', key)
    if (before !== null) return before.digest.equals(digest) ? null : refused('key_reused')
    if (held.lines >= ticketLinesMax) return refused('ticket_full', { max: String(ticketLinesMax) })
    const by = { author: 'desk', userId: row.userId, operatorId: caller.userId, name: shown } as const
    await insertTicketLine(client, row.id, { ...by, key, digest, text: text.trim(), files: [], status })
    await audit(ports, client, caller, row, 'ticket_answered')
    if (isStaffSuspicious(text)) await audit(ports, client, caller, row, 'staff_words_suspicious')
    await tellByMail(ports, client, row, text.trim())
    const once = `ticket:${row.id}:${held.lines + 1}`
    await notify(client, { userId: row.userId, realm: null, kind: 'support_answered', params: {}, ref: row.id, once })
    return null
  })
  if (refusal !== null) return refusal
  support.ticketMoved(row, status)
  return again(ports, row.id)
}

async function tellByMail(
  { post, appData }: SupportPorts,
  client: Queryable,
  row: TicketRow,
  text: string,
): Promise<void> {
  if (row.email === '') return
  const { word } = await readSecurity(client, row.userId)
  const locale = parseLocaleId(row.lang)
  const params = { app: appData.name, word, time: appData.momentText(row.createdAt, locale), lines: text }
  await post.sendMail({ to: row.email, template: 'ticketAnswered', locale, params }, client)
}
