import { loginAnswer } from '@truemark/protocol/routes/identity'
import { expect, it } from 'vitest'
import { readSession } from './keptSession.ts'
import { loginOf } from './testing/person.ts'

const login = loginOf('1', 'demo')
const kept = (demo: unknown) => ({ mode: 'demo', real: null, demo, locale: 'jp' })

it('reads what a login answered with', () => {
  expect(loginAnswer.safeParse(login).success).toBe(true)
  expect(readSession(kept(login))).toEqual(kept(login))
  expect(readSession({ ...kept(null), mode: 'real' })).toEqual({ ...kept(null), mode: 'real' })
})

it.each(Object.keys(login.userInfo))('refuses a session without %s, as the shape of a login does', (name) => {
  for (const wrong of [undefined, Symbol('wrong')]) {
    const answer = { ...login, userInfo: { ...login.userInfo, [name]: wrong } }
    expect(loginAnswer.safeParse(answer).success).toBe(false)
    expect(readSession(kept(answer))).toBeNull()
  }
})

it.each([
  null,
  [],
  { ...kept(login), mode: 'paper' },
  { ...kept(login), locale: 'xx' },
  kept({ ...login, token: 1 }),
  kept({ ...login, userInfo: { ...login.userInfo, products: { spot: true } } }),
  kept({ ...login, userInfo: { ...login.userInfo, real_name: { primary: 'none' } } }),
  kept({ ...login, userInfo: { ...login.userInfo, favourites: [1] } }),
])('refuses what is no session', (value) => {
  expect(readSession(value)).toBeNull()
})
