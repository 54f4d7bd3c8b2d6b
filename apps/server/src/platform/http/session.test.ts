import { expect, it } from 'vitest'
import { type Caller, cacheSessions } from './session.ts'

const ada: Caller = { sessionId: 's1', kind: 'user', userId: 7, holder: 40, realm: 'real', guest: false, actor: 'user' }

it('asks once within 0.9 s, and again at once for a session that was forgotten (T077)', async () => {
  let now = 0
  let asked = 0
  let live: Caller | null = ada
  const authenticate = () => {
    asked += 1
    return Promise.resolve(live)
  }
  const sessions = cacheSessions({ authenticate }, () => now)
  expect(await sessions.find('token')).toEqual(ada)
  expect(sessions.find('token')).toEqual(ada)
  expect(asked).toBe(1)
  // Revoked elsewhere: known within a second.
  live = null
  now = 901
  expect(await sessions.find('token')).toBeNull()
  live = ada
  await sessions.find('token')
  live = null
  sessions.forget('s1')
  expect(await sessions.find('token')).toBeNull()
  live = ada
  await sessions.find('token')
  live = null
  sessions.forgetUser(7)
  expect(await sessions.find('token')).toBeNull()
})

it('asks again for what was forgotten while it was read, and not for what was forgotten of others', async () => {
  const answers: ((caller: typeof ada | null) => void)[] = []
  const port = { authenticate: () => new Promise<typeof ada | null>((resolve) => answers.push(resolve)) }
  const sessions = cacheSessions(port, () => 0)
  const found = sessions.find('token')
  for (let other = 100; other < 200; other += 1) sessions.forgetUser(other)
  answers[0]?.(ada)
  expect(await found).toEqual(ada)
  expect(answers).toHaveLength(1)
  sessions.forgetUser(7)
  const again = sessions.find('token')
  sessions.forgetUser(7)
  answers[1]?.(ada)
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.(null)
  expect(await again).toBeNull()
})

it('asks nobody about a token that is too long', () => {
  const sessions = cacheSessions({ authenticate: () => Promise.resolve(ada) })
  expect(sessions.find('x'.repeat(201))).toBeNull()
})
