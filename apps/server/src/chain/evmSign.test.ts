import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, it } from 'vitest'
import { evmAddress, rlp, signEvm } from './evmSign.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const hex = (value: Uint8Array): string => Buffer.from(value).toString('hex')
// the first account of every node for development
const key = Uint8Array.from(Buffer.from('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'hex'))

it('writes lists as Ethereum’s yellow paper has them', () => {
  const long = 'Lorem ipsum dolor sit amet, consectetur adipisicing elit'
  expect(hex(rlp(bytes('dog')))).toBe('83646f67')
  expect(hex(rlp([bytes('cat'), bytes('dog')]))).toBe('c88363617483646f67')
  expect(hex(rlp(new Uint8Array(0)))).toBe('80')
  expect(hex(rlp([]))).toBe('c0')
  expect(hex(rlp(Uint8Array.of(0)))).toBe('00')
  expect(hex(rlp(Uint8Array.of(0x7f)))).toBe('7f')
  expect(hex(rlp(Uint8Array.of(0x80)))).toBe('8180')
  expect(hex(rlp(Uint8Array.of(4, 0)))).toBe('820400')
  expect(hex(rlp(bytes(long)))).toBe(`b838${hex(bytes(long))}`)
  expect(hex(rlp([[], [new Uint8Array(0)]]))).toBe('c3c0c180')
})

it('names the address of a key', () => {
  expect(evmAddress(key)).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
})

it('signs the same transaction by the same bytes, with a signature of its key', () => {
  const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
  const fees = { tip: 1_000_000_000n, feeMax: 30_000_000_000n, gas: 21_000n }
  const transaction = { chainId: 1, nonce: 0, ...fees, to, value: 10n ** 18n, data: '0x' }
  const { hash, raw } = signEvm(transaction, key)
  expect(signEvm(transaction, key)).toEqual({ hash, raw })
  expect(hash).toBe(`0x${hex(keccak_256(Uint8Array.from(Buffer.from(raw.slice(2), 'hex'))))}`)
  const int = (value: bigint): Uint8Array => {
    const text = value === 0n ? '' : value.toString(16)
    return Uint8Array.from(Buffer.from(text.length % 2 === 0 ? text : `0${text}`, 'hex'))
  }
  const fields = [1n, 0n, fees.tip, fees.feeMax, fees.gas].map(int)
  const bare = [...fields, Uint8Array.from(Buffer.from(to.slice(2), 'hex')), int(10n ** 18n), int(0n), []]
  const digest = keccak_256(Uint8Array.of(2, ...rlp(bare)))
  // r and s stand at the end, each behind a byte that says 32, and before them whose parity it is
  const end = raw.slice(-134)
  const parity = end.slice(0, 2) === '80' ? 0 : 1
  const [r, s] = [BigInt(`0x${end.slice(4, 68)}`), BigInt(`0x${end.slice(70)}`)]
  const point = new secp256k1.Signature(r, s, parity).recoverPublicKey(digest)
  expect(hex(point.toBytes(false))).toBe(hex(secp256k1.getPublicKey(key, false)))
})
