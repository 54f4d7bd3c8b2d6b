import * as z from 'zod/mini'
import type { SealingKeys } from '../keys/sealingKeys.ts'
import type { MailParams } from './render.ts'

/** Under what the secrets of messages are sealed. */
export const mailPurpose = 'mail'

/** What of a message lets its reader in, or is known to us and its owner alone. */
const secretParams = ['code', 'link', 'word', 'leave']

/** What stands in the place of secrets where a message is not shown. */
export const hidden: MailParams = Object.fromEntries(secretParams.map((name) => [name, '']))

/** A message's parameters as they are kept: its secrets sealed for it, null where it has none. */
export interface KeptParams {
  readonly params: MailParams
  readonly secrets: Buffer | null
}

/** Parts the parameters of the message of this number into what is told and what is sealed. */
export function sealParams(sealing: SealingKeys, id: string, whole: MailParams): KeptParams {
  const isSecret = ([name]: readonly [string, string]): boolean => secretParams.includes(name)
  const all = Object.entries(whole)
  const secret = all.filter(isSecret)
  const params = Object.fromEntries(all.filter((one) => !isSecret(one)))
  if (secret.length === 0) return { params, secrets: null }
  return { params, secrets: sealing.seal(mailPurpose, id, JSON.stringify(Object.fromEntries(secret))) }
}

const texts = z.record(z.string(), z.string())

/** The whole parameters of a message; throws where its secrets were not sealed for it. */
export function openParams(
  sealing: SealingKeys,
  { id, params, secrets }: KeptParams & { readonly id: string },
): MailParams {
  if (secrets === null) return params
  return { ...params, ...z.parse(texts, JSON.parse(sealing.openText(mailPurpose, id, secrets))) }
}
