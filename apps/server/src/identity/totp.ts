import { Secret, TOTP } from 'otpauth'
import { machineTime } from '../platform/clock.ts'

const period = 30

function totpOf(secret: string, name: string, issuer: string): TOTP {
  return new TOTP({ issuer, label: name, secret: Secret.fromBase32(secret), digits: 6, period })
}

/** A new secret of 160 bits, in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** A secret of these bytes, in base 32. */
export function totpSecretOf(bytes: Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32
}

/** The address that an authenticator app reads out of a QR code. */
export function totpUri(secret: string, name: string, issuer: string): string {
  return totpOf(secret, name, issuer).toString()
}

/** The step whose code this is, one step of clock difference allowed either way; null for a wrong code. */
export function totpStep(secret: string, token: string, now: number, wall = machineTime.wall()): number | null {
  // a phone goes by the world's time, which the server's own may stand apart from for a while
  for (const timestamp of [now, wall]) {
    const delta = totpOf(secret, '', 'x').validate({ token, timestamp, window: 1 })
    if (delta !== null) return Math.floor(timestamp / 1000 / period) + delta
  }
  return null
}
