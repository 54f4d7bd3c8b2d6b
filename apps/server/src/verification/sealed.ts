import { createHmac } from 'node:crypto'
import type { VerificationField } from '@truemark/protocol/routes/verification'
import { verificationFields } from '@truemark/protocol/routes/verification'
import * as z from 'zod/mini'
import { openText, sealText } from '../platform/sealing.ts'

/** What a person typed, by field. */
export type Fields = Partial<Record<VerificationField, string>>

const purpose = 'verification'

/** Encrypts what a person typed, for its owner alone. */
export function sealFields(sealing: Uint8Array, owner: string, fields: Fields): Buffer {
  return sealText(sealing, purpose, owner, JSON.stringify(fields))
}

/** Reads what was sealed for this owner; throws where it was not. */
export function openFields(sealing: Uint8Array, owner: string, sealed: Buffer): Fields {
  return z.parse(verificationFields, JSON.parse(openText(sealing, purpose, owner, sealed)))
}

/** By this the same document's number is known again, however it is spaced, and never read. */
export function numberHash(secret: Uint8Array, country: string, number: string): Buffer {
  const plain = number.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '')
  return createHmac('sha256', secret).update(`document\n${country}\n${plain.toUpperCase()}`).digest()
}
