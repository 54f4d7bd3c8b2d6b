import type { HouseAction } from '@truemark/protocol/auditActions'
import { type DeskSecurityState, deskSecurityRoutes as routes } from '@truemark/protocol/routes/deskSecurity'
import {
  blurred,
  clearFailures,
  newTotpSecret,
  noteFailure,
  takeTry,
  totpStep,
  totpUri,
  waitSeconds,
} from '../identity/door.ts'
import {
  type Owner,
  type PasskeyRow,
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
import { linkPasskey, signIn } from './access.ts'
import { actingAs, actingOf } from './acting.ts'
import { appendAudit } from './audit.store.ts'
import { holdOperators } from './operators.store.ts'
import type { DeskPorts } from './ports.ts'
import { ceremonyOf, noteDoubt, proveOperator } from './proof.ts'
import { operatorTotpNextPurpose, sealOperatorTotp } from './sealedTotp.ts'
import { heldCaller } from './standing.ts'
import { liveOperator } from './store.ts'
import { beginTotp, begunTotp, removeTotp, setTotp } from './totp.store.ts'

/** The wrong passkeys within an hour from one network after which the next ones wait. */
const wrongFree = 20

const ownerOf = (id: number): Owner => ({ kind: 'operator', id })

/** Binds how an operator signs in: passkeys and the authenticator app, of which one is always left. */
export function bindSecurity(gateway: Gateway, ports: DeskPorts): void {
  const { database } = ports
  gateway.bind(routes.deskLinkPasskey, (call) => linkPasskey(ports, call))
  gateway.bind(routes.deskPasskeyLoginOptions, ({ address, origin }) => {
    const bearer = blurred(ports.secret, `desk passkey ${address}`).toString('hex')
    return beginProving({ database, origin: origin(), purpose: 'desk_login', bearer }, null)
  })
  gateway.bind(routes.deskPasskeyLogin, (call) => loginByPasskey(ports, call))
  gateway.bind(routes.deskSecurity, (call) => stateOf(ports, call))
  gateway.bind(routes.deskPasskeyProof, (call) =>
    beginProving(ceremonyOf(ports, call, 'desk_confirm'), ownerOf(call.caller.userId)),
  )
  bindOwnPasskeys(gateway, ports)
  bindTotp(gateway, ports)
}

type LoginCall = Call<typeof routes.deskPasskeyLogin>

/** Signs an operator in by a passkey; a disabled operator's is answered like one that nobody has. */
async function loginByPasskey(ports: DeskPorts, call: LoginCall): ReturnType<typeof signIn> {
  const { database, secret } = ports
  const { body, address, origin } = call
  const tries = blurred(secret, `desk passkey ${address}`)
  const wait = await waitSeconds(database, tries, wrongFree)
  if (wait > 0) return refused('rate_limited', { seconds: String(wait) })
  const ceremony = { database, origin: origin(), purpose: 'desk_login', bearer: null } as const
  const proven = await prove(ceremony, { kind: 'operator', id: null }, body.passkey)
  if (!proven.ok) {
    if (proven.reason === 'passkey_wrong') await noteFailure(database, tries)
    if (proven.reason === 'passkey_doubted') {
      const doubted = await liveOperator(database, proven.passkey.owner.id)
      if (doubted !== null) await noteDoubt(ports, actingAs(doubted, call), proven)
    }
    return refused(proven.reason)
  }
  return database.transaction(async (client) => {
    await holdOperators(client)
    const { owner, id } = proven.passkey
    const operator = await liveOperator(client, owner.id)
    const isTheirs = (await passkeysOf(client, owner)).some((row) => row.id === id)
    return operator === null || !isTheirs
      ? refused('passkey_wrong')
      : signIn(ports, client, { operator, by: 'passkey', from: call })
  })
}

type Asker = Pick<Call<typeof routes.deskSecurity>, 'caller' | 'origin'>

async function stateOf(ports: DeskPorts, { caller, origin }: Asker): Promise<Outcome<DeskSecurityState>> {
  const { database, ids } = ports
  const operator = await liveOperator(database, caller.userId)
  const rows = await passkeysOf(database, ownerOf(caller.userId))
  return done({
    totp: operator !== null && operator.totpSealed !== null,
    passkeys: rows.map((row) => passkeyShape(ids, row)),
    available: passkeySite(origin()) !== null,
  })
}

/** Writes to the audit log what an operator has changed of how they sign in. */
async function note(
  client: Queryable,
  {
    caller,
    action,
    detail,
  }: { caller: Asker['caller']; action: HouseAction; detail: Readonly<Record<string, string>> },
): Promise<void> {
  const actor = await actingOf(client, caller)
  await appendAudit(client, { actor, action, subject: actor.name, reason: '', detail })
}

function bindOwnPasskeys(gateway: Gateway, ports: DeskPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.deskPasskeyBegin, async (call) => {
    const ceremony = ceremonyOf(ports, call, 'desk_add')
    if (passkeySite(ceremony.origin) === null) return refused('passkey_unavailable')
    const proved = await proveOperator(ports, call, call.body)
    if (!proved.ok) return proved
    const { id, name } = proved.data
    return beginMaking(ceremony, { owner: ownerOf(id), account: name, appName: ports.appData.name })
  })
  gateway.bind(routes.deskPasskeyAdd, async (call) => {
    const { caller, body } = call
    const name = body.name.trim()
    if (name === '') return refused('field_malformed')
    const made = await finishMaking(ceremonyOf(ports, call, 'desk_add'), body.passkey)
    if (!made.ok) return made
    const row = await database.transaction(async (client) => {
      // the session may have ended since its challenge was used
      if ((await heldCaller(client, caller)) === null) return 'login_required'
      const added = await insertPasskey(client, ownerOf(caller.userId), name, made.data)
      const noted = { caller, action: 'operator_passkey_added', detail: { passkey: name } } as const
      if (typeof added !== 'string') await note(client, noted)
      return added
    })
    return typeof row === 'string' ? refused(row, { max: String(passkeysMax) }) : stateOf(ports, call)
  })
  gateway.bind(routes.deskPasskeyRename, async (call) => {
    const { caller, params } = call
    const id = ids.read('passkey', params.id)
    const name = call.body.name.trim()
    if (name === '') return refused('field_malformed')
    const row = await database.transaction(async (client) => {
      const renamed = id === null ? null : await renamePasskey(client, ownerOf(caller.userId), id, name)
      const noted = { caller, action: 'operator_passkey_renamed', detail: { passkey: name } } as const
      if (renamed !== null) await note(client, noted)
      return renamed
    })
    return row === null ? refused('passkey_unknown') : stateOf(ports, call)
  })
  gateway.bind(routes.deskPasskeyRemove, (call) => dropPasskey(ports, call))
}

// one that was made for another host signs nobody in here
function usable(rows: readonly PasskeyRow[], origin: string): PasskeyRow[] {
  const site = passkeySite(origin)
  return rows.filter((row) => row.site === site?.id)
}

type RemoveCall = Call<typeof routes.deskPasskeyRemove>

async function dropPasskey(ports: DeskPorts, call: RemoveCall): Promise<Outcome<DeskSecurityState>> {
  const { database, ids } = ports
  const { caller, params } = call
  const owner = ownerOf(caller.userId)
  const id = ids.read('passkey', params.id)
  const refusalIn = async (client: Queryable): Promise<Outcome<never> | null> => {
    const operator = await liveOperator(client, caller.userId, true)
    const rows = await passkeysOf(client, owner)
    if (!rows.some((row) => row.id === id)) return refused('passkey_unknown')
    const others = usable(rows, call.origin()).filter((row) => row.id !== id)
    return (operator?.totpSealed ?? null) === null && others.length === 0 ? refused('last_factor') : null
  }
  // found out before a code is spent on it, and said again when it is done
  const refusal = await database.transaction(refusalIn)
  if (refusal !== null) return refusal
  const proved = await proveOperator(ports, call, call.body)
  if (!proved.ok) return proved
  const refusedNow = await database.transaction(async (client) => {
    const now = (await heldCaller(client, caller)) === null ? refused('login_required') : await refusalIn(client)
    const row = now !== null || id === null ? null : await removePasskey(client, owner, id)
    const detail = { passkey: row?.name ?? '' }
    if (row !== null) await note(client, { caller, action: 'operator_passkey_removed', detail })
    return now
  })
  return refusedNow ?? stateOf(ports, call)
}

function bindTotp(gateway: Gateway, ports: DeskPorts): void {
  const { database, sealing } = ports
  gateway.bind(routes.deskTotpBegin, async (call) => {
    const proved = await proveOperator(ports, call, call.body)
    if (!proved.ok) return proved
    const secret = newTotpSecret()
    const { userId, sessionId } = call.caller
    const sealed = sealing.seal(operatorTotpNextPurpose, String(userId), secret)
    await beginTotp(database, userId, sealed, sessionId)
    return done({ secret, uri: totpUri(secret, proved.data.name, ports.appData.name) })
  })
  gateway.bind(routes.deskTotpSet, (call) => confirmTotp(ports, call))
  gateway.bind(routes.deskTotpRemove, (call) => dropTotp(ports, call))
}

async function confirmTotp(
  ports: DeskPorts,
  call: Call<typeof routes.deskTotpSet>,
): Promise<Outcome<DeskSecurityState>> {
  const { database, sealing } = ports
  const { caller, body } = call
  const tries = blurred(ports.secret, `desk totp ${caller.userId}`)
  const wait = await takeTry(database, tries)
  if (wait > 0) return refused('rate_limited', { seconds: String(wait) })
  const refusal = await database.transaction(async (client): Promise<Outcome<never> | null> => {
    if ((await heldCaller(client, caller)) === null) return refused('login_required')
    const begun = await begunTotp(client, caller.userId, caller.sessionId)
    if (begun === null) return refused('second_factor_missing')
    const secret = sealing.openText(operatorTotpNextPurpose, String(caller.userId), begun)
    const step = totpStep(secret, body.totp, ports.now())
    if (step === null) return refused('second_factor_wrong')
    await setTotp(client, caller.userId, sealOperatorTotp(sealing, caller.userId, secret), step)
    await note(client, { caller, action: 'operator_totp_set', detail: {} })
    return null
  })
  if (refusal !== null) return refusal
  await clearFailures(database, tries)
  return stateOf(ports, call)
}

async function dropTotp(
  ports: DeskPorts,
  call: Call<typeof routes.deskTotpRemove>,
): Promise<Outcome<DeskSecurityState>> {
  const { database } = ports
  const { caller } = call
  const refusalIn = async (client: Queryable): Promise<Outcome<never> | null> => {
    const operator = await liveOperator(client, caller.userId, true)
    if ((operator?.totpSealed ?? null) === null) return refused('second_factor_missing')
    const rows = await passkeysOf(client, ownerOf(caller.userId))
    return usable(rows, call.origin()).length === 0 ? refused('last_factor') : null
  }
  const refusal = await database.transaction(refusalIn)
  if (refusal !== null) return refusal
  const proved = await proveOperator(ports, call, call.body)
  if (!proved.ok) return proved
  const refusedNow = await database.transaction(async (client) => {
    const now = (await heldCaller(client, caller)) === null ? refused('login_required') : await refusalIn(client)
    if (now !== null) return now
    await removeTotp(client, caller.userId)
    await note(client, { caller, action: 'operator_totp_removed', detail: {} })
    return null
  })
  return refusedNow ?? stateOf(ports, call)
}
