import type { Reason } from '@truemark/protocol/errors'
import type { Database } from '../platform/postgres/database.ts'
import { returnCode, useCode } from './codes.store.ts'
import { blurred, codeHash, passwordMatches } from './secrets.ts'
import { type Factor, useSecondFactor } from './secondFactor.ts'
import { personById } from './store.ts'
import { hasTotp } from './totp.store.ts'
import { clearFailures, noteFailure, waitSeconds } from './tries.store.ts'

/** What a person proves anew where money could leave. */
export interface Proof {
  readonly password: string
  readonly verify_code: string
}

export type Proved =
  | {
      readonly ok: true
      /** Makes the code good again where what it was given for was refused after all. */
      readonly giveBack: () => Promise<void>
    }
  | { readonly ok: false; readonly reason: Reason; readonly params: Readonly<Record<string, string>> }

/** Asks a signed-in person once more who they are. */
export interface StepUp {
  /** Holds a proof against the account; the code is used up. */
  prove(userId: number, proof: Proof): Promise<Proved>
}

const purpose = 'confirm'

/**
 * The password, then a code: that of the authenticator app where one is set up, else the one that was sent to the
 * account's verified address for `confirm`. Both are what a stolen session lacks. Wrong passwords make the next try wait, on this account alone.
 */
export function openStepUp(database: Database, secret: Uint8Array, now: () => number = Date.now): StepUp {
  return {
    prove: async (userId, proof): Promise<Proved> => {
      const tries = blurred(secret, `step up ${userId}`)
      const wait = await waitSeconds(database, tries)
      if (wait > 0) return { ok: false, reason: 'rate_limited', params: { seconds: String(wait) } }
      const person = await personById(database, userId)
      if (!(await passwordMatches(person?.passwordHash ?? null, proof.password)) || person === null) {
        await noteFailure(database, tries)
        return { ok: false, reason: 'confirm_password_wrong', params: {} }
      }
      if (await hasTotp(database, userId)) {
        const factor = await useSecondFactor({ database, secret }, userId, proof.verify_code, now())
        if (factor.ok) await clearFailures(database, tries)
        return factor.ok ? factor : refusedProof(factor)
      }
      const address = (person.verified === 'phone' ? person.phone : person.email).toLowerCase()
      const hash = codeHash(secret, purpose, address, proof.verify_code)
      if (!(await useCode(database, purpose, address, hash))) {
        // a code has tries of its own, and a pace at which others are sent
        return { ok: false, reason: 'code_invalid', params: {} }
      }
      await clearFailures(database, tries)
      return { ok: true, giveBack: () => returnCode(database, purpose, address, hash) }
    },
  }
}

// one sentence for a wrong code, whichever kind it is of
function refusedProof(factor: Factor & { readonly ok: false }): Proved & { readonly ok: false } {
  return factor.reason === 'rate_limited'
    ? { ok: false, reason: 'rate_limited', params: { seconds: String(factor.seconds) } }
    : { ok: false, reason: 'code_invalid', params: {} }
}
