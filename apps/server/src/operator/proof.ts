import type { deskSecurityRoutes as routes } from '@truemark/protocol/routes/deskSecurity'
import { blurred, clearFailures, passwordMatches, takeTry, totpStep } from '../identity/door.ts'
import { type Ceremony, type Proven, prove } from '../passkey/door.ts'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import { type ActingOperator, actingOf } from './acting.ts'
import { type AuditEntry, appendAudit } from './audit.store.ts'
import type { DeskPorts } from './ports.ts'
import { openOperatorTotp } from './sealedTotp.ts'
import { type OperatorRow, liveOperator, useTotpStep } from './store.ts'

/** What an operator proves anew before how they sign in changes. */
type Proof = Call<typeof routes.deskPasskeyBegin>['body']

type Asker = Pick<Call<typeof routes.deskSecurity>, 'caller' | 'origin'>

/** A ceremony of the signed-in operator, bound to the session. */
export function ceremonyOf(ports: DeskPorts, { caller, origin }: Asker, purpose: Ceremony['purpose']): Ceremony {
  return { database: ports.database, origin: origin(), purpose, bearer: caller.sessionId }
}

/** The password, then the authenticator's code or a passkey's signature. Wrong ones make the next try wait. */
export async function proveOperator(ports: DeskPorts, asker: Asker, proof: Proof): Promise<Outcome<OperatorRow>> {
  const { database, secret } = ports
  const { userId } = asker.caller
  const tries = blurred(secret, `desk step up ${userId}`)
  const wait = await takeTry(database, tries)
  if (wait > 0) return refused('rate_limited', { seconds: String(wait) })
  const operator = await liveOperator(database, userId)
  const asking = { by: 'operator', id: userId } as const
  if (!(await passwordMatches(operator?.passwordHash ?? null, proof.password, asking)) || operator === null) {
    return refused('confirm_password_wrong')
  }
  const refusal = await factorRefusal(ports, asker, { operator, proof })
  if (refusal !== null) return refusal
  await clearFailures(database, tries)
  return done(operator)
}

async function factorRefusal(
  ports: DeskPorts,
  asker: Asker,
  { operator, proof }: { readonly operator: OperatorRow; readonly proof: Proof },
): Promise<Outcome<never> | null> {
  const { passkey, totp = '' } = proof
  if (passkey !== undefined) {
    const ceremony = ceremonyOf(ports, asker, 'desk_confirm')
    const proven = await prove(ceremony, { kind: 'operator', id: operator.id }, passkey)
    if (proven.ok) return null
    await noteDoubt(ports, await actingOf(ports.database, asker.caller), proven)
    return refused(proven.reason)
  }
  const secret = openOperatorTotp(ports.sealing, operator)
  const step = secret === null ? null : totpStep(secret, totp, ports.now())
  const isRight = step !== null && (await useTotpStep(ports.database, operator.id, step))
  return isRight ? null : refused('second_factor_wrong')
}

/** Writes to the audit log that a passkey's counter went back, as where there are two copies. */
export async function noteDoubt(
  { database }: Pick<DeskPorts, 'database'>,
  actor: ActingOperator,
  proven: Proven & { readonly ok: false },
): Promise<void> {
  if (proven.reason !== 'passkey_doubted') return
  const detail = { passkey: proven.passkey.name }
  const entry: AuditEntry = { actor, action: 'operator_passkey_doubted', subject: actor.name, reason: '', detail }
  await database.transaction((client) => appendAudit(client, entry))
}
