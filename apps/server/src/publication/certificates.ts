import { imagePath } from '@truemark/markdown/links'
import type { Certificate } from '@truemark/protocol/routes/content'
import { type DeskCertificate, deskContentRoutes as routes } from '@truemark/protocol/routes/deskContent'
import { id, line, millis } from '@truemark/protocol/values'
import type { BodyOf } from '@truemark/protocol/routes/route'
import * as z from 'zod/mini'
import { type ActingOperator, type AuditEntry, appendAudit, actorOf, type Plan } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { paged } from '../platform/http/page.ts'
import { type CertificateRow, endCertificate, findCertificates, insertCertificate } from './certificates.store.ts'
import { findImage } from './images.store.ts'
import type { PublicationPorts } from './ports.ts'

/** A registration as anyone sees it. */
export function certificateShape({ ids }: Pick<PublicationPorts, 'ids'>, row: CertificateRow): Certificate {
  return {
    id: ids.write('certificate', row.id),
    name: row.name,
    number: row.number,
    image: row.image === null ? '' : `${imagePath}${row.image}`,
    register_link: row.registerLink,
    regulator: row.regulator,
    expires: row.expiresAt,
  }
}

async function all(ports: PublicationPorts): Promise<DeskCertificate[]> {
  const rows = await findCertificates(ports.database)
  return rows.map((row) => ({
    ...certificateShape(ports, row),
    added_by: row.addedBy,
    added: row.addedAt,
    ended: row.ended === null ? null : { by: row.ended.by, reason: row.ended.reason, time: row.ended.at },
  }))
}

const payload = z.object({
  name: line(2, 160),
  regulator: line(2, 160),
  number: line(1, 80),
  register_link: z.string(),
  expires: millis,
  image: z.nullable(id),
})
type Payload = z.infer<typeof payload>

/** Binds the registrations of the operator: each is shown by two people, and ended by one. */
export function bindCertificates(gateway: Gateway, ports: PublicationPorts): void {
  const { database, ids, now, proposals } = ports
  proposals.define('certificate', {
    access: 'desk_content_write',
    payload,
    plan: (wanted) => planOf(ports, wanted),
    within: async (client, wanted, { actor, time }) => {
      const { register_link: registerLink, expires: expiresAt, ...fields } = wanted
      await insertCertificate(client, { ...fields, registerLink, expiresAt, addedBy: actor.name, addedAt: time })
      return done(null)
    },
  })
  gateway.bind(routes.deskCertificates, async ({ query }) => paged(await all(ports), query, (row) => row.id))
  gateway.bind(routes.deskCertificateAdd, async ({ caller, body }) => {
    const { reason, ...wanted } = body
    const planned = await planOf(ports, wanted)
    if (!planned.ok) return planned
    const gate = await proposals.gate(caller, 'certificate', wanted, reason)
    if (gate !== null) return gate
    return add(ports, await actorOf(ports, caller), body)
  })
  gateway.bind(routes.deskCertificateEnd, async ({ caller, params, body }) => {
    const certificate = ids.read('certificate', params.id)
    if (certificate === null) return refused('content_unknown')
    const actor = await actorOf(ports, caller)
    const ended = await database.transaction(async (client) => {
      const change = { by: actor.name, reason: body.reason, at: now() }
      if (!(await endCertificate(client, certificate, change))) return false
      const entry: AuditEntry = {
        actor,
        action: 'certificate_ended',
        subject: params.id,
        reason: body.reason,
        detail: {},
      }
      await appendAudit(client, entry)
      return true
    })
    return ended ? done(null) : refused('content_unknown')
  })
}

async function add(
  ports: PublicationPorts,
  actor: ActingOperator,
  { reason, register_link: registerLink, expires: expiresAt, ...fields }: BodyOf<typeof routes.deskCertificateAdd>,
): Promise<Outcome<null>> {
  await ports.database.transaction(async (client) => {
    await insertCertificate(client, { ...fields, registerLink, expiresAt, addedBy: actor.name, addedAt: ports.now() })
    const detail = { regulator: fields.regulator, number: fields.number, register_link: registerLink }
    await appendAudit(client, { actor, action: 'certificate_added', subject: fields.name, reason, detail })
  })
  return done(null)
}

async function planOf({ database, now }: PublicationPorts, wanted: Payload): Promise<Outcome<Plan>> {
  if (!isRegister(wanted.register_link)) return refused('register_link_invalid')
  if (wanted.expires <= now()) return refused('certificate_expired')
  if (wanted.image !== null && (await findImage(database, wanted.image)) === null) return refused('file_unknown')
  const { name, regulator, number, register_link, expires } = wanted
  const detail = { regulator, number, register_link, expires: new Date(expires).toISOString() }
  return done({ subject: name, detail })
}

// a register stands on a host with a name, not behind a user's or a bare address
function isRegister(link: string): boolean {
  try {
    const { protocol, username, password, hostname } = new URL(link)
    return (
      protocol === 'https:' &&
      username === '' &&
      password === '' &&
      /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(hostname)
    )
  } catch {
    return false
  }
}
