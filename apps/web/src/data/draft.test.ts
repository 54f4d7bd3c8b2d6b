import { beforeEach, describe, expect, it, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})

const { draftOf, forgetDrafts, keepDraft } = await import('./draft.ts')
const { session, signIn, signOut } = await import('./session.ts')

const login = (uid: string) => ({
  token: `token-${uid}`,
  userInfo: {
    uid,
    account: uid,
    email: `${uid}@example.org`,
    phone: '',
    nickname: '',
    avatar: '',
    lang: 'en' as const,
    country: '',
    realm: 'real' as const,
    guest: false,
    real_name: { primary: 'none' as const, advanced: 'none' as const },
    products: { spot: true, contract: true, perpetual: true, option: true, mining: true, invest: true, ieo: true },
    favourites: [],
    two_factor: false,
    created: 0,
  },
})

beforeEach(() => {
  forgetDrafts()
  session.setState({ mode: 'real', real: null, demo: null })
})

describe('a draft', () => {
  it('stands until it is forgotten, each form for itself', () => {
    keepDraft('spot BTCUSDT', { price: '1' })
    keepDraft('ticket', 'help')
    expect(draftOf('spot BTCUSDT')).toEqual({ price: '1' })
    keepDraft('spot BTCUSDT', null)
    expect(draftOf('spot BTCUSDT')).toBeNull()
    expect(draftOf('ticket')).toBe('help')
  })

  it('is nobody else’s, and gone when its account leaves', () => {
    signIn('real', login('one'))
    keepDraft('ticket', 'mine')
    signIn('real', login('two'))
    expect(draftOf('ticket')).toBeNull()
    signIn('real', login('one'))
    expect(draftOf('ticket')).toBe('mine')
    signOut('real')
    signIn('real', login('one'))
    expect(draftOf('ticket')).toBeNull()
  })

  it('is bounded: thirty of them, none longer than ten thousand letters', () => {
    for (let at = 0; at < 40; at += 1) keepDraft(`form ${at}`, at)
    expect(draftOf('form 9')).toBeNull()
    expect(draftOf('form 10')).toBe(10)
    keepDraft('long', 'x'.repeat(10_001))
    expect(draftOf('long')).toBeNull()
  })

  it('that is broken is none', () => {
    kept.set('truemark.drafts', '{"owner":"real:guest","texts":{"a":5,"b":"{"}}')
    expect(draftOf('a')).toBeNull()
    expect(draftOf('b')).toBeNull()
    kept.set('truemark.drafts', 'no json')
    expect(draftOf('a')).toBeNull()
  })
})
