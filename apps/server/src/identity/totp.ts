import { Secret, TOTP } from 'otpauth'

const period = 30

function totpOf(secret: string, name: string, issuer: string): TOTP {
  return new TOTP({ issuer, label: name, secret: Secret.fromBase32(secret), digits: 6, period })
}

/** A new secret of 160 bits, in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The address that an authenticator app reads out of a QR code. */
export function totpUri(secret: string, name: string, issuer: string): string {
  return totpOf(secret, name, issuer).toString()
}

/** The step whose code this is, one step of clock difference allowed either way; null for a wrong code. */
export function totpStep(secret: string, token: string, now: number): number | null {
  const delta = totpOf(secret, '', 'x').validate({ token, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / 1000 / period) + delta
}
