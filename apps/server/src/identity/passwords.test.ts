import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { breachedCount, isBreached } from './breached.ts'
import { passwordFault, userPasswordRefusal } from './passwords.ts'
import { hashPassword, passwordMatches } from './secrets.ts'

const rule = { tooShort: 'password_too_short', lengthMin: 6, own: [] } as const
const refusal = (password: string, lengthMin: number) => userPasswordRefusal(password, { ...rule, lengthMin })

describe('a password', () => {
  it('is refused by the length that the operator wants, and says so', () => {
    expect(refusal('Quiet-river7', 6)).toBeNull()
    expect(refusal('Short', 6)).toEqual({ reason: 'password_too_short', params: {} })
    expect(refusal('Short', 12)).toEqual({ reason: 'password_too_short', params: {} })
    expect(refusal('Quiet-rivr7', 12)).toEqual({ reason: 'password_length', params: { min: '12', max: '20' } })
    expect(refusal('Quiet-river7'.repeat(2), 12)).toEqual({
      reason: 'password_length',
      params: { min: '12', max: '20' },
    })
    expect(refusal('password123', 6)).toEqual({ reason: 'password_breached', params: {} })
    // what counts are letters, however they came
    expect(refusal('é'.normalize('NFD').repeat(3) + 'q7', 6)).toMatchObject({ reason: 'password_too_short' })
  })

  it.each([
    'liverpool',
    '147852',
    'q1w2e3r4',
    '1qazxsw2',
    'pass123',
    'letmein1',
    'qazwsxedc',
    'LiverPool',
    'ｑ１ｗ２ｅ３ｒ４',
  ])('from a breach is refused: %s', (password) => {
    expect(passwordFault(password, rule)).toBe('password_breached')
  })

  it('is held against at least 100 000 of them, and hardly ever taken for one', () => {
    expect(breachedCount()).toBeGreaterThan(300_000)
    let taken = 0
    for (let at = 0; at < 20_000; at += 1) if (isBreached(`Zq-${at * 7919}-unlikely`)) taken += 1
    expect(taken).toBeLessThan(20)
  })

  const own = ['maria.berger@example.org', '+4366412345678', 'Truemark', '张伟小朋友']
  it.each([
    'maria.berger',
    'MariaBerger1',
    'regrebairam',
    'Berger1990',
    'example!!',
    '1maria.berger!',
    '+4366412345678',
    '066412345678',
    '12345678',
    'truemark2026',
    'Truemark',
    '张伟小朋友88',
  ])('that everybody can know of its owner is refused: %s', (password) => {
    expect(passwordFault(password, { ...rule, own })).toBe('password_breached')
  })

  it.each(['maria-likes-tea', 'Quiet-river7', '66412345679', 'mark-the-river'])(
    'of more than that is taken: %s',
    (password) => {
      expect(passwordFault(password, { ...rule, own })).toBeNull()
    },
  )

  it('FC-82 is the same one however the keyboard writes its accents, also where it was hashed as it came', async () => {
    const asking = { by: 'user', id: 1 } as const
    const composed = 'pässwörd-ñ-27'.normalize('NFC')
    const split = composed.normalize('NFD')
    const wide = 'ｐässwörd-ñ-２７'
    expect(composed).not.toBe(split)
    for (const kept of [
      await hashPassword(composed, asking),
      await hashPassword(split, asking),
      await hashPassword(wide, asking),
    ]) {
      for (const typed of [composed, split, wide]) expect(await passwordMatches(kept, typed, asking)).toBe(true)
      expect(await passwordMatches(kept, 'passwörd-ñ-27', asking)).toBe(false)
    }
    // hashes from before passwords were normalised
    for (const old of [composed, split]) {
      const kept = await hash(old)
      for (const typed of [composed, split]) expect(await passwordMatches(kept, typed, asking)).toBe(true)
    }
    expect(await passwordMatches(await hash(wide), wide, asking)).toBe(true)
    expect(await passwordMatches(null, split, asking)).toBe(false)
  })
})
