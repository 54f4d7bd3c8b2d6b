import { deskVerificationRoutes as routes } from '@truemark/protocol/routes/deskVerification'
import { type VerificationFault, verificationFault } from '@truemark/protocol/routes/verification'
import * as z from 'zod/mini'
import { setRealName } from '../identity/door.ts'
import { notify } from '../notification/door.ts'
import { type ActingOperator, actorOf, appendAudit, ownAccountRefusal } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { areDistinct, named, whole } from './desk.ts'
import { decisionLetter } from './letter.ts'
import type { VerificationPorts } from './ports.ts'
import { type VerificationRow, findVerification, holdApproved, revoke } from './store.ts'
import { tell } from './submit.ts'

const payload = z.object({ verification: z.int(), faults: z.array(verificationFault) })

/** Binds the revoking of an approved level: two people decide it, and its owner reads why and can submit it anew. */
export function bindRevoking(gateway: Gateway, ports: VerificationPorts): void {
  const { database, ids, proposals } = ports
  proposals.define('verification_revoke', {
    access: 'desk_verification_write',
    payload,
    plan: async ({ verification, faults }) => {
      const row = await findVerification(database, verification)
      if (row === null) return refused('verification_unknown')
      if (row.state !== 'approved') return refused('verification_not_approved')
      const detail = { uid: ids.write('user', row.userId), level: row.level, ...faultTexts(faults) }
      return done({ subject: ids.write('verification', row.id), detail })
    },
    within: async (client, { verification, faults }, { actor, approver, reason }) => {
      const row = await findVerification(client, verification)
      if (row === null) return refused('verification_unknown')
      return revokeIn(ports, client, row, { operator: approver, actor, faults, reason })
    },
    after: async ({ verification }) => {
      const row = await findVerification(database, verification)
      if (row !== null) await tell(ports, row.userId)
      return done(null)
    },
  })
  gateway.bind(routes.deskVerificationRevoke, async ({ caller, params, body }) => {
    const row = await named(ports, params.id)
    if (row === null) return refused('verification_unknown')
    const own = await ownAccountRefusal(database, row.userId, caller.userId)
    if (own !== null) return own
    const { faults, reason } = body
    if (!areDistinct(faults)) return refused('field_malformed')
    if (row.state !== 'approved') return refused('verification_not_approved')
    const gate = await proposals.gate(caller, 'verification_revoke', { verification: row.id, faults }, reason)
    if (gate !== null) return gate
    const actor = await actorOf(ports, caller)
    const revoked = await database.transaction((client) =>
      revokeIn(ports, client, row, { operator: caller.userId, actor, faults, reason }),
    )
    if (!revoked.ok) return revoked
    await tell(ports, row.userId)
    const after = await findVerification(database, row.id)
    return after === null ? refused('verification_unknown') : done(await whole(ports, after))
  })
}

function faultTexts(faults: readonly VerificationFault[]): Record<string, string> {
  return Object.fromEntries(faults.map(({ field, reason }) => [field, reason]))
}

interface Revocation {
  readonly operator: number
  readonly actor: ActingOperator
  readonly faults: readonly VerificationFault[]
  readonly reason: string
}

async function revokeIn(
  { ids, letters }: VerificationPorts,
  client: Queryable,
  row: VerificationRow,
  { operator, actor, faults, reason }: Revocation,
): Promise<Outcome<null>> {
  if (!(await holdApproved(client, row.id))) return refused('verification_not_approved')
  const { level, userId } = row
  const uid = ids.write('user', userId)
  const detail = { uid, level, ...faultTexts(faults) }
  const subject = ids.write('verification', row.id)
  await appendAudit(client, { actor, action: 'verification_revoked', subject, reason, detail, touched: [uid] })
  await revoke(client, row.id, { operator, faults, note: reason })
  await setRealName(client, userId, { level, state: 'rejected', country: null })
  const told = { kind: 'verification_revoked', params: { level }, ref: null, once: `revoked.${row.id}` } as const
  await notify(client, { userId, realm: null, ...told })
  await letters.write(client, userId, decisionLetter('revoked', level, faults))
  return done(null)
}
