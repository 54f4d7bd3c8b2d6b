import { expect, it } from 'vitest'
import { firstLocale, glimpseOf } from './glimpse.ts'

const kept = (state: object) =>
  JSON.stringify({ state: { mode: 'real', real: null, demo: null, ...state }, version: 1 })

it('tells the language and whether the account that is shown is signed in', () => {
  const account = { token: 't', userInfo: {} }
  expect(glimpseOf(kept({ locale: 'vie' }))).toEqual({ locale: 'vie', token: null })
  expect(glimpseOf(kept({ locale: 'en', real: account }))).toEqual({ locale: 'en', token: 't' })
  expect(glimpseOf(kept({ locale: 'en', demo: account }))).toEqual({ locale: 'en', token: null })
  expect(glimpseOf(kept({ locale: 'en', demo: account, mode: 'demo' }))).toEqual({ locale: 'en', token: 't' })
  expect(glimpseOf(kept({ locale: 'martian' })).locale).toBe('en')
})

it.each([null, '', '{', 'null', '[]', '{"state":7}'])('knows nobody from %s', (text) => {
  expect(glimpseOf(text)).toEqual({ locale: firstLocale(), token: null })
})
