import { join } from 'node:path'
import { operatorRoles } from '@truemark/protocol/access'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { keyNow } from '../../apps/server/src/testing/keys.ts'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { makeOperator, signUp } from '../../apps/server/src/testing/people.ts'
import type { Database } from '../../apps/server/src/platform/postgres/database.ts'
import { speakLive } from '../../apps/server/src/invest/testing/saver.ts'
import { type Program, makeProgram } from '../../apps/server/src/testing/program.ts'
import { makeOwner, makeStranger, openReal } from '../policy/world.ts'
import { Found } from './found.ts'
import type { Asker, Cast } from './requests.ts'

/** A server with one of everything, and everyone who can ask. */
export interface Stage {
  readonly server: LiveServer
  readonly cast: Cast
  /** Lets those who ask in again, whom a request has sent out. */
  revive(): Promise<void>
  /** Lets the market fall silent, or speak again: while it is silent nothing is committed but what was asked for. */
  silence(): void
  speak(): void
  stop(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const server = await startLiveServer({ appsFolder: join(import.meta.dirname, '../../apps') })
  let quiet = await openReal(server)
  const { token, email, ...own } = await makeOwner(server)
  const programs = new Map<Asker, Program>([
    ['trading', await makeProgram(server, { token, email }, { kind: 'ed25519', scope: 'trade' })],
    ['reading', await makeProgram(server, { token, email }, { scope: 'read' })],
  ])
  const tokens = new Map<Asker, string>([['owner', token]])
  tokens.set('user', (await makeStranger(server)).token)
  tokens.set('demo', (await server.ok(identityRoutes.simulationLogin, { body: {} })).token)
  tokens.set('disabled', await signUp(server, 'disabled@example.com', '+33612347702'))
  tokens.set('expired', await signUp(server, 'expired@example.com', '+33612347703'))
  await server.database.query(`UPDATE app_user SET disabled = true WHERE email = 'disabled@example.com'`)
  await server.database.query(
    `UPDATE session SET seen_at = now() - interval '31 days' WHERE user_id = (SELECT id FROM app_user WHERE email = 'expired@example.com')`,
  )
  for (const role of operatorRoles) tokens.set(role, await makeOperator(server, role, `Of ${role}`))
  tokens.set('unknown', 'op_nobodys')
  tokens.set('garbled', `${token.slice(0, -2)}zz`)
  return {
    server,
    cast: { tokens, programs, ids: Object.values(own), found: new Found(), newKey: keyNow },
    revive: () => revive(server.database),
    silence: () => quiet(),
    speak: () => (quiet = speakLive(server)),
    stop: async () => {
      quiet()
      await server.stop()
    },
  }
}

/** Lets those who ask in again, whom a request has sent out; nobody that a test has let expire or disabled. */
export async function revive(database: Database): Promise<void> {
  await database.query(
    `UPDATE app_user SET disabled = false WHERE disabled AND email IS DISTINCT FROM 'disabled@example.com'`,
  )
  await database.query(
    `UPDATE session SET ended_at = NULL, seen_at = now() WHERE user_id NOT IN (SELECT id FROM app_user WHERE email = 'expired@example.com')`,
  )
  await database.query(`UPDATE operator_session SET ended_at = NULL, seen_at = now()`)
  await database.query('UPDATE operator SET disabled_at = NULL')
}
