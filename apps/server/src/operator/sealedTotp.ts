import { createHmac } from 'node:crypto'
import { totpSecretOf } from '../identity/door.ts'
import type { SealingKeys } from '../platform/keys/sealingKeys.ts'

/** Under what the secret of an operator's app is sealed. */
export const operatorTotpPurpose = 'operator totp'
/** The same of one whose first code is still to come. */
export const operatorTotpNextPurpose = 'operator totp next'

export function sealOperatorTotp(sealing: SealingKeys, id: number, secret: string): Buffer {
  return sealing.seal(operatorTotpPurpose, String(id), secret)
}

/** The secret of an operator's app; null where there is none, or what lies there was not sealed for this operator. */
export function openOperatorTotp(
  sealing: SealingKeys,
  { id, totpSealed }: { readonly id: number; readonly totpSealed: Buffer | null },
): string | null {
  if (totpSealed === null) return null
  try {
    return sealing.openText(operatorTotpPurpose, String(id), totpSealed)
  } catch {
    return null
  }
}

/** What a one-time link offers for an app: only who has its token and the installation's key can make it. */
export function linkTotpSecret(tokens: Uint8Array, token: string): string {
  return totpSecretOf(createHmac('sha256', tokens).update(`link of an operator\n${token}`).digest().subarray(0, 20))
}
