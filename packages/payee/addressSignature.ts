import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base64, hex } from '@scure/base'
import { canonicalAddress, judgeAddress, sameHolder } from './address.ts'
import type { AddressForm } from './addressForm.ts'
import { isSignedOnBitcoin } from './bitcoinMessage.ts'

/** No signature of one key is longer. */
export const signatureLengthMax = 400

/** The 65 bytes of a signature in hex: r, s, and which key (27 or 28, or 0 or 1). */
function recoveredAddress(prefix: string, message: string, text: string): string {
  const signature = hex.decode(text.replace(/^0x/i, '').toLowerCase())
  const [last = 0] = signature.slice(64)
  const bit = last >= 27 ? last - 27 : last
  if (signature.length !== 65 || bit > 1) throw new RangeError('no signature of 65 bytes')
  const bytes = utf8ToBytes(message)
  const digest = keccak_256(concatBytes(utf8ToBytes(`${prefix}${bytes.length}`), bytes))
  const key = secp256k1.Signature.fromBytes(signature.slice(0, 64), 'compact')
    .addRecoveryBit(bit)
    .recoverPublicKey(digest)
  return `0x${hex.encode(keccak_256(key.toBytes(false).slice(1)).slice(12))}`
}

function isSignedOnSolana(address: string, message: string, text: string): boolean {
  const signature = /^[0-9a-f]{128}$/i.test(text) ? hex.decode(text.toLowerCase()) : base58Or64(text)
  return signature.length === 64 && ed25519.verify(signature, utf8ToBytes(message), base58.decode(address))
}

function base58Or64(text: string): Uint8Array {
  return /[+/=]/.test(text) ? base64.decode(text) : base58.decode(text)
}

// the wallets of the other networks agree on no form in which an address signs a text
const checks: Readonly<Partial<Record<AddressForm, (address: string, message: string, signature: string) => boolean>>> =
  {
    // EIP-191, as a wallet's personal_sign has it
    ERC20: (address, message, signature) =>
      canonicalAddress('ERC20', recoveredAddress('\x19Ethereum Signed Message:\n', message, signature)) === address,
    // the same under another name: signMessageV2
    TRC20: (address, message, signature) =>
      sameHolder('ERC20', recoveredAddress('\x19TRON Signed Message:\n', message, signature)).includes(address),
    Bitcoin: isSignedOnBitcoin,
    Solana: isSignedOnSolana,
  }

/**
 * Whether a message is signed by the key of an address, as wallets of its network sign messages. What is no address of the
 * network, or no signature, is not signed. A contract and an address of several keys cannot sign so.
 */
export function isSignedByAddress(form: AddressForm, text: string, message: string, signature: string): boolean {
  const address = canonicalAddress(form, text)
  const given = signature.trim()
  if (given.length > signatureLengthMax || judgeAddress(form, address) !== 'right') return false
  try {
    return checks[form]?.(address, message, given) ?? false
  } catch {
    return false
  }
}
