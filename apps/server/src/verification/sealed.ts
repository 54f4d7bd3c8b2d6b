import { createHmac } from 'node:crypto'
import type { VerificationField } from '@truemark/protocol/routes/verification'
import { verificationFields } from '@truemark/protocol/routes/verification'
import * as z from 'zod/mini'
import type { SealingKeys } from '../platform/keys/sealingKeys.ts'

/** What a person typed, by field. */
export type Fields = Partial<Record<VerificationField, string>>

/** What the fields are sealed for. */
export const fieldsPurpose = 'verification'

/** Encrypts what a person typed, for its owner alone. */
export function sealFields(sealing: SealingKeys, owner: string, fields: Fields): Buffer {
  return sealing.seal(fieldsPurpose, owner, JSON.stringify(fields))
}

/** Reads what was sealed for this owner; throws where it was not. */
export function openFields(sealing: SealingKeys, owner: string, sealed: Buffer): Fields {
  return z.parse(verificationFields, JSON.parse(sealing.openText(fieldsPurpose, owner, sealed)))
}

/** By this the same document's number is known again, however it is spaced, and never read. */
export function numberHash(secret: Uint8Array, country: string, number: string): Buffer {
  const plain = number.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '')
  return createHmac('sha256', secret).update(`document\n${country}\n${plain.toUpperCase()}`).digest()
}
