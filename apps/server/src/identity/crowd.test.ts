import { request } from 'node:http'
import { identityRoutes as routes } from '@truemark/protocol/routes/identity'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { personPassword, signUp } from '../testing/people.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

/** Signs in from an address of this machine, and gives the status. */
function signInFrom(localAddress: string, account: string, password: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { method, path } = routes.login
    const headers = { 'content-type': 'application/json' }
    const sent = request({ host: '127.0.0.1', port: server.port, localAddress, method, path, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(JSON.stringify({ account, password }))
  })
}

const crowd = 400
/** In ms, also on a machine that is busy; alone it takes a thirtieth. */
const soon = 15_000

it.each([
  ['from where they did before', '127.0.0.1'],
  ['from elsewhere', '127.200.3.4'],
])('a crowd of strangers keeps nobody from signing in %s', async (_where, from) => {
  const email = `crowd-${from}@example.com`
  await signUp(server, email, `+3361239${String(1_000 + from.length)}`)
  let answered = 0
  // each from an address of its own, with another name, and a password of several forms
  const flood = Array.from({ length: crowd }, (_, at) =>
    signInFrom(`127.77.${Math.floor(at / 250)}.${1 + (at % 250)}`, `nobody${at}@example.com`, `wröng-${at}`).then(
      (status) => {
        answered += 1
        return status
      },
    ),
  )
  // until they fill what there is to wait in: the first are refused
  await Promise.race(flood.slice(-50))
  const began = performance.now()
  const own = await signInFrom(from, email, personPassword)
  const took = performance.now() - began
  expect([own, answered < crowd]).toEqual([200, true])
  expect(took).toBeLessThan(soon)
  const statuses = await Promise.all(flood)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
})
