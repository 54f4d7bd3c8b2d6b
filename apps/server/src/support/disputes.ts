import { personById } from '../identity/door.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import type { SupportStream } from './supportStream.ts'
import { findTicket, insertTicket, insertTicketLine } from './tickets.store.ts'

/** What is said of a person's own may always be said: a ticket of the server's own making is never one too many. */
const unbounded = 1_000_000

/** Opens tickets for whoever says that a payout did not arrive, in the transaction that keeps what they said. */
export function disputeTickets({
  database,
  support,
}: {
  readonly database: Database
  readonly support: SupportStream
}) {
  return {
    open: async (client: Queryable, { userId, question }: { userId: number; question: string }): Promise<number> => {
      const phone = (await personById(client, userId))?.phone ?? ''
      const id = await insertTicket(client, { userId, phone, question }, unbounded)
      if (id === null) throw new Error('a ticket was not kept')
      const said = { author: 'user', userId, operatorId: null, name: '', key: null, digest: Buffer.alloc(0) } as const
      await insertTicketLine(client, id, { ...said, text: question, files: [], status: 'open' })
      return id
    },
    told: async (ticket: number): Promise<void> => {
      const row = await findTicket(database, ticket)
      if (row !== null) support.ticketMoved(row, 'open')
    },
  }
}
