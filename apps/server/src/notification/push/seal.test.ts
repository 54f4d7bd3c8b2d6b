import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { arePushKeys, pushBytesMax, sealPush } from './seal.ts'
import { openPush } from './testing/openPush.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

/** RFC 8291, appendix A. */
const example = {
  message: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  readerPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  sealed:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

describe('a sealed push', () => {
  it('is that of RFC 8291, appendix A', () => {
    const sender = createECDH('prime256v1')
    sender.setPrivateKey(bytes(example.senderPrivate))
    const sealed = sealPush(Buffer.from(example.message), example, { sender, salt: bytes(example.salt) })
    expect(sealed.toString('base64url')).toBe(example.sealed)
  })

  it('is read by its reader and by nobody else, and never the same twice', () => {
    const reader = createECDH('prime256v1')
    const p256dh = reader.generateKeys().toString('base64url')
    const auth = randomBytes(16)
    const keys = { p256dh, auth: auth.toString('base64url') }
    const sealed = sealPush(Buffer.from('ein Gruß, 訊息'), keys)
    expect(openPush(sealed, reader.getPrivateKey(), auth)).toBe('ein Gruß, 訊息')
    expect(() => openPush(sealed, bytes(example.readerPrivate), auth)).toThrow()
    expect(() => openPush(sealed, reader.getPrivateKey(), randomBytes(16))).toThrow()
    expect(sealPush(Buffer.from('ein Gruß, 訊息'), keys).equals(sealed)).toBe(false)
    expect(() => sealPush(Buffer.alloc(pushBytesMax + 1), keys)).toThrow(RangeError)
  })
})

describe('the keys of a subscription', () => {
  it('are a point of the curve and sixteen bytes', () => {
    expect(arePushKeys(example)).toBe(true)
    expect(arePushKeys({ ...example, auth: 'BTBZMqHH6r4Tts7J_aSI' })).toBe(false)
    expect(arePushKeys({ ...example, p256dh: `B${'A'.repeat(86)}` })).toBe(false)
    expect(arePushKeys({ ...example, p256dh: '' })).toBe(false)
  })
})
