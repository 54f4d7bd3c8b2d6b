import { parseLocaleId } from '@truemark/protocol/locale'
import { client as constants } from '@truemark/protocol/client'
import { type OutboxMessage, deskRoutes } from '@truemark/protocol/routes/desk'
import { pageLimit } from '@truemark/protocol/values'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { mailTemplates, renderMail, renderSms } from '../platform/mail/render.ts'
import { noteReading } from './audit.store.ts'
import { type KeptRow, findKept } from './outbox.store.ts'
import { isNobodysEmail } from './people.store.ts'
import { type DeskPorts, actorOf } from './ports.ts'

/** Binds the outbox: what no provider has carried, for the operator to hand on. */
export function bindOutbox(gateway: Gateway, ports: DeskPorts): void {
  gateway.bind(deskRoutes.deskOutbox, async ({ caller, query }) => {
    const before = query.cursor === undefined ? null : ports.ids.read('message', query.cursor)
    if (query.cursor !== undefined && before === null) return refused('field_malformed')
    const limit = pageLimit(query.limit)
    const actor = await actorOf(ports, caller)
    // whoever reads a code could use it: nobody does so unseen
    const items = await ports.database.transaction(async (client) => {
      const rows = await findKept(client, query.search?.trim() ?? null, before, limit)
      const found = rows.map((row) => shapeOf(ports, row))
      const touched = rows.flatMap(({ userId }) => (userId === null ? [] : [ports.ids.write('user', userId)]))
      await noteReading(client, { actor, action: 'outbox_read', shown: found.map(({ id }) => id), touched })
      return found
    })
    if (items.length === 0 && (await isNobodysEmail(ports.database, query.search))) return refused('email_unknown')
    return done({ items, cursor: items.length === limit ? (items.at(-1)?.id ?? null) : null })
  })
}

function shapeOf({ ids, translate }: DeskPorts, row: KeptRow): OutboxMessage {
  const template = mailTemplates.find((name) => name === row.template)
  const wording = template === undefined ? null : { template, locale: parseLocaleId(row.locale), params: row.params }
  const mail = wording === null || row.channel === 'sms' ? null : renderMail(translate, wording)
  const sms = wording === null || row.channel === 'email' ? '' : renderSms(translate, wording)
  return {
    id: ids.write('message', row.id),
    channel: row.channel,
    to: row.recipient,
    subject: mail?.subject ?? '',
    text: mail?.text ?? sms,
    created: row.createdAt,
    expires: row.template === 'code' ? row.createdAt + constants.codeMinutes * 60_000 : null,
  }
}
