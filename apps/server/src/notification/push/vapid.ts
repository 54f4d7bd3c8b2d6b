import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { SealingKeys } from '../../platform/keys/sealingKeys.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { insertPushKey, readPushKey } from './push.store.ts'

/** What the private key is sealed for, and whose it is. */
export const pushKeyPurpose = 'push key'
export const pushKeyOwner = 'installation'
/** A token's life; push services take at most a day. */
const tokenSeconds = 12 * 3_600
const renewSeconds = 600
/** A token for each push service is kept; there are few. */
const tokensMax = 100

/** By what push services know this installation (RFC 8292). */
export interface Vapid {
  /** The public key, base64url of its uncompressed point. */
  readonly publicKey: string
  /** The authorization header for a push service. `now` in UTC ms. */
  authorization(endpoint: string, now: number): string
}

/** The installation's key pair, made and sealed at the first start. `subject` is a mail address or an address to turn to. */
export async function openVapid(database: Database, sealing: SealingKeys, subject: string): Promise<Vapid> {
  const kept = (await readPushKey(database)) ?? (await make(database, sealing))
  const pem = sealing.openText(pushKeyPurpose, pushKeyOwner, kept.privateSealed)
  return vapidOf(createPrivateKey(pem), subject)
}

async function make(database: Database, sealing: SealingKeys) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await insertPushKey(database, publicKeyOf(privateKey), sealing.seal(pushKeyPurpose, pushKeyOwner, pem))
  const kept = await readPushKey(database)
  if (kept === null) throw new Error('the push key was not kept')
  return kept
}

/** A key pair as push services are told of it. */
export function vapidOf(privateKey: KeyObject, subject: string): Vapid {
  const publicKey = publicKeyOf(privateKey)
  const tokens = new Map<string, { readonly text: string; readonly until: number }>()
  return {
    publicKey,
    authorization: (endpoint, now) => {
      const audience = new URL(endpoint).origin
      const seconds = Math.floor(now / 1000)
      const known = tokens.get(audience)
      if (known !== undefined && known.until - seconds > renewSeconds) return known.text
      const until = seconds + tokenSeconds
      const claims = { aud: audience, exp: until, sub: subject }
      const text = `vapid t=${signed(privateKey, claims)}, k=${publicKey}`
      if (tokens.size >= tokensMax) tokens.clear()
      tokens.set(audience, { text, until })
      return text
    },
  }
}

function signed(privateKey: KeyObject, claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

function publicKeyOf(privateKey: KeyObject): string {
  const { x, y } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (typeof x !== 'string' || typeof y !== 'string') throw new Error('the push key is of another kind')
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')
}
