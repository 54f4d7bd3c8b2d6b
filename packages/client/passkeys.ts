import type { Attestation, CreationOptions, RequestOptions } from '@truemark/protocol/routes/passkeys'
import type { Assertion } from '@truemark/protocol/routes/stepUp'

/** Why a browser gave no passkey: its window was closed, the device has one already, or it could not. */
export class PasskeyFailure extends Error {
  readonly kind: 'canceled' | 'known' | 'failed'

  constructor(kind: PasskeyFailure['kind'], cause: unknown) {
    super(`a passkey was not used: ${kind}`, { cause })
    this.kind = kind
  }
}

/** Whether a host can have passkeys: browsers bind them to names and never to addresses of numbers. */
export function isNamed(host: string): boolean {
  return !/^[0-9.]+$/.test(host) && !host.includes(':')
}

/** Whether this browser can use passkeys on this page. */
export function passkeysAtHand(): boolean {
  // where there is no page, its frame keeps their place
  if (typeof window === 'undefined') return true
  return isSecureContext && 'PublicKeyCredential' in window && isNamed(location.hostname)
}

/** Has the device make a passkey. Rejects with PasskeyFailure. */
export async function makePasskey(optionsJSON: CreationOptions): Promise<Attestation> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await startRegistration({ optionsJSON }).catch(rejectAs)
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

/**
 * Has the device sign by a passkey; with `autofill` it waits until the person picks one among the suggestions of a
 * field. Asking again ends the asking before. Rejects with PasskeyFailure.
 */
export async function signByPasskey(optionsJSON: RequestOptions, autofill = false): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const signed = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).catch(rejectAs)
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response
  const response = { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) }
  return { id: signed.id, rawId: signed.rawId, type: 'public-key', response }
}

/** Whether the browser suggests passkeys in a field. */
export async function suggestsPasskeys(): Promise<boolean> {
  if (!passkeysAtHand()) return false
  const { browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser')
  return browserSupportsWebAuthnAutofill()
}

/** Ends what is still being asked of the device. */
export async function stopAsking(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}

function rejectAs(failure: unknown): never {
  const name = failure instanceof Error ? failure.name : ''
  if (name === 'InvalidStateError') throw new PasskeyFailure('known', failure)
  throw new PasskeyFailure(name === 'NotAllowedError' || name === 'AbortError' ? 'canceled' : 'failed', failure)
}
