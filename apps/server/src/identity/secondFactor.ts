import { randomInt } from 'node:crypto'
import { type Outcome, refused } from '../platform/http/call.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { SealingKeys } from '../platform/keys/sealingKeys.ts'
import { endReset } from './factorReset.store.ts'
import { blurred, codeHash, passwordMatches, passwordTries, plainCode } from './secrets.ts'
import { personById } from './store.ts'
import { totpStep } from './totp.ts'
import { findTotp, hasTotp, returnRecovery, returnUserStep, useRecovery, useUserStep } from './totp.store.ts'
import { clearFailures, takeTry } from './tries.store.ts'

/** Under which an app's secret is sealed. */
export const totpPurpose = 'totp'
const recoveryLength = 8
/** Without what looks alike on paper; never digits alone, by which the app's codes are told. */
const recoveryLetters = 'abcdefghjkmnpqrstvwxyz23456789'

/** What a code of the app, or a recovery code, was found to be. */
export type Factor =
  | { readonly ok: true; readonly giveBack: () => Promise<void> }
  | { readonly ok: false; readonly reason: 'second_factor_missing' | 'second_factor_wrong' }
  | { readonly ok: false; readonly reason: 'rate_limited'; readonly seconds: number }

/** `secret` hashes, `secrets` (of all generations, the newest first) know codes of long ago, `sealing` opens what is sealed. */
interface Parts {
  readonly database: Database
  readonly secret: Uint8Array
  readonly secrets: readonly Uint8Array[]
  readonly sealing: SealingKeys
}

/** Holds a code against a person's app and recovery codes; it is used up. Wrong ones make the next wait. */
export async function useSecondFactor(parts: Parts, userId: number, code: string, now: number): Promise<Factor> {
  const { database, secret, sealing } = parts
  const row = await findTotp(database, userId)
  if (row === null || !row.confirmed) return { ok: false, reason: 'second_factor_missing' }
  const tries = triesOf(secret, userId)
  const seconds = await takeTry(database, tries)
  if (seconds > 0) return { ok: false, reason: 'rate_limited', seconds }
  const plain = plainCode(code)
  const giveBack = /^[0-9]{6}$/.test(plain)
    ? await useApp(parts, userId, plain, sealing.openText(totpPurpose, String(userId), row.sealed), now)
    : await useSpare(parts, userId, plain)
  if (giveBack === null) return { ok: false, reason: 'second_factor_wrong' }
  await clearFailures(database, tries)
  // whoever has it has not lost it
  await endReset(database, userId, 'canceled', now)
  return { ok: true, giveBack }
}

type GiveBack = () => Promise<void>

async function useApp(
  { database }: Parts,
  userId: number,
  code: string,
  base32: string,
  now: number,
): Promise<GiveBack | null> {
  const step = totpStep(base32, code, now)
  const before = step === null ? null : await useUserStep(database, userId, step)
  return step === null || before === null ? null : () => returnUserStep(database, userId, step, before)
}

async function useSpare(
  { database, secrets }: Pick<Parts, 'database' | 'secrets'>,
  userId: number,
  code: string,
): Promise<GiveBack | null> {
  for (const secret of secrets) {
    const hash = spareHash(secret, userId, code)
    if (await useRecovery(database, userId, hash)) return () => returnRecovery(database, userId, hash)
  }
  return null
}

/** The key under which wrong codes of a person's app are counted. */
export function triesOf(secret: Uint8Array, userId: number): Buffer {
  return blurred(secret, `second factor ${userId}`)
}

/** What of a recovery code is kept. */
export function spareHash(secret: Uint8Array, userId: number, code: string): Buffer {
  return codeHash(secret, 'recovery', String(userId), code)
}

/** A new recovery code. */
export function newSpare(): string {
  // a letter first, so that it is never taken for a code of the app
  const letters = recoveryLetters.replaceAll(/[0-9]/g, '')
  const rest = Array.from({ length: recoveryLength - 1 }, () => recoveryLetters[randomInt(recoveryLetters.length)])
  return `${letters[randomInt(letters.length)]}${rest.join('')}`
}

/** Whether the password is the person's; wrong ones make the next try wait. Null where it is. */
export async function passwordRefusal(
  { database, secret }: Pick<Parts, 'database' | 'secret'>,
  userId: number,
  password: string,
): Promise<Outcome<never> | null> {
  const tries = passwordTries(secret, userId)
  const wait = await takeTry(database, tries)
  if (wait > 0) return refused('rate_limited', { seconds: String(wait) })
  const person = await personById(database, userId)
  const asking = { by: 'user', id: userId } as const
  if (!(await passwordMatches(person?.passwordHash ?? null, password, asking))) return refused('confirm_password_wrong')
  await clearFailures(database, tries)
  return null
}

/** What a caller is told of a code that was refused. */
export function refusedFactor(factor: Factor & { readonly ok: false }): Outcome<never> {
  return factor.reason === 'rate_limited'
    ? refused('rate_limited', { seconds: String(factor.seconds) })
    : refused(factor.reason)
}

/** What keeps a login with the right password out for the second factor's sake, or null. */
export async function loginFactorRefusal(
  ports: Parts & { readonly now: () => number },
  userId: number,
  code: string,
): Promise<Outcome<never> | null> {
  if (!(await hasTotp(ports.database, userId))) return null
  if (code.trim() === '') return refused('second_factor_required')
  const factor = await useSecondFactor(ports, userId, code, ports.now())
  return factor.ok ? null : refusedFactor(factor)
}
