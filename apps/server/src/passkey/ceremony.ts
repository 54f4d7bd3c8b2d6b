import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Attestation, CreationOptions, RequestOptions } from '@truemark/protocol/routes/passkeys'
import type { Assertion } from '@truemark/protocol/routes/stepUp'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Purpose, challengeMinutes, keepChallenge, useChallenge } from './challenges.store.ts'
import { passkeySite } from './site.ts'
import {
  type NewPasskey,
  type Owner,
  type PasskeyRow,
  noteUse,
  passkeyByCredential,
  passkeysMax,
  passkeysOf,
} from './store.ts'
import { algorithms, challengeSigned, readAttestation, readAssertion } from './verify.ts'

const timeoutMs = challengeMinutes * 60_000

/** Where and for what a passkey is asked for. */
export interface Ceremony {
  readonly database: Database
  /** Where this server is reached. */
  readonly origin: string
  readonly purpose: Purpose
  /** Who asks: a session, a one-time link, or the network address of one who is not signed in. */
  readonly bearer: string
}

function newChallenge(): string {
  return randomBytes(32).toString('base64url')
}

function descriptors(rows: readonly PasskeyRow[], site: string) {
  return rows
    .filter((row) => row.site === site)
    .map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      type: 'public-key' as const,
      transports: [...transports],
    }))
}

/** Whose passkey is to be made; `owner` is null for one who is only about to be. */
export interface Maker {
  readonly owner: Owner | null
  /** By what the account is known, which the device shows beside the passkey. */
  readonly account: string
  readonly appName: string
}

/** What a browser is asked to make: a passkey that finds its account by itself and verifies who holds it. */
export async function beginMaking(ceremony: Ceremony, maker: Maker): Promise<Outcome<CreationOptions>> {
  const { database, origin, purpose, bearer } = ceremony
  const site = passkeySite(origin)
  if (site === null) return refused('passkey_unavailable')
  const known = maker.owner === null ? [] : await passkeysOf(database, maker.owner)
  if (known.length >= passkeysMax) return refused('passkeys_too_many', { max: String(passkeysMax) })
  const handle = known[0]?.handle ?? randomBytes(32)
  const challenge = newChallenge()
  await keepChallenge(database, { challenge, purpose, bearer, handle })
  return done({
    rp: { id: site.id, name: maker.appName },
    user: { id: handle.toString('base64url'), name: maker.account, displayName: maker.account },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: timeoutMs,
    attestation: 'none' as const,
    excludeCredentials: descriptors(known, site.id),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  })
}

/** Reads the passkey that a browser has made; its challenge is used up whatever comes of it. */
export async function finishMaking(ceremony: Ceremony, made: Attestation): Promise<Outcome<NewPasskey>> {
  const { database, origin, purpose, bearer } = ceremony
  const site = passkeySite(origin)
  if (site === null) return refused('passkey_unavailable')
  const challenge = challengeSigned(made.response.clientDataJSON)
  if (challenge === null) return refused('passkey_wrong')
  const used = await useChallenge(database, { challenge, purpose, bearer })
  if (used === null || used.handle === null) return refused('passkey_expired')
  const read = await readAttestation(site, challenge, made)
  if (read === null) return refused('passkey_wrong')
  return done({ ...read, handle: used.handle, site: site.id })
}

/** What a browser is asked to sign: by a passkey of the owner, or with null by any that it has for this site. */
export async function beginProving(ceremony: Ceremony, owner: Owner | null): Promise<Outcome<RequestOptions>> {
  const { database, origin, purpose, bearer } = ceremony
  const site = passkeySite(origin)
  if (site === null) return refused('passkey_unavailable')
  const allowCredentials = owner === null ? [] : descriptors(await passkeysOf(database, owner), site.id)
  if (owner !== null && allowCredentials.length === 0) return refused('passkey_unknown')
  const challenge = newChallenge()
  await keepChallenge(database, { challenge, purpose, bearer, handle: null })
  return done({ challenge, rpId: site.id, timeout: timeoutMs, userVerification: 'required' as const, allowCredentials })
}

export type Proven =
  | { readonly ok: true; readonly passkey: PasskeyRow }
  | { readonly ok: false; readonly reason: 'passkey_unavailable' | 'passkey_expired' | 'passkey_wrong' }
  /** The signature is right, yet its counter went back: who owns the passkey is to be told. */
  | { readonly ok: false; readonly reason: 'passkey_doubted'; readonly passkey: PasskeyRow }

/**
 * Holds a signature against the passkeys of an owner, or with a null id of any owner of the kind. The challenge is used
 * up whatever comes of it. A passkey that nobody has is answered alike, and as slowly.
 */
export async function prove(
  ceremony: Omit<Ceremony, 'bearer'> & { readonly bearer: string | null },
  owner: { readonly kind: Owner['kind']; readonly id: number | null },
  assertion: Assertion,
): Promise<Proven> {
  const { database, origin, purpose, bearer } = ceremony
  const site = passkeySite(origin)
  if (site === null) return { ok: false, reason: 'passkey_unavailable' }
  const challenge = challengeSigned(assertion.response.clientDataJSON)
  if (challenge === null) return { ok: false, reason: 'passkey_wrong' }
  if ((await useChallenge(database, { challenge, purpose, bearer })) === null) {
    return { ok: false, reason: 'passkey_expired' }
  }
  const passkey = await passkeyByCredential(database, Buffer.from(assertion.id, 'base64url'))
  const read = await readAssertion(site, { challenge, assertion, publicKey: passkey?.publicKey ?? null })
  if (passkey === null || read === null || passkey.site !== site.id) return { ok: false, reason: 'passkey_wrong' }
  const isOwners = passkey.owner.kind === owner.kind && (owner.id === null || passkey.owner.id === owner.id)
  if (!isOwners || !isHandle(passkey, assertion.response.userHandle, owner.id === null)) {
    return { ok: false, reason: 'passkey_wrong' }
  }
  const noted = await noteUse(database, passkey.id, read.signCount)
  if (noted === 'behind') return { ok: false, reason: 'passkey_doubted', passkey }
  return noted === 'noted' ? { ok: true, passkey } : { ok: false, reason: 'passkey_wrong' }
}

// who was not named before must be named by the passkey itself
function isHandle(passkey: PasskeyRow, userHandle: string | undefined, needed: boolean): boolean {
  if (userHandle === undefined) return !needed
  const given = Buffer.from(userHandle, 'base64url')
  return given.length === passkey.handle.length && timingSafeEqual(given, passkey.handle)
}
