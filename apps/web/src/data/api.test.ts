import { createServer, type RequestListener } from 'node:http'
import { user } from '@truemark/protocol/routes/identity'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { call, endLostSession, leave, onLoginRequired } from './api.ts'
import { endCause, session, signIn, tokenOf } from './session.ts'
import { loginOf } from './testing/person.ts'

let answer: RequestListener = (_request, response) => void response.end()
/** What the server was asked, and that it answered, in order. */
let told: string[] = []
const server = createServer((request, response) => {
  const name = `${request.method} ${request.url?.replace('/api/v3', '')}`
  // besides, what failed is reported
  if (name.includes('/user')) {
    told.push(name)
    response.on('finish', () => told.push(`answered ${name}`))
  }
  answer(request, response)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const config = JSON.stringify({ webUrl: base, webSoketUrl: 'ws://127.0.0.1:1' })
  const fetchThere = globalThis.fetch
  vi.stubGlobal('location', new URL('/home', base))
  // the browser's own takes addresses of the page's host
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes('config.json') ? Promise.resolve(new Response(config)) : fetchThere(new URL(url, base), init),
  )
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  told = []
  signIn('real', loginOf('R', 'real'))
})

const refused = (params: Readonly<Record<string, string>>): RequestListener => {
  const text = JSON.stringify({ code: 551, data: { reason: 'login_required', params }, message: '' })
  return (_request, response) => void response.writeHead(401, { 'content-type': 'application/json' }).end(text)
}

test('who signs out is forgotten at once, and the server hears of it after what was asked before has its answer', async () => {
  answer = (request, response) =>
    void setTimeout(() => refused({})(request, response), request.method === 'GET' ? 100 : 0)
  const asked = call(user, {}).catch(() => 'refused')
  await expect.poll(() => told).toEqual(['GET /user'])
  const left = leave()
  expect(tokenOf(session.getState())).toBeNull()
  await left
  expect(told.slice(0, 3)).toEqual(['GET /user', 'answered GET /user', 'POST /user/logout'])
  expect(await asked).toBe('refused')
})

test('a session that ends on the server leads to the login with the cause that the refusal bears, until the next begins', async () => {
  let led = 0
  onLoginRequired(() => (led += 1))
  answer = refused({ cause: 'user_disabled' })
  await call(user, {}).catch(() => undefined)
  expect([tokenOf(session.getState()), led]).toEqual([null, 1])
  await expect.poll(() => endCause.getState()).toBe('user_disabled')
  // the socket's end comes behind it, and takes nothing back
  endLostSession('R')
  expect([endCause.getState(), led]).toEqual(['user_disabled', 1])
  signIn('real', loginOf('S', 'real'))
  expect(endCause.getState()).toBeNull()
  const unclear: readonly Readonly<Record<string, string>>[] = [{}, { cause: 'no reason of ours' }]
  for (const params of unclear) {
    signIn('real', loginOf('T', 'real'))
    answer = refused(params)
    await call(user, {}).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect([tokenOf(session.getState()), endCause.getState()]).toEqual([null, null])
  }
})
