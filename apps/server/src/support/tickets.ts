import { readPhone } from '@truemark/payee/phone'
import type { Ticket, TicketOne } from '@truemark/protocol/routes/support'
import { supportRoutes as routes } from '@truemark/protocol/routes/support'
import { personById } from '../identity/door.ts'
import { type Call, type Outcome, done, refused, replayed } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import { inTurn } from './chat.ts'
import { keepPictures, pictureOf } from './pictures.ts'
import { type SupportPorts, ticketLinesMax, ticketsOpenMax } from './ports.ts'
import {
  type TicketRow,
  closeTicket,
  countUnclosed,
  findTicket,
  findTicketByKey,
  findTicketLines,
  findTicketsOf,
  holdTicket,
  insertTicket,
  insertTicketLine,
  markTicketRead,
  ticketShows,
} from './tickets.store.ts'

const questionShown = 160

/** Binds a person's own tickets; an id that is another's is told from none by nobody. */
export function bindTickets(gateway: Gateway, ports: SupportPorts): void {
  const { database, ids, support } = ports
  const own = async (userId: number, text: string): Promise<TicketRow | null> => {
    const id = ids.read('ticket', text)
    const row = id === null ? null : await findTicket(database, id)
    return row?.userId === userId ? row : null
  }
  gateway.bind(routes.ticketMake, (call) => make(ports, call))
  gateway.bind(routes.tickets, async ({ caller, query }) => {
    const place = placeIn(ids, 'ticket', query)
    if (place === null) return refused('field_malformed')
    const rows = await findTicketsOf(database, caller.userId, place.before, place.limit)
    const items = rows.map((row) => ticketShape(ports, row))
    return pageAtPlace(items, place, ({ id }) => id)
  })
  gateway.bind(routes.ticketRead, async ({ caller, params }) => {
    const row = await own(caller.userId, params.id)
    if (row === null) return refused('ticket_unknown')
    await markTicketRead(database, row.id)
    return done(await wholeTicket(ports, { ...row, unread: false }))
  })
  gateway.bind(routes.ticketAnswer, async (call) => {
    const row = await own(call.caller.userId, call.params.id)
    return row === null ? refused('ticket_unknown') : writeOn(ports, call, row)
  })
  gateway.bind(routes.ticketClose, async ({ caller, params }) => {
    const row = await own(caller.userId, params.id)
    if (row === null) return refused('ticket_unknown')
    if (await closeTicket(database, row.id)) support.ticketMoved(row, 'closed')
    return oneTicket(ports, row.id)
  })
  gateway.bind(routes.ticketImage, async ({ caller, params }) => {
    const row = await own(caller.userId, params.id)
    if (row === null) return refused('ticket_unknown')
    const id = ids.read('picture', params.image)
    if (id === null || !(await ticketShows(database, row.id, id))) return refused('file_unknown')
    return pictureOf(ports, id, 'ticket')
  })
}

/** A ticket as lists show it. */
export function ticketShape({ ids }: Pick<SupportPorts, 'ids'>, row: TicketRow): Ticket {
  const { id, status, phone, question, createdAt, updatedAt, unread } = row
  const shown = question.slice(0, questionShown)
  return { id: ids.write('ticket', id), status, phone, question: shown, created: createdAt, updated: updatedAt, unread }
}

/** A ticket with all that was written under it. */
export async function wholeTicket(ports: SupportPorts, row: TicketRow): Promise<TicketOne> {
  const { database, ids } = ports
  const lines = (await findTicketLines(database, row.id)).map(({ files, ...line }) => {
    return { ...line, images: files.map((id) => ids.write('picture', id)) }
  })
  return { ...ticketShape(ports, row), lines }
}

async function oneTicket(ports: SupportPorts, id: number): Promise<Outcome<TicketOne>> {
  const row = await findTicket(ports.database, id)
  return row === null ? refused('ticket_unknown') : done(await wholeTicket(ports, row))
}

type Making = Call<typeof routes.ticketMake>
type Answering = Call<typeof routes.ticketAnswer>

/** What was written before under the same key: its ticket, or a refusal where it was something else; null for none. */
async function repeatOf(ports: SupportPorts, { caller, key }: Making | Answering): Promise<Outcome<TicketOne> | null> {
  if (key === null) return null
  const before = await findTicketByKey(ports.database, caller.userId, 'user', key.id)
  if (before === null) return null
  return before.digest.toString('hex') === key.digest
    ? replayed(await oneTicket(ports, before.ticket), true)
    : refused('key_reused')
}

// one at a time of a person: what can be refused is refused before an image is read
function make(ports: SupportPorts, call: Making): Promise<Outcome<TicketOne>> {
  const { database, vault, support } = ports
  const { caller, body, files } = call
  const { userId } = caller
  return inTurn(userId, async () => {
    const repeat = await repeatOf(ports, call)
    if (repeat !== null) return repeat
    const question = body.question.trim()
    if (question === '' || body.phone.trim() === '') return refused('information_incomplete')
    const person = await personById(database, userId)
    const phone = readPhone(body.phone, person?.country ?? '')
    if (phone === null) return refused('phone_invalid')
    const tooMany = { max: String(ticketsOpenMax) }
    if ((await countUnclosed(database, userId)) >= ticketsOpenMax) return refused('tickets_too_many', tooMany)
    const kept = await keepPictures(ports, caller, 'ticket', files)
    if (!kept.ok) return refused(kept.reason)
    const made = await database.transaction(async (client) => {
      const id = await insertTicket(client, { userId, phone, question }, ticketsOpenMax)
      if (id === null) return null
      for (const file of kept.ids) await vault.use(client, file, 'ticket')
      await insertTicketLine(client, id, { ...written(call, question), files: kept.ids })
      return id
    })
    if (made === null) {
      await kept.drop()
      return refused('tickets_too_many', tooMany)
    }
    const row = await findTicket(database, made)
    if (row !== null) support.ticketMoved(row, 'open')
    return oneTicket(ports, made)
  })
}

function writeOn(ports: SupportPorts, call: Answering, row: TicketRow): Promise<Outcome<TicketOne>> {
  const { database, vault, support } = ports
  const { caller, body, files } = call
  return inTurn(caller.userId, async () => {
    const repeat = await repeatOf(ports, call)
    if (repeat !== null) return repeat
    const text = body.question.trim()
    if (text === '') return refused('information_incomplete')
    const full = { max: String(ticketLinesMax) }
    if (row.lines >= ticketLinesMax) return refused('ticket_full', full)
    const kept = await keepPictures(ports, caller, 'ticket', files)
    if (!kept.ok) return refused(kept.reason)
    const isWritten = await database.transaction(async (client) => {
      const held = await holdTicket(client, row.id)
      if (held === null || held.lines >= ticketLinesMax) return false
      for (const file of kept.ids) await vault.use(client, file, 'ticket')
      await insertTicketLine(client, row.id, { ...written(call, text), files: kept.ids })
      return true
    })
    if (!isWritten) {
      await kept.drop()
      return refused('ticket_full', full)
    }
    support.ticketMoved(row, 'open')
    return oneTicket(ports, row.id)
  })
}

function written({ caller, key }: Making | Answering, text: string) {
  const digest = Buffer.from(key?.digest ?? '', 'hex')
  const by = { author: 'user', userId: caller.userId, operatorId: null, name: '' } as const
  return { ...by, key: key?.id ?? null, digest, text, status: 'open' } as const
}
