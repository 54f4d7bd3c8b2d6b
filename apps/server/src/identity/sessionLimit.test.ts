import { contentRoutes } from '@truemark/protocol/routes/content'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { sessionLimitRoutes as routes } from '@truemark/protocol/routes/sessionLimit'
import { closeCode } from '@truemark/protocol/stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { personPassword, signUp } from '../testing/people.ts'
import { tokenHash } from './secrets.ts'

const minute = 60_000
const hour = 60 * minute
let server: LiveServer
let people = 0
const opened: WebSocket[] = []

beforeAll(async () => {
  server = await startLiveServer()
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate()
})
afterAll(() => server.stop())

async function person() {
  people += 1
  const email = `limited${people}@example.com`
  const token = await signUp(server, email, `+336123460${String(people).padStart(2, '0')}`)
  const login = async () =>
    (await server.ok(identityRoutes.login, { body: { account: email, password: personPassword } })).token
  return { email, token, login }
}

const set = (token: string, minutes: number | null) => server.call(routes.sessionLimitSet, { token, body: { minutes } })
const read = (token: string) => server.ok(routes.sessionLimitRead, { token })
const demoOf = async (token: string) => (await server.ok(identityRoutes.simulationLogin, { token, body: {} })).token
const codeOf = async (token: string) => (await server.call(identityRoutes.user, { token })).code

/** Has a session be as if its person had signed in so long ago, in ms. */
async function age(token: string, ms: number): Promise<void> {
  await server.database.query(
    `UPDATE session SET signed_in_at = now() - $2 * interval '1 millisecond' WHERE token_hash = $1`,
    [tokenHash(token), ms],
  )
}

/** Has the time come at which a person's looser limit begins to hold. */
async function pass(email: string): Promise<void> {
  await server.database.query(
    `UPDATE session_limit SET next_from = now() - interval '1 second'
     WHERE user_id = (SELECT id FROM app_user WHERE email = $1)`,
    [email],
  )
}

/** Until the sessions that were looked up a moment ago are looked up again. */
const cacheOver = () => new Promise((resolve) => setTimeout(resolve, 1_000))

const socketToken = async (token: string) => (await server.ok(contentRoutes.appData, { token })).ws?.token ?? ''

/** Opens a socket; gives the code with which it will be closed. */
async function listen(token: string): Promise<{ readonly closed: Promise<number> }> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws?token=${encodeURIComponent(token)}`)
  opened.push(socket)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return { closed }
}

describe('a session limit of one’s own', () => {
  it('holds at once where it is tighter, for every session of the person, also the one that sets it', async () => {
    const { token, login } = await person()
    const demo = await demoOf(token)
    const older = await login()
    await age(older, 31 * minute)
    const socket = await socketToken(older)
    const { closed } = await listen(socket)
    const { minutes, looser, signed_in, ends } = await server.ok(routes.sessionLimitSet, {
      token,
      body: { minutes: 30 },
    })
    expect([minutes, looser]).toEqual([30, null])
    expect(ends).toBe(signed_in + 30 * minute)
    expect(await codeOf(older)).toBe(551)
    expect(await closed).toBe(closeCode.sessionEnded)
    // its socket cannot be opened anew, by a token that is good for minutes yet
    expect(await (await listen(socket)).closed).toBe(closeCode.sessionEnded)
    expect((await read(demo)).minutes).toBe(30)
    expect([await codeOf(token), await codeOf(demo)]).toEqual([200, 200])
    await age(token, 20 * minute)
    expect((await set(token, 15)).code).toBe(200)
    expect([await codeOf(token), await codeOf(demo)]).toEqual([551, 200])
    expect(await codeOf(await login())).toBe(200)
  })

  it('ends what is open when its time comes, and a new login begins anew', async () => {
    const { token, login } = await person()
    expect((await set(token, 15)).code).toBe(200)
    const demo = await demoOf(token)
    for (const one of [token, demo]) await age(one, 15 * minute - 2_000)
    const sockets = await Promise.all([token, demo].map(async (one) => listen(await socketToken(one))))
    expect(await codeOf(token)).toBe(200)
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(Array(2).fill(closeCode.sessionEnded))
    expect([await codeOf(token), await codeOf(demo)]).toEqual([551, 551])
    const again = await login()
    expect((await read(again)).minutes).toBe(15)
    const { items } = await server.ok(identityRoutes.sessions, { token: again })
    expect(items).toHaveLength(1)
  })

  it('is not led around by the demo: one that is opened out of a session is as old as that', async () => {
    const { token } = await person()
    expect((await set(token, 60)).code).toBe(200)
    await age(token, 50 * minute)
    const demo = await demoOf(token)
    const second = await demoOf(demo)
    const { signed_in } = await read(token)
    expect([(await read(demo)).signed_in, (await read(second)).signed_in]).toEqual([signed_in, signed_in])
    // it can be set from the demo too, and holds for the real account
    expect((await set(second, 30)).code).toBe(200)
    expect([await codeOf(token), await codeOf(demo), await codeOf(second)]).toEqual([551, 551, 551])
  })

  it('is loosened or taken away 24 hours later, and what ended before stays ended', async () => {
    const { email, token, login } = await person()
    expect((await set(token, 15)).code).toBe(200)
    for (const looser of [480, null]) {
      const { minutes, looser: later } = await server.ok(routes.sessionLimitSet, { token, body: { minutes: looser } })
      expect([minutes, later?.minutes]).toEqual([15, looser])
      expect(Math.abs((later?.from ?? 0) - Date.now() - 24 * hour)).toBeLessThan(minute)
    }
    // the same again, or a tighter one, forgets it
    expect((await server.ok(routes.sessionLimitSet, { token, body: { minutes: 15 } })).looser).toBeNull()
    const silent = await login()
    await age(silent, 3 * hour)
    await set(token, null)
    const second = await login()
    await pass(email)
    await age(second, 3 * hour)
    expect(await read(token)).toMatchObject({ minutes: null, looser: null, ends: null })
    expect([await codeOf(silent), await codeOf(token)]).toEqual([551, 200])
    // what was over before the looser one held is over for good, whatever is set after that
    await set(token, null)
    await cacheOver()
    expect([await codeOf(silent), await codeOf(second)]).toEqual([551, 551])
    await set(token, 60)
    expect(await read(token)).toMatchObject({ minutes: 60, looser: null })
  })

  it('takes the changes that come at once one after the other, in whatever order', async () => {
    const { token } = await person()
    expect((await set(token, 240)).code).toBe(200)
    const codes = await Promise.all(
      [480, 60, null, 30, 1_440, 120].map(async (minutes) => (await set(token, minutes)).code),
    )
    expect(new Set(codes)).toEqual(new Set([200]))
    const { minutes, looser } = await read(token)
    expect(minutes).toBe(30)
    if (looser) expect(looser.from).toBeGreaterThan(Date.now() + 23 * hour)
  })

  it('is whole minutes from 15 to 1440, or none', async () => {
    const { token } = await person()
    for (const minutes of [14, 1_441, 15.5, -15, 0]) {
      expect((await set(token, minutes)).reason, String(minutes)).toBe('field_malformed')
    }
    for (const body of [{}, { minutes: '30' }]) {
      expect((await server.call(routes.sessionLimitSet, { token, body })).reason).toBe('field_malformed')
    }
    expect((await read(token)).minutes).toBeNull()
    expect((await set(token, null)).code).toBe(200)
    expect(await read(token)).toMatchObject({ minutes: null, looser: null, ends: null })
    for (const minutes of [1_440, 15]) {
      expect((await set(token, minutes)).code).toBe(200)
      expect((await read(token)).minutes).toBe(minutes)
    }
  })

  it('is not a guest’s, who could never sign in to the demo again', async () => {
    const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    expect((await set(token, 15)).reason).toBe('guest_no_session_limit')
    expect(await read(token)).toMatchObject({ minutes: null, looser: null, ends: null })
  })

  it('goes with the person’s row', async () => {
    const { email, token } = await person()
    await set(token, 30)
    const limits = `SELECT 1 FROM session_limit`
    const before = (await server.database.query(limits)).rowCount ?? 0
    await server.database.query('DELETE FROM app_user WHERE email = $1', [email])
    expect((await server.database.query(limits)).rowCount).toBe(before - 1)
  })
})
