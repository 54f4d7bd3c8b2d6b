import {
  type DeskVerification,
  type DeskVerificationOne,
  deskVerificationRoutes as routes,
} from '@truemark/protocol/routes/deskVerification'
import type { DocumentSide, VerificationFault } from '@truemark/protocol/routes/verification'
import { findAskers, personById, setRealName } from '../identity/door.ts'
import { notify } from '../notification/door.ts'
import { actorOf, appendAudit, noteReading, ownAccountRefusal } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import { Media } from '../platform/http/media.ts'
import type { Caller } from '../platform/http/session.ts'
import { decisionLetter } from './letter.ts'
import type { VerificationPorts } from './ports.ts'
import { numberHash } from './sealed.ts'
import { fieldsOf } from './standing.ts'
import {
  type VerificationRow,
  decide,
  fileOf,
  findAttempts,
  findOfUser,
  findQueue,
  findSameNumber,
  findSamePhoto,
  findVerification,
  holdPending,
} from './store.ts'
import { tell } from './submit.ts'

/** Binds the reviewers' work: nothing of a person is shown without an entry in the audit log. */
export function bindVerificationDesk(gateway: Gateway, ports: VerificationPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.deskVerifications, async ({ caller, query }) => {
    const place = placeIn(ids, 'verification', query)
    if (place === null) return refused('field_malformed')
    const actor = await actorOf(ports, caller)
    const open = query.queue !== 'done'
    const rows = await findQueue(database, { open, level: query.level ?? null, from: place.before, limit: place.limit })
    const items = await listed(ports, rows)
    const seen = { shown: items.map(({ id }) => id), touched: items.map(({ uid }) => uid) }
    await database.transaction((client) => noteReading(client, { actor, action: 'verifications_listed', ...seen }))
    return pageAtPlace(items, place, ({ id }) => id)
  })
  gateway.bind(routes.deskVerificationRead, async ({ caller, params }) => {
    const row = await named(ports, params.id)
    if (row === null) return refused('verification_unknown')
    await noteLook(ports, caller, row, 'verification_read', {})
    return done(await whole(ports, row))
  })
  gateway.bind(routes.deskVerificationFront, ({ caller, params }) => documentOf(ports, caller, params.id, 'front'))
  gateway.bind(routes.deskVerificationBack, ({ caller, params }) => documentOf(ports, caller, params.id, 'back'))
  gateway.bind(routes.deskVerificationApprove, ({ caller, params, body }) =>
    decideOn(ports, caller, params.id, { state: 'approved', faults: [], note: body.note }),
  )
  gateway.bind(routes.deskVerificationReject, ({ caller, params, body }) => {
    const { faults, note } = body
    if (!areDistinct(faults)) return refused('field_malformed')
    return decideOn(ports, caller, params.id, { state: 'rejected', faults, note })
  })
}

/** One reason a field: two would leave open what is to be mended. */
export function areDistinct(faults: readonly VerificationFault[]): boolean {
  return new Set(faults.map(({ field }) => field)).size === faults.length
}

/** The submission of a public id; null where there is none. */
export async function named({ database, ids }: VerificationPorts, text: string): Promise<VerificationRow | null> {
  const id = ids.read('verification', text)
  return id === null ? null : findVerification(database, id)
}

async function listed(ports: VerificationPorts, rows: readonly VerificationRow[]) {
  const { database, ids } = ports
  const askers = await findAskers(
    database,
    rows.map(({ userId }) => userId),
  )
  const attempts = await findAttempts(
    database,
    rows.map(({ id }) => id),
  )
  return rows.map((row): DeskVerification => ({
    id: ids.write('verification', row.id),
    uid: ids.write('user', row.userId),
    account: askers.get(row.userId)?.account ?? '',
    level: row.level,
    state: row.state,
    submitted: row.submittedAt,
    deadline: row.deadlineAt,
    escalated: row.state === 'pending' && row.deadlineAt < ports.now(),
    decided: row.decidedAt,
    decided_by: row.decidedBy,
    attempts: attempts.get(row.id) ?? 0,
  }))
}

/** Under each key, what its document's number is known by: others were hashed before or after a key was replaced. */
function numberHashes(ports: VerificationPorts, row: VerificationRow): Buffer[] {
  const { country, document_number: number } = fieldsOf(ports, row)
  if (country === undefined || number === undefined) return []
  return ports.tokens.all.map((secret) => numberHash(secret, country, number))
}

/** A submission with all that a reviewer is shown of it. */
export async function whole(ports: VerificationPorts, row: VerificationRow): Promise<DeskVerificationOne> {
  const { database, ids } = ports
  const [head] = await listed(ports, [row])
  if (head === undefined) throw new Error('a submission without its head')
  const person = await personById(database, row.userId)
  const earlier = (await findOfUser(database, row.userId)).filter(({ id }) => id !== row.id)
  const uids = (users: readonly number[]): string[] => users.map((id) => ids.write('user', id))
  return {
    ...head,
    fields: fieldsOf(ports, row),
    registered_country: person?.country ?? '',
    documents: (['front', 'back'] as const).filter((side) => fileOf(row, side) !== null),
    same_number: uids(await findSameNumber(database, row.userId, numberHashes(ports, row))),
    same_photo: uids(await findSamePhoto(database, row)),
    faults: row.faults,
    note: row.note,
    revoked: row.revokedAt,
    history: earlier.map(({ id, level, state, submittedAt, decidedAt, decidedBy, faults }) => ({
      id: ids.write('verification', id),
      level,
      state,
      submitted: submittedAt,
      decided: decidedAt,
      decided_by: decidedBy,
      faults,
    })),
  }
}

async function noteLook(
  ports: VerificationPorts,
  caller: Caller,
  row: VerificationRow,
  action: 'verification_read' | 'document_read',
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const { database, ids } = ports
  const actor = await actorOf(ports, caller)
  const uid = ids.write('user', row.userId)
  const detail = { uid, level: row.level, ...more }
  const entry = { actor, action, subject: ids.write('verification', row.id), reason: '', detail, touched: [uid] }
  await database.transaction((client) => appendAudit(client, entry))
}

async function documentOf(
  ports: VerificationPorts,
  caller: Caller,
  text: string,
  side: DocumentSide,
): Promise<Outcome<Media>> {
  const row = await named(ports, text)
  if (row === null) return refused('verification_unknown')
  // the entry stands before the answer
  await noteLook(ports, caller, row, 'document_read', { side })
  return photoOf(ports, row, side)
}

/** The photo of a side of a document, for whoever may see it. */
export async function photoOf(
  { ids, vault }: VerificationPorts,
  row: VerificationRow,
  side: DocumentSide,
): Promise<Outcome<Media>> {
  const id = fileOf(row, side)
  const file = id === null ? null : await vault.read(id, 'identity')
  if (file === null) return refused('file_unknown')
  return done(new Media(file.type, file.bytes, `document-${side}-${ids.write('verification', row.id)}.jpg`))
}

interface Verdict {
  readonly state: 'approved' | 'rejected'
  readonly faults: readonly VerificationFault[]
  readonly note: string
}

/** Decides once, whoever else does at the same moment; the entry of the audit log commits with it or not at all. */
async function decideOn(
  ports: VerificationPorts,
  caller: Caller,
  text: string,
  verdict: Verdict,
): Promise<Outcome<DeskVerificationOne>> {
  const { database, ids } = ports
  const row = await named(ports, text)
  if (row === null) return refused('verification_unknown')
  const own = await ownAccountRefusal(database, row.userId, caller.userId)
  if (own !== null) return own
  const { state, faults, note } = verdict
  const actor = await actorOf(ports, caller)
  const { level, userId } = row
  const country = state === 'approved' && level === 'primary' ? (fieldsOf(ports, row).country ?? null) : null
  const isDecided = await database.transaction(async (client) => {
    if (!(await holdPending(client, row.id))) return false
    // what is personal stays in the row, which can be erased; the log keeps which fields and why
    const found = faults.map(({ field, reason }) => `${field}: ${reason}`).join(', ')
    const uid = ids.write('user', userId)
    const said = { subject: text, reason: note, detail: { uid, level, faults: found } }
    await appendAudit(client, { actor, action: `verification_${state}`, ...said, touched: [uid] })
    await decide(client, row.id, { state, operator: caller.userId, faults, note })
    await setRealName(client, userId, { level, state, country })
    const told = {
      kind: `verification_${state}`,
      params: { level },
      ref: null,
      once: `verification.${row.id}`,
    } as const
    await notify(client, { userId, realm: null, ...told })
    await ports.letters.write(client, userId, decisionLetter(state, level, faults))
    return true
  })
  if (!isDecided) return refused('verification_done')
  await tell(ports, userId)
  const after = await findVerification(database, row.id)
  return after === null ? refused('verification_unknown') : done(await whole(ports, after))
}
