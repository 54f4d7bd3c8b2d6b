import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Attestation, CreationOptions, RequestOptions } from '@truemark/protocol/routes/passkeys'
import type { Assertion } from '@truemark/protocol/routes/stepUp'

/** What a test bends of an otherwise right answer. */
export interface Bent {
  /** Where the browser says it is. */
  readonly origin?: string
  /** The host that the authenticator signs for. */
  readonly site?: string
  /** Whether the device has verified who holds it. */
  readonly verified?: boolean
  readonly challenge?: string
  readonly signCount?: number
  readonly crossOrigin?: boolean
  readonly userHandle?: string
}

interface Kept {
  readonly id: Buffer
  readonly handle: string
  readonly site: string
  readonly key: KeyObject
  signCount: number
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url')
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

/** A byte string of CBOR (RFC 8949, section 3.1) of up to 65535 bytes. */
function bytes(value: Buffer): Buffer {
  const head =
    value.length < 256 ? Buffer.from([0x58, value.length]) : Buffer.from([0x59, value.length >> 8, value.length & 255])
  return Buffer.concat([head, value])
}

/** A key on P-256 as COSE has it (RFC 9053, section 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const at = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label]), bytes(Buffer.from(value, 'base64url'))])
  return Buffer.concat([Buffer.from('a5010203262001', 'hex'), at(0x21, x), at(0x22, y)])
}

const present = 0x01
const verifiedFlag = 0x04
const backupEligible = 0x08
const attested = 0x40

/** A browser with an authenticator behind it: real keys, real signatures (WebAuthn Level 3, sections 5 and 6). */
export class SoftAuthenticator {
  readonly #origin: string
  readonly #kept: Kept[] = []

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Makes a passkey and keeps it. */
  create(options: CreationOptions, bent: Bent = {}): Attestation {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(32)
    const site = bent.site ?? options.rp.id
    this.#kept.push({ id, handle: options.user.id, site: options.rp.id, key: privateKey, signCount: 0 })
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)])
    const data = Buffer.concat([this.#data(site, attested, bent, 0), credential])
    const object = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(data),
    ])
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(this.#client('webauthn.create', options.challenge, bent)),
        attestationObject: base64url(object),
        transports: ['internal'],
      },
    }
  }

  /** Signs with the last passkey of the site that it is allowed to use, or with the last of all where none is named. */
  get(options: RequestOptions, bent: Bent = {}): Assertion {
    const allowed = options.allowCredentials.map(({ id }) => id)
    const found = this.#kept.findLast(
      ({ id, site }) => site === options.rpId && (allowed.length === 0 || allowed.includes(base64url(id))),
    )
    if (found === undefined) throw new Error('the authenticator has no such passkey')
    found.signCount += 1
    const data = this.#data(bent.site ?? found.site, 0, bent, found.signCount)
    const client = this.#client('webauthn.get', options.challenge, bent)
    return {
      id: base64url(found.id),
      rawId: base64url(found.id),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), found.key)),
        userHandle: bent.userHandle ?? found.handle,
      },
    }
  }

  #data(site: string, flags: number, { verified = true, signCount }: Bent, count: number): Buffer {
    const all = flags | present | backupEligible | (verified ? verifiedFlag : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(signCount ?? count)
    return Buffer.concat([sha256(site), Buffer.from([all]), counter])
  }

  #client(type: string, challenge: string, bent: Bent): string {
    const { origin = this.#origin, crossOrigin = false } = bent
    return JSON.stringify({ type, challenge: bent.challenge ?? challenge, origin, crossOrigin })
  }
}
