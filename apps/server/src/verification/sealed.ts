import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { VerificationField } from '@truemark/protocol/routes/verification'
import { verificationFields } from '@truemark/protocol/routes/verification'
import * as z from 'zod/mini'

/** What a person typed, by field. */
export type Fields = Partial<Record<VerificationField, string>>

const ivLength = 12
const tagLength = 16

function keyOf(secret: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'verification', 32))
}

/** Encrypts what a person typed; `owner` is sealed along, so that no row can be passed off as another's. */
export function sealFields(secret: Uint8Array, owner: string, fields: Fields): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(fields)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Reads what was sealed for this owner; throws where it was not. */
export function openFields(secret: Uint8Array, owner: string, sealed: Buffer): Fields {
  const iv = sealed.subarray(0, ivLength)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(owner))
  decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
  const text = Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
  return z.parse(verificationFields, JSON.parse(text.toString('utf8')))
}

/** By this the same document's number is known again, however it is spaced, and never read. */
export function numberHash(secret: Uint8Array, country: string, number: string): Buffer {
  const plain = number.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '')
  return createHmac('sha256', secret).update(`document\n${country}\n${plain.toUpperCase()}`).digest()
}
