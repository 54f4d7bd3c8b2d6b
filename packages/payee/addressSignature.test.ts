import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base64, createBase58check, hex } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSignedByAddress } from './addressSignature.ts'

const hello = 'Hello World'
const segwit = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const taproot = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'
/** The vectors of BIP-322 (https://github.com/bitcoin/bips/tree/master/bip-0322). */
const vectors = [
  [
    segwit,
    '',
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    segwit,
    hello,
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    segwit,
    hello,
    'smpAkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [taproot, hello, 'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ=='],
  [
    'bc1pcquvhrqv0q68t4m0hfq6tpn006qrskyc7yrqnp2uyrf2emg3wynsdjyk38',
    'PURVOQ544B6HUATVBJZN5EZJUU',
    'smpAUB6B2Rbupzua8LTQIF06516wzl+cwKy1be8RgoiW0riyXdKwe6GTz/5Hnb37m67pJwIKCh+D5jDueG6KpvYpmu8',
  ],
] as const

describe('a message of Bitcoin', () => {
  it.each(vectors)('of %s (“%s”) is signed as the vectors of BIP-322 have it', (address, message, signature) => {
    // one that was written without its padding is read with it
    expect(isSignedByAddress('Bitcoin', address, message, signature)).toBe(true)
    expect(isSignedByAddress('Bitcoin', address, `${message}.`, signature)).toBe(false)
    expect(isSignedByAddress('Bitcoin', address === segwit ? taproot : segwit, message, signature)).toBe(false)
  })

  // BIP-137's header says which address of the key is meant; Electrum writes that of 1… for all of them
  it.each([
    ['14vV3aCHBeStb5bkenkNHbe2YAFinYdXgc', [31, 32]],
    ['37qyp7jQAzqb2rCBpMvVtLDuuzKAUCVnJb', [31, 32, 35, 36]],
    [segwit, [31, 32, 39, 40]],
  ])('of %s is signed by signmessage', (address, headers) => {
    const key = base58.decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k').slice(1, 33)
    const magic = concatBytes(Uint8Array.of(24), utf8ToBytes('Bitcoin Signed Message:\n'))
    const text = utf8ToBytes(hello)
    const digest = sha256(sha256(concatBytes(magic, Uint8Array.of(text.length), text)))
    const [bit = 0, ...rest] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
    const signed = (header: number) => base64.encode(Uint8Array.of(header, ...rest))
    for (const header of headers.filter((one) => ((one - 27) & 3) === bit))
      expect(isSignedByAddress('Bitcoin', address, hello, signed(header))).toBe(true)
    expect(isSignedByAddress('Bitcoin', address, 'Hello world', signed(31 + bit))).toBe(false)
    expect(isSignedByAddress('Bitcoin', taproot, hello, signed(31 + bit))).toBe(false)
    expect(isSignedByAddress('Bitcoin', address, hello, signed(43))).toBe(false)
  })

  it('is signed by signmessage as Bitcoin’s own vector has it', () => {
    const legacy = 'IOW2xi+ebJLeBtr674l4QH76dqDoVjLV80R9EFKFQX5rBrlCXPIZaYs8Yuayg0ZqjyiCbLy9pzZIS7JWT65/nsU='
    expect(isSignedByAddress('Bitcoin', segwit, hello, legacy)).toBe(true)
  })
})

describe('a message of Ethereum, TRON or Solana', () => {
  const key = keccak_256(utf8ToBytes('a key of a test'))
  const point = secp256k1.getPublicKey(key, false)
  const place = keccak_256(point.slice(1)).slice(12)
  const ethereum = `0x${hex.encode(place)}`
  const tron = createBase58check(sha256).encode(Uint8Array.of(0x41, ...place))
  const signed = (prefix: string, message: string, base = 27) => {
    const bytes = utf8ToBytes(message)
    const digest = keccak_256(concatBytes(utf8ToBytes(`${prefix}${bytes.length}`), bytes))
    const [bit = 0, ...rest] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
    return `0x${hex.encode(Uint8Array.of(...rest, base + bit))}`
  }

  it('is signed by personal_sign as the vector of web3.js has it', () => {
    // https://web3js.readthedocs.io: eth.accounts.sign('Some data', '0x4c08…2318')
    const signature =
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'
    const address = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'
    expect(isSignedByAddress('ERC20', address, 'Some data', signature)).toBe(true)
    expect(isSignedByAddress('ERC20', address.toLowerCase(), 'Some data', signature.slice(2))).toBe(true)
    expect(isSignedByAddress('ERC20', address, 'Some data ', signature)).toBe(false)
  })

  it('is one of its own network: the same key’s signature for another does not hold', () => {
    const [own, other] = [signed('\x19Ethereum Signed Message:\n', 'ü'), signed('\x19TRON Signed Message:\n', 'ü')]
    expect(isSignedByAddress('ERC20', ethereum, 'ü', own)).toBe(true)
    expect(isSignedByAddress('TRC20', tron, 'ü', other)).toBe(true)
    expect(isSignedByAddress('ERC20', ethereum, 'ü', other)).toBe(false)
    expect(isSignedByAddress('TRC20', tron, 'ü', own)).toBe(false)
    // an address of one network is none of the other
    expect(isSignedByAddress('TRC20', ethereum, 'ü', other)).toBe(false)
    // some devices write 0 or 1
    expect(isSignedByAddress('ERC20', ethereum, 'ü', signed('\x19Ethereum Signed Message:\n', 'ü', 0))).toBe(true)
  })

  it('is signed by the key that a place of Solana is, in base58, base64 or hex', () => {
    const secret = sha256(utf8ToBytes('another'))
    const address = base58.encode(ed25519.getPublicKey(secret))
    const signature = ed25519.sign(utf8ToBytes(hello), secret)
    for (const text of [base58.encode(signature), base64.encode(signature), hex.encode(signature)]) {
      expect(isSignedByAddress('Solana', address, hello, text)).toBe(true)
      expect(isSignedByAddress('Solana', address, 'hello', text)).toBe(false)
    }
  })
})

it('refuses whatever is no signature, and never throws', () => {
  const places = [
    ['Bitcoin', segwit],
    ['Bitcoin', taproot],
    ['Bitcoin', '14vV3aCHBeStb5bkenkNHbe2YAFinYdXgc'],
    ['ERC20', '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'],
    ['Solana', 'So11111111111111111111111111111111111111112'],
  ] as const
  const texts = fc.oneof(
    fc.string({ maxLength: 500 }),
    fc.uint8Array({ maxLength: 120 }).map((bytes) => base64.encode(bytes)),
    fc.uint8Array({ minLength: 65, maxLength: 65 }).map((bytes) => base64.encode(bytes)),
    fc.uint8Array({ minLength: 65, maxLength: 65 }).map((bytes) => hex.encode(bytes)),
  )
  fc.assert(
    fc.property(fc.constantFrom(...places), texts, ([form, address], text) => {
      expect(isSignedByAddress(form, address, hello, text)).toBe(false)
    }),
  )
})
