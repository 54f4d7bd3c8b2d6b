import type { Reason } from '@truemark/protocol/errors'
import type { Assertion } from '@truemark/protocol/routes/stepUp'
import { prove as provePasskey } from '../passkey/door.ts'
import type { CallContext } from '../platform/http/call.ts'
import type { Caller } from '../platform/http/session.ts'
import type { SealingKeys } from '../platform/keys/sealingKeys.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import type { Alerts } from './alerts.ts'
import { anyNetwork, returnCode, useCode } from './codes.store.ts'
import { holdEntered } from './entrances.ts'
import { provenAddress } from './proven.ts'
import { codeHash, passwordMatches, passwordTries } from './secrets.ts'
import { type Factor, useSecondFactor } from './secondFactor.ts'
import { passkeyBearer } from './sessions.store.ts'
import { type Person, personById } from './store.ts'
import { hasTotp } from './totp.store.ts'
import { clearFailures, takeTry } from './tries.store.ts'

/** What a person proves anew where money could leave. */
export interface Proof {
  readonly password: string
  readonly verify_code: string
  /** A passkey's signature in place of the code. */
  readonly passkey?: Assertion | undefined
}

/** Who proves it, and where this server is reached. */
export interface Asker extends Pick<CallContext, 'origin'> {
  readonly caller: Pick<Caller, 'userId' | 'sessionId'>
}

export type Proved =
  | {
      readonly ok: true
      /** Makes the code good again where what it was given for was refused after all; a signature stays used. */
      readonly giveBack: () => Promise<void>
      /**
       * Whether who proved it may still do it: the session stands and the password is the one that was looked at. The person
       * is held until the transaction ends. Asked in the transaction that does what was proved.
       */
      readonly stands: (client: Queryable) => Promise<boolean>
    }
  | Unproved

interface Unproved {
  readonly ok: false
  readonly reason: Reason
  readonly params: Readonly<Record<string, string>>
}

/** Asks a signed-in person once more who they are. */
export interface StepUp {
  /** Holds a proof against the account of who asks; the code or the signature's challenge is used up. */
  prove(asker: Asker, proof: Proof): Promise<Proved>
}

export interface StepUpPorts {
  readonly database: Database
  /** The key of hashes, and that of what is sealed. */
  readonly secret: Uint8Array
  /** Of all generations of the key for tokens: recovery codes are known under each. */
  readonly secrets: readonly Uint8Array[]
  readonly sealing: SealingKeys
  readonly alerts: Pick<Alerts, 'passkeyDoubted'>
  readonly now?: () => number
}

const purpose = 'confirm'

/**
 * The password, then one thing that a stolen session lacks: a passkey's signature; the code of the authenticator app
 * where one is set up; else the code that was sent to the account's verified address for `confirm`. Wrong passwords and
 * wrong codes make the next try wait, on this account alone.
 */
export function openStepUp(ports: StepUpPorts): StepUp {
  const { database, secret } = ports
  return {
    prove: async (asker, proof): Promise<Proved> => {
      const { userId } = asker.caller
      const tries = passwordTries(secret, userId)
      const wait = await takeTry(database, tries)
      if (wait > 0) return unproved('rate_limited', { seconds: String(wait) })
      const person = await personById(database, userId)
      const asking = { by: 'user', id: userId } as const
      if (!(await passwordMatches(person?.passwordHash ?? null, proof.password, asking)) || person === null) {
        return unproved('confirm_password_wrong')
      }
      await clearFailures(database, tries)
      const second = await proveSecond(ports, asker, { person, proof })
      if (!second.ok) return second
      const stands = async (client: Queryable): Promise<boolean> =>
        (await holdEntered(client, asker.caller))?.passwordHash === person.passwordHash
      return { ok: true, giveBack: second.giveBack, stands }
    },
  }
}

function unproved(reason: Reason, params: Readonly<Record<string, string>> = {}): Unproved {
  return { ok: false, reason, params }
}

/** What the second of the two came to; `giveBack` as of {@link Proved}. */
type Second = { readonly ok: true; readonly giveBack: () => Promise<void> } | Unproved

type Proving = { readonly person: Person; readonly proof: Proof }

async function proveSecond(ports: StepUpPorts, asker: Asker, { person, proof }: Proving): Promise<Second> {
  const { database, secret, secrets, sealing, now = Date.now } = ports
  if (proof.passkey !== undefined) return proveByPasskey(ports, asker, { purpose, passkey: proof.passkey })
  if (await hasTotp(database, person.id)) {
    const factor = await useSecondFactor({ database, secret, secrets, sealing }, person.id, proof.verify_code, now())
    return factor.ok ? factor : refusedProof(factor)
  }
  const address = provenAddress(person).toLowerCase()
  const hash = codeHash(secret, purpose, address, proof.verify_code)
  const key = { purpose, address, network: anyNetwork, known: true } as const
  // a code has tries of its own, and a pace at which others are sent
  const used = await useCode(database, key, hash)
  if (used === null) return unproved('code_invalid')
  return { ok: true, giveBack: () => returnCode(database, key, used) }
}

/** A signature as one session gives it. */
export interface SignedProof {
  readonly purpose: 'confirm' | 'change_password'
  readonly passkey: Assertion
}

/** Holds the signature of one of a person's own passkeys against the challenge of their session. */
export async function proveByPasskey(
  { database, alerts }: Pick<StepUpPorts, 'database' | 'alerts'>,
  { caller, origin }: Asker,
  { purpose: asked, passkey }: SignedProof,
): Promise<Second> {
  const ceremony = { database, origin: origin(), purpose: asked, bearer: passkeyBearer(caller.sessionId) }
  const proven = await provePasskey(ceremony, { kind: 'user', id: caller.userId }, passkey)
  if (proven.ok) return { ok: true, giveBack: async () => undefined }
  if (proven.reason === 'passkey_doubted') await alerts.passkeyDoubted(proven.passkey, origin())
  return unproved(proven.reason)
}

// one sentence for a wrong code, whichever kind it is of
function refusedProof(factor: Factor & { readonly ok: false }): Unproved {
  return factor.reason === 'rate_limited'
    ? unproved('rate_limited', { seconds: String(factor.seconds) })
    : unproved('code_invalid')
}
