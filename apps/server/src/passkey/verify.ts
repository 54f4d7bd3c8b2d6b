import { generateKeyPairSync } from 'node:crypto'
import type { Attestation } from '@truemark/protocol/routes/passkeys'
import type { Assertion } from '@truemark/protocol/routes/stepUp'
import * as z from 'zod/mini'
import type { Site } from './site.ts'
import type { NewPasskey } from './store.ts'

// the largest part of a start, and needed by no one who has no passkey: loaded for the first of them
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** EdDSA, ECDSA on P-256 and RSA: what every authenticator has one of, in the order of preference. */
export const algorithms: readonly number[] = [-8, -7, -257]

const clientData = z.object({
  challenge: z.string().check(z.maxLength(200)),
  crossOrigin: z.optional(z.boolean()),
})

/** The challenge that a browser says it has signed; null where it says nothing whole, or was in a foreign frame. */
export function challengeSigned(clientDataJSON: string): string | null {
  try {
    const read = z.safeParse(clientData, JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')))
    return read.success && read.data.crossOrigin !== true ? read.data.challenge : null
  } catch {
    return null
  }
}

// others bring certificates along, which we neither asked for nor follow to where they point
async function isPlain(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const decoded = decodeAttestationObject(bytesOf(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}

/** What is kept of a passkey that a browser has made for a site and challenge; null where it was not, or is malformed. */
export async function readAttestation(
  site: Site,
  challenge: string,
  made: Attestation,
): Promise<Omit<NewPasskey, 'handle' | 'site'> | null> {
  try {
    if (!(await isPlain(made.response.attestationObject))) return null
    const { verifyRegistrationResponse } = await library()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    })
    if (!verified) return null
    const { credential, credentialDeviceType } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: made.response.transports,
      synced: credentialDeviceType === 'multiDevice',
    }
  } catch {
    // the library throws whatever does not fit
    return null
  }
}

/** What a signature is held against; `publicKey` is null for a passkey that nobody has. */
export interface Signed {
  readonly challenge: string
  readonly assertion: Assertion
  readonly publicKey: Buffer | null
}

/**
 * The counter of a right signature; null for a wrong one. The counter is the caller's to judge, in one step with
 * keeping it. Takes as long where nobody has the passkey.
 */
export async function readAssertion(
  site: Site,
  { challenge, assertion, publicKey }: Signed,
): Promise<{ readonly signCount: number } | null> {
  try {
    const { response } = assertion
    const { verifyAuthenticationResponse } = await library()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: {
          clientDataJSON: response.clientDataJSON,
          authenticatorData: response.authenticatorData,
          signature: response.signature,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: { id: assertion.id, publicKey: bytesOf(publicKey ?? nobodysKey()), counter: 0 },
    })
    return verified && publicKey !== null ? { signCount: authenticationInfo.newCounter } : null
  } catch {
    return null
  }
}

function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}

let nobodys: Buffer | null = null

// a key on P-256 as COSE has it (RFC 9052, section 7), whose private half is forgotten at once
function nobodysKey(): Buffer {
  if (nobodys !== null) return nobodys
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const kind = Buffer.from('a5010203262001', 'hex')
  const at = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(value, 'base64url')])
  nobodys = Buffer.concat([kind, at(0x21, x), at(0x22, y)])
  return nobodys
}
