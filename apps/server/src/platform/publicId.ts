import { createCipheriv, createDecipheriv } from 'node:crypto'
import { productIds } from '@truemark/protocol/product/all'

/** Kinds of ids; one kind's id is no id of another. Numbers are in people's hands, so none is ever reused. */
export const idKinds = {
  user: 1,
  session: 2,
  order: 3,
  transfer: 4,
  record: 5,
  quote: 6,
  exchange: 7,
  operator: 8,
  invite: 9,
  message: 10,
  news: 11,
  certificate: 100,
  proof: 101,
  funding: 102,
  liquidationClose: 103,
  halt: 104,
  bracketChange: 105,
  termChange: 106,
  notice: 107,
  payoutAnswer: 108,
  fill: 12,
  option: 20,
  derivative: 13,
  liquidation: 14,
  insurance: 15,
  deposit: 30,
  withdrawal: 31,
  depositAddress: 34,
  chainPayment: 35,
  payout: 36,
  address: 32,
  card: 33,
  proposal: 50,
  reconciliation: 51,
  audit: 52,
  verification: 40,
  ...productIds,
  notification: 70,
  alert: 71,
  passkey: 60,
  avatar: 61,
  apiKey: 62,
  factorReset: 63,
  clientError: 64,
  chat: 120,
  ticket: 121,
  picture: 122,
  canned: 123,
} as const

export type IdKind = keyof typeof idKinds

/** Makes and reads the ids that people see. */
export interface PublicIds {
  /** 26 characters that tell nothing of `number` (0 to 2⁴⁸ − 1) and can't be guessed. */
  write(kind: IdKind, number: number): string
  /** The number, or null where the text is no id of this kind that this installation has written. */
  read(kind: IdKind, text: string): number | null
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 26
const numberMax = 2 ** 48 - 1
const numberOffset = 1
const paddingOffset = 7

/**
 * Ids as one block of AES-128 under the installation's key of tokens: a byte for the kind, six for the number
 * and nine of zeros, by which 1 in 2⁷² guessed texts would pass. Nothing has to be stored for them.
 */
export function createPublicIds(secret: Uint8Array): PublicIds {
  // One block alone is what ECB is right for; both ciphers stay open, since each block stands for itself.
  const cipher = createCipheriv('aes-128-ecb', secret, null).setAutoPadding(false)
  const decipher = createDecipheriv('aes-128-ecb', secret, null).setAutoPadding(false)
  return {
    write: (kind, number) => {
      if (!Number.isSafeInteger(number) || number < 0 || number > numberMax)
        throw new RangeError('a number outside the ids')
      const block = Buffer.alloc(16)
      block[0] = idKinds[kind]
      block.writeUIntBE(number, numberOffset, 6)
      return toBase32(cipher.update(block))
    },
    read: (kind, text) => {
      const sealed = fromBase32(text)
      if (sealed === null) return null
      const block = decipher.update(sealed)
      if (block[0] !== idKinds[kind]) return null
      for (let index = paddingOffset; index < 16; index += 1) if (block[index] !== 0) return null
      return block.readUIntBE(numberOffset, 6)
    },
  }
}

function toBase32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((held >> bits) & 31)
    }
  }
  return text + alphabet.charAt((held << (5 - bits)) & 31)
}

/** Exactly what `toBase32` writes: another spelling of the same bytes is refused. */
function fromBase32(text: string): Buffer | null {
  if (text.length !== length) return null
  const bytes = Buffer.alloc(16)
  let held = 0
  let bits = 0
  let at = 0
  for (const letter of text) {
    const value = alphabet.indexOf(letter)
    if (value < 0) return null
    held = ((held << 5) | value) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      if (at < 16) bytes[at] = (held >> bits) & 255
      at += 1
    }
  }
  return (held & ((1 << bits) - 1)) === 0 ? bytes : null
}
