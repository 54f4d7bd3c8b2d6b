import { parseLocaleId } from '@truemark/protocol/locale'
import { client as constants } from '@truemark/protocol/client'
import { type OutboxMessage, deskRoutes } from '@truemark/protocol/routes/desk'
import { pageLimit } from '@truemark/protocol/values'
import { isNobodysEmail } from '../identity/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { type MailTemplate, mailTemplates, renderMail, renderSms } from '../platform/mail/render.ts'
import { hidden, openParams } from '../platform/mail/secrets.ts'
import { noteReading } from './audit.store.ts'
import { codesAtDesk } from './codesAtDesk.ts'
import { type KeptRow, findKept } from './outbox.store.ts'
import { type DeskPorts, actorOf } from './ports.ts'

/** What is written to the operators themselves; it bears counts alone. */
const operatorsOwn: readonly MailTemplate[] = ['escalated', 'realMoney']

/**
 * Binds the outbox: what no provider has carried. To whom and of what is told to whoever may see it; the text, which bears
 * codes, links, words and addresses, to administrators of an installation that is only tried out, and to nobody else.
 */
export function bindOutbox(gateway: Gateway, ports: DeskPorts): void {
  gateway.bind(deskRoutes.deskOutbox, async ({ caller, query }) => {
    const before = query.cursor === undefined ? null : ports.ids.read('message', query.cursor)
    if (query.cursor !== undefined && before === null) return refused('field_malformed')
    const limit = pageLimit(query.limit)
    const actor = await actorOf(ports, caller)
    const isTold = caller.actor === 'administrator' && (await codesAtDesk(ports))
    // whoever reads a code could use it: nobody does so unseen
    const items = await ports.database.transaction(async (client) => {
      const rows = await findKept(client, query.search?.trim() ?? null, before, limit)
      const found = rows.map((row) => shapeOf(ports, row, isTold))
      const touched = rows.flatMap(({ userId }) => (userId === null ? [] : [ports.ids.write('user', userId)]))
      await noteReading(client, {
        actor,
        action: isTold ? 'outbox_read' : 'outbox_listed',
        shown: found.map(({ id }) => id),
        touched,
      })
      return found
    })
    if (items.length === 0 && (await isNobodysEmail(ports.database, query.search))) return refused('email_unknown')
    return done({ items, cursor: items.length === limit ? (items.at(-1)?.id ?? null) : null })
  })
}

function shapeOf({ ids, sealing, translate }: DeskPorts, row: KeptRow, isTold: boolean): OutboxMessage {
  const template = mailTemplates.find((name) => name === row.template)
  const isShown = isTold || (template !== undefined && operatorsOwn.includes(template))
  // nothing is opened that is not shown: a subject tells no secret
  const params = isShown ? openParams(sealing, { ...row, id: String(row.id) }) : { ...hidden, ...row.params }
  const wording = template === undefined ? null : { template, locale: parseLocaleId(row.locale), params }
  // a text message has its code in its only line: what it is of is told by the subject of its mail
  const mail = wording === null ? null : renderMail(translate, wording)
  const text = wording === null || row.channel === 'email' ? mail?.text : renderSms(translate, wording)
  return {
    id: ids.write('message', row.id),
    channel: row.channel,
    to: row.recipient,
    subject: mail?.subject ?? '',
    text: isShown ? (text ?? '') : null,
    created: row.createdAt,
    expires: row.template === 'code' ? row.createdAt + constants.codeMinutes * 60_000 : null,
  }
}
