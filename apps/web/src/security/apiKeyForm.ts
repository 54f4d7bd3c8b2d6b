import type { AskedKey } from './useApiKeys.ts'

/** What is filled in of a key. */
export interface KeyForm {
  readonly label: string
  readonly realm: AskedKey['realm']
  readonly scope: AskedKey['scope']
  readonly kind: AskedKey['kind']
  readonly publicKey: string
  /** Addresses and networks, with anything between them. */
  readonly addresses: string
  readonly days: 'never' | '30' | '90' | '365'
}

export const emptyKeyForm: KeyForm = {
  label: '',
  realm: 'real',
  scope: 'read',
  kind: 'hmac',
  publicKey: '',
  addresses: '',
  days: 'never',
}

const dayMs = 86_400_000

export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== '')
}

/** What is wrong with a form before it is sent: the name of its field; null where nothing is. */
export function keyFormFault({ label, kind, publicKey }: KeyForm): 'label' | 'publicKey' | 'privateKey' | null {
  if (label.trim() === '') return 'label'
  if (kind !== 'ed25519') return null
  // it is nobody's but the program's, and is not sent
  if (publicKey.includes('PRIVATE KEY')) return 'privateKey'
  return publicKey.trim() === '' ? 'publicKey' : null
}

/** A form as it is sent. */
export function askedKey({ label, realm, scope, kind, publicKey, addresses, days }: KeyForm, now: number): AskedKey {
  return {
    label: label.trim(),
    kind,
    scope,
    realm,
    addresses: addressesIn(addresses),
    expires: days === 'never' ? null : now + Number(days) * dayMs,
    ...(kind === 'ed25519' ? { public_key: publicKey.trim() } : {}),
  }
}
