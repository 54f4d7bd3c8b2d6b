import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { client } from '@truemark/protocol/client'
import { Gate, type Lane } from '../platform/gate.ts'
import { widerNetworksOf } from '../platform/http/network.ts'
import { passwordText } from './passwords.ts'

/** Parameters of Argon2id after OWASP: 19 MiB, 2 passes, 1 lane. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each takes a thread, 19 MiB and tens of ms: more at once would only starve everything else. */
const hashing = new Gate(3, 200)

/**
 * For whom a password is hashed. Those that are known (signed in, or signing in from where they did before, or with a code
 * that was sent to them) and strangers are served by turns, so that no crowd of either keeps out the other.
 */
export type Asking =
  | { readonly by: 'known' | 'stranger'; readonly network: string }
  | { readonly by: 'user' | 'operator'; readonly id: number }

function laneOf(asking: Asking): Lane {
  if ('network' in asking) return [asking.by, ...widerNetworksOf(asking.network)]
  return ['signed in', asking.by, '', String(asking.id)]
}

/** The hash under which a password is kept. Throws where too many wait for theirs, which is told as `rate_limited`. */
export function hashPassword(password: string, asking: Asking): Promise<string> {
  return hashing.run(laneOf(asking), () => hash(passwordText(password), argon2id))
}

// made once from a password that nobody has: unknown accounts are compared with it, so that they take as long
let nobodysHash: Promise<string> | null = null

/** Whether a password is an account's. Takes as long where there is no account (`kept` null); throws as `hashPassword`. */
export async function passwordMatches(kept: string | null, password: string, asking: Asking): Promise<boolean> {
  nobodysHash ??= hash(randomBytes(32).toString('hex'), argon2id)
  const against = kept ?? (await nobodysHash)
  // one that was hashed as it came may have been typed elsewhere; of plain letters there is one form
  const forms = new Set([passwordText(password), password, password.normalize('NFC'), password.normalize('NFD')])
  // each has its turn: a password of many forms counts as often as it costs
  for (const form of forms) if (await hashing.run(laneOf(asking), () => verify(against, form))) return kept !== null
  return false
}

/** A new opaque token: 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What of a token is kept. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A new verification code of six digits. */
export function newCode(): string {
  return randomInt(10 ** client.codeLength)
    .toString()
    .padStart(client.codeLength, '0')
}

/** A code as it is compared: without the blanks and hyphens that group it and what copying brings along, digits in ASCII. */
export function plainCode(code: string): string {
  return code
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toLowerCase()
}

/** What of a code is kept: bound to its purpose and address, under the installation's key of tokens. */
export function codeHash(secret: Uint8Array, purpose: string, address: string, code: string): Buffer {
  return createHmac('sha256', secret)
    .update(`${purpose}\n${address}\n${plainCode(code)}`)
    .digest()
}

/** Under which wrong passwords of a signed-in person are counted, wherever they are asked for. */
export function passwordTries(secret: Uint8Array, userId: number): Buffer {
  return blurred(secret, `password ${userId}`)
}

/** A network address or account name that is only to be recognised, never read. */
export function blurred(secret: Uint8Array, text: string): Buffer {
  return createHmac('sha256', secret).update(`blurred\n${text}`).digest()
}
