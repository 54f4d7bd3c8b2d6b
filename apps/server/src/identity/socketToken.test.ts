import { randomBytes } from 'node:crypto'
import { contentRoutes } from '@truemark/protocol/routes/content'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPublicIds } from '../platform/publicId.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { openSessions } from './door.ts'

const minute = 60_000

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

function raise(error: unknown): never {
  throw error
}

/** What sessions of this server are opened with, under this key of the sockets' tokens. */
const keysOf = (secret: Uint8Array) => ({ secret, sealing: server.keys.sealing, ids: createPublicIds(server.secret) })

async function guest() {
  const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
  const { rows } = await server.database.query<{ id: string; holder: string }>(
    'SELECT s.id, u.demo_holder AS holder FROM session AS s JOIN app_user AS u ON u.id = s.user_id ORDER BY s.id DESC LIMIT 1',
  )
  return { token, session: rows[0]?.id ?? '', holder: Number(rows[0]?.holder) }
}

it('opens the sockets of its own session alone, for ten minutes, and says nothing of it', async () => {
  const [one, other] = [await guest(), await guest()]
  const start = Date.now()
  let now = start
  const sessions = openSessions(server.database, keysOf(server.secret), () => now, raise)
  const made = sessions.socketToken(one.session, start)
  expect(made.expireAt).toBe(start + 10 * minute)
  expect(Buffer.from(made.token, 'base64url').includes(`${one.session}.${made.expireAt}`)).toBe(false)
  // no two are alike, though they say the same
  expect(sessions.socketToken(one.session, start).token).not.toBe(made.token)
  const asOne = { sessionId: one.session, holder: one.holder, realm: 'demo' }
  expect(await sessions.authenticateSocket(made.token)).toEqual(asOne)
  const theirs = await sessions.authenticateSocket(sessions.socketToken(other.session, start).token)
  expect(theirs).toMatchObject({ sessionId: other.session, holder: other.holder })
  expect(other.holder).not.toBe(one.holder)

  const bytes = Buffer.from(made.token, 'base64url')
  for (let at = 0; at < bytes.length; at += 1) {
    const bent = Buffer.from(bytes)
    bent[at] = (bent[at] ?? 0) ^ 1
    expect(await sessions.authenticateSocket(bent.toString('base64url')), `byte ${at}`).toBeNull()
  }
  const foreign = openSessions(server.database, keysOf(randomBytes(server.secret.length)), () => now, raise)
  expect(await sessions.authenticateSocket(foreign.socketToken(one.session, start).token)).toBeNull()
  // neither the session's own token nor a socket's opens what the other opens
  expect(await sessions.authenticateSocket(one.token)).toBeNull()
  expect(await sessions.authenticate(made.token)).toBeNull()

  now = start + 10 * minute - 1
  expect(await sessions.authenticateSocket(made.token)).toEqual(asOne)
  now = start + 10 * minute
  expect(await sessions.authenticateSocket(made.token)).toBeNull()
  now = start
  await server.ok(identityRoutes.logout, { token: one.token, body: {} })
  expect(await sessions.authenticateSocket(made.token)).toBeNull()
  await Promise.all([sessions.close(), foreign.close()])
})

it('is given to who is signed in, and to nobody else', async () => {
  const { token } = await guest()
  expect((await server.ok(contentRoutes.appData, { token })).ws?.token).toMatch(/^[\w-]{40,}$/)
  expect((await server.ok(contentRoutes.appData)).ws?.token ?? null).toBeNull()
})
