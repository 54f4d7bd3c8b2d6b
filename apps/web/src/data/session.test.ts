import { beforeEach, expect, test } from 'vitest'
import { chooseLocale, session, signIn, signOut, signOutPerson, switchMode, tokenOf, userOf } from './session.ts'
import { loginOf as login } from './testing/person.ts'

beforeEach(() => session.setState({ mode: 'real', real: null, demo: null, locale: 'en' }))

test('keeps the two accounts apart and sends the token of the current mode', () => {
  expect(tokenOf(session.getState())).toBeNull()
  signIn('real', login('r', 'real'))
  expect(tokenOf(session.getState())).toBe('r')
  expect(switchMode('demo')).toBe(false)
  signIn('demo', login('d', 'demo'))
  expect(tokenOf(session.getState())).toBe('d')
  expect(switchMode('real')).toBe(true)
  expect(userOf(session.getState())?.uid).toBe('r')
})

test('ending the demo account leads back to the real one, which stays signed in', () => {
  signIn('real', login('r', 'real'))
  signIn('demo', login('d', 'demo'))
  signOut('demo')
  expect(tokenOf(session.getState())).toBe('r')
  signOut('real')
  expect(tokenOf(session.getState())).toBeNull()
})

test('who logs out leaves neither of their accounts open; a guest’s demo stays', () => {
  const guests = login('g', 'demo')
  const guest = { ...guests, userInfo: { ...guests.userInfo, guest: true } }
  for (const mode of ['real', 'demo'] as const) {
    signIn('real', login('r', 'real'))
    signIn('demo', login('d', 'demo'))
    switchMode(mode)
    expect(signOutPerson()).toEqual(['r', 'd'])
    expect(session.getState()).toMatchObject({ mode: 'real', real: null, demo: null })
  }
  signIn('demo', guest)
  signIn('real', login('r', 'real'))
  expect(signOutPerson()).toEqual(['r'])
  expect(switchMode('demo')).toBe(true)
  expect(signOutPerson()).toEqual(['g'])
  expect(session.getState().demo).toBeNull()
})

test('the language survives signing out', () => {
  chooseLocale('jp')
  signOut('real')
  expect(session.getState().locale).toBe('jp')
})
