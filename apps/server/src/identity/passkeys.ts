import { passkeyRoutes as routes } from '@truemark/protocol/routes/passkeys'
import type { LoginAnswer } from '@truemark/protocol/routes/identity'
import {
  type Ceremony,
  type Owner,
  beginMaking,
  beginProving,
  finishMaking,
  insertPasskey,
  passkeyShape,
  passkeySite,
  passkeysMax,
  passkeysOf,
  prove,
  removePasskey,
  renamePasskey,
} from '../passkey/door.ts'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import type { IdentityPorts } from './identity.ts'
import { type Door, isShutOut, openSession } from './login.ts'
import { holdEntered } from './entrances.ts'
import { provenAddress } from './proven.ts'
import { blurred } from './secrets.ts'
import { passkeyBearer } from './sessions.store.ts'
import { type Person, personById } from './store.ts'
import { noteFailure, waitSeconds } from './tries.store.ts'

/** The wrong passkeys within an hour from one network after which the next ones wait. */
const wrongFree = 20

const ownerOf = (userId: number): Owner => ({ kind: 'user', id: userId })

type Asker = Pick<Call<typeof routes.passkeys>, 'caller' | 'origin'>

function ceremonyOf(ports: IdentityPorts, { caller, origin }: Asker, purpose: Ceremony['purpose']): Ceremony {
  return { database: ports.database, origin: origin(), purpose, bearer: passkeyBearer(caller.sessionId) }
}

/** Binds logging in by a passkey, and a person's own passkeys. */
export function bindPasskeys(gateway: Gateway, ports: IdentityPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.passkeyLoginOptions, ({ address, origin }) => {
    const bearer = blurred(ports.secret, `passkey ${address}`).toString('hex')
    return beginProving({ database, origin: origin(), purpose: 'login', bearer }, null)
  })
  gateway.bind(routes.passkeyLogin, ({ body, address, userAgent, origin }) =>
    loginByPasskey(ports, body.passkey, { address, userAgent, origin }),
  )
  gateway.bind(routes.passkeys, async ({ caller, origin }) => {
    const rows = await passkeysOf(database, ownerOf(caller.userId))
    return done({ items: rows.map((row) => passkeyShape(ids, row)), available: passkeySite(origin()) !== null })
  })
  gateway.bind(routes.passkeyProof, (call) =>
    beginProving(ceremonyOf(ports, call, call.body.purpose), ownerOf(call.caller.userId)),
  )
  gateway.bind(routes.passkeyBegin, async (call) => {
    const person = await personById(database, call.caller.userId)
    if (person === null) return refused('login_required')
    const ceremony = ceremonyOf(ports, call, 'add')
    if (passkeySite(ceremony.origin) === null) return refused('passkey_unavailable')
    const proved = await ports.stepUp.prove(call, call.body)
    if (!proved.ok) return refused(proved.reason, proved.params)
    const maker = { owner: ownerOf(person.id), account: provenAddress(person), appName: ports.appName() }
    const begun = await beginMaking(ceremony, maker)
    if (!begun.ok) await proved.giveBack()
    return begun
  })
  gateway.bind(routes.passkeyAdd, (call) => addPasskey(ports, call))
  gateway.bind(routes.passkeyRename, async ({ caller, params, body }) => {
    const id = ids.read('passkey', params.id)
    const name = body.name.trim()
    if (name === '') return refused('field_malformed')
    const row = id === null ? null : await renamePasskey(database, ownerOf(caller.userId), id, name)
    return row === null ? refused('passkey_unknown') : done(passkeyShape(ids, row))
  })
  gateway.bind(routes.passkeyRemove, (call) => dropPasskey(ports, call))
}

async function addPasskey(ports: IdentityPorts, call: Call<typeof routes.passkeyAdd>) {
  const { database, ids } = ports
  const { caller, body } = call
  const name = body.name.trim()
  if (name === '') return refused('field_malformed')
  const made = await finishMaking(ceremonyOf(ports, call, 'add'), body.passkey)
  if (!made.ok) return made
  const row = await database.transaction(async (client) => {
    // the session may have ended since its challenge was used
    if ((await holdEntered(client, caller)) === null) return 'login_required'
    return insertPasskey(client, ownerOf(caller.userId), name, made.data)
  })
  if (typeof row === 'string') return refused(row, { max: String(passkeysMax) })
  await ports.alerts.passkeyChanged(caller.userId, { change: 'Added', passkey: name }, call.origin())
  return done(passkeyShape(ids, row))
}

async function dropPasskey(ports: IdentityPorts, call: Call<typeof routes.passkeyRemove>): Promise<Outcome<null>> {
  const { database, ids, stepUp } = ports
  const { caller, params, body } = call
  const owner = ownerOf(caller.userId)
  const id = ids.read('passkey', params.id)
  const known = (await passkeysOf(database, owner)).some((row) => row.id === id)
  if (id === null || !known) return refused('passkey_unknown')
  const proved = await stepUp.prove(call, body)
  if (!proved.ok) return refused(proved.reason, proved.params)
  const row = await database.transaction(async (client) =>
    (await proved.stands(client)) ? removePasskey(client, owner, id) : 'login_required',
  )
  if (row === 'login_required') return refused(row)
  if (row === null) {
    await proved.giveBack()
    return refused('passkey_unknown')
  }
  await ports.alerts.passkeyChanged(caller.userId, { change: 'Removed', passkey: row.name }, call.origin())
  return done(null)
}

type Assertion = Call<typeof routes.passkeyLogin>['body']['passkey']

/**
 * Signs in by a passkey alone: it is something one has, and has verified by itself who holds it. Whatever does not
 * fit is answered alike, a passkey that nobody has too; wrong ones make the next from that network wait.
 */
async function loginByPasskey(ports: IdentityPorts, passkey: Assertion, door: Door): Promise<Outcome<LoginAnswer>> {
  const { database, secret } = ports
  const tries = blurred(secret, `passkey ${door.address}`)
  const wait = await waitSeconds(database, tries, wrongFree)
  if (wait > 0) return refused('rate_limited', { seconds: String(wait) })
  const ceremony = { database, origin: door.origin(), purpose: 'login', bearer: null } as const
  const proven = await prove(ceremony, { kind: 'user', id: null }, passkey)
  if (!proven.ok) {
    if (proven.reason === 'passkey_wrong') await noteFailure(database, tries)
    if (proven.reason === 'passkey_doubted') await ports.alerts.passkeyDoubted(proven.passkey, door.origin())
    return refused(proven.reason)
  }
  const person = await personById(database, proven.passkey.owner.id)
  if (person === null) return refused('passkey_wrong')
  if (await isShutOut(ports, person)) return refused('user_disabled')
  const { id, owner } = proven.passkey
  // it may have been removed since it signed
  const stands = async (client: Queryable, held: Person): Promise<boolean> =>
    held.closed === person.closed && (await passkeysOf(client, owner)).some((row) => row.id === id)
  return openSession(ports, person, { door, stands, otherwise: 'passkey_wrong' })
}
