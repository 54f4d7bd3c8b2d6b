import { readPhone } from '@truemark/payee/phone'
import { readEmail } from '@truemark/protocol/email'
import { type SecuritySetting as SecurityShape, identityRoutes, isWeaker } from '@truemark/protocol/routes/identity'
import { factorResetRoutes } from '@truemark/protocol/routes/factorReset'
import { favouriteAdd, favouriteRemove } from '@truemark/protocol/routes/market'
import { execute } from '../engine/door.ts'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { paged } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import type { RequestKey } from '../platform/http/call.ts'
import { type SecuritySetting, readSecurity, writeSecurity } from './alerts.store.ts'
import { accountClose } from '@truemark/protocol/routes/closing'
import { changePassword } from './changePassword.ts'
import { closeAccount } from './closeAccount.ts'
import { sendCode } from './codes.ts'
import { dropTotp } from './dropTotp.ts'
import { holdEntered } from './entrances.ts'
import { askFactorReset, refuseFactorReset } from './factorReset.ts'
import { openReset } from './factorReset.store.ts'
import { freezeAccount } from './freeze.ts'
import { forgotPassword } from './forgot.ts'
import { bindApiKeys } from './apiKeys.ts'
import { bindPasskeys } from './passkeys.ts'
import { bindProfile } from './profile.ts'
import type { IdentityPorts } from './identity.ts'
import { login, simulationLogin, userInfoOf } from './login.ts'
import { register } from './register.ts'
import { bindSessionLimit } from './sessionLimit.ts'
import { passwordRefusal } from './secondFactor.ts'
import { endSessions, sessionsOf } from './sessions.store.ts'
import { setTotp } from './setTotp.ts'
import { addFavourite, holdPerson, personById, removeFavourite } from './store.ts'

const routes = identityRoutes
const favouritesMax = 100
/** The most sessions listed, those last seen first. */
const sessionsMax = 1_000

/** Binds identity's routes. `hasSymbol` says which markets there are. */
export function bindIdentity(gateway: Gateway, ports: IdentityPorts, hasSymbol: (code: string) => boolean): void {
  gateway.bind(routes.register, (call) => register(ports, call.body, call))
  gateway.bind(routes.login, ({ body, address, userAgent, origin }) =>
    login(ports, body, { address, userAgent, origin }),
  )
  gateway.bind(routes.simulationLogin, ({ caller, body, locale, address, userAgent, origin }) =>
    simulationLogin(ports, caller, body?.lang ?? locale, { address, userAgent, origin }),
  )
  gateway.bind(routes.simulationReset, ({ caller, key }) => resetDemo(ports, caller, key))
  gateway.bind(routes.simulationResetByGet, ({ caller }) => resetDemo(ports, caller, null))
  gateway.bind(routes.forgotPassword, ({ body, address }) => forgotPassword(ports, body, address))
  gateway.bind(accountClose, (call) => closeAccount(ports, call))
  gateway.bind(routes.changePassword, (call) => changePassword(ports, call))
  gateway.bind(routes.totpSet, (call) => setTotp(ports, call))
  gateway.bind(routes.totpRemove, (call) => dropTotp(ports, call))
  gateway.bind(factorResetRoutes.factorLost, ({ body, address, userAgent, origin }) =>
    askFactorReset(ports, body, { address, userAgent, origin }),
  )
  gateway.bind(factorResetRoutes.factorResetRead, async ({ caller }) => {
    const open = await openReset(ports.database, caller.userId)
    return done({ reset: open === null ? null : { due: open.dueAt } })
  })
  gateway.bind(factorResetRoutes.factorResetRefuse, ({ caller }) => refuseFactorReset(ports, caller.userId))
  gateway.bind(routes.sendEmail, async ({ caller, body, locale, address: network }) => {
    const address = readEmail(body.email)
    if (address === null) return refused('email_invalid')
    return sendCode(ports, { purpose: body.type, address, network, locale, asker: caller })
  })
  gateway.bind(routes.sendSms, async ({ caller, body, locale, address: network }) => {
    const address = readPhone(body.phone, '')
    if (address === null) return refused('phone_invalid')
    return sendCode(ports, { purpose: body.type, address, network, locale, asker: caller })
  })
  gateway.bind(routes.user, async ({ caller }) => {
    const person = await personById(ports.database, caller.userId)
    return person === null ? refused('login_required') : done(await userInfoOf(ports, person, caller.realm))
  })
  bindSessions(gateway, ports)
  bindSessionLimit(gateway, ports)
  bindSecurity(gateway, ports)
  bindPasskeys(gateway, ports)
  bindApiKeys(gateway, ports)
  bindProfile(gateway, ports)
  gateway.bind(favouriteAdd, async ({ caller, params }) => {
    if (!hasSymbol(params.symbol)) return refused('symbol_unknown')
    const added = await ports.database.transaction((client) =>
      addFavourite(client, caller.userId, params.symbol, favouritesMax),
    )
    return added ? done(null) : refused('favourites_too_many', { max: String(favouritesMax) })
  })
  gateway.bind(favouriteRemove, async ({ caller, params }) => {
    await removeFavourite(ports.database, caller.userId, params.symbol)
    return done(null)
  })
}

function bindSessions(gateway: Gateway, ports: IdentityPorts): void {
  const { database, ids, sessionsEnded } = ports
  gateway.bind(routes.logout, async ({ caller }) => {
    const ended = await endSessions(database, caller.userId, { only: Number(caller.sessionId) })
    sessionsEnded(ended.map(String))
    return done(null)
  })
  gateway.bind(routes.sessions, async ({ caller, query }) => {
    const rows = await sessionsOf(database, caller.userId, sessionsMax)
    const items = rows.map(({ id, realm, device, createdAt, seenAt }) => ({
      id: ids.write('session', id),
      realm,
      device,
      created: createdAt,
      last_seen: seenAt,
      current: String(id) === caller.sessionId,
    }))
    return paged(items, query, ({ id }) => id)
  })
  gateway.bind(routes.sessionsEnd, async ({ caller }) => {
    const ended = await database.transaction(async (client) => {
      // one that is just opened out of another is then either there to be ended, or not opened
      await holdPerson(client, caller.userId)
      return endSessions(client, caller.userId, { except: Number(caller.sessionId) })
    })
    sessionsEnded(ended.map(String))
    return done({ ended: ended.length })
  })
  gateway.bind(routes.sessionEnd, async ({ caller, params }) => {
    const id = ids.read('session', params.id)
    const ended = id === null ? [] : await endSessions(database, caller.userId, { only: id })
    if (ended.length === 0) return refused('session_unknown')
    sessionsEnded(ended.map(String))
    return done({ ended: ended.length })
  })
}

function bindSecurity(gateway: Gateway, ports: IdentityPorts): void {
  const { database } = ports
  gateway.bind(routes.freezeAccount, ({ body }) => freezeAccount(ports, body.token))
  gateway.bind(routes.securityRead, async ({ caller }) => {
    return done(securityShape(await readSecurity(database, caller.userId)))
  })
  gateway.bind(routes.securityChange, (call) => changeSecurity(ports, call))
}

/**
 * Changes the word and what is told. What would let a thief work unseen, a mail switched off or another word, takes a
 * step-up; the message about a change bears the word that was there before it, by which its reader knows it.
 */
async function changeSecurity(
  ports: IdentityPorts,
  call: Call<typeof routes.securityChange>,
): Promise<Outcome<SecurityShape>> {
  const { database, stepUp } = ports
  const { caller, body } = call
  const before = await readSecurity(database, caller.userId)
  const setting = { word: body.word.trim(), loginMail: body.login_mail, withdrawalMail: body.withdrawal_mail }
  if (isWeaker(securityShape(before), securityShape(setting))) {
    const proved = await stepUp.prove(call, body)
    if (!proved.ok) return refused(proved.reason, proved.params)
  } else {
    const refusal = await passwordRefusal(ports, caller.userId, body.password)
    if (refusal !== null) return refusal
  }
  const isWritten = await database.transaction(async (client) => {
    if ((await holdEntered(client, caller)) === null) return false
    await writeSecurity(client, caller.userId, setting)
    return true
  })
  if (!isWritten) return refused('login_required')
  const isSame = before.word === setting.word && before.loginMail === setting.loginMail
  if (isSame && before.withdrawalMail === setting.withdrawalMail) return done(securityShape(setting))
  const known = before.word === '' ? {} : { word: before.word }
  await ports.alerts.securityChanged(caller.userId, { change: 'alerts', ...known }, call.origin())
  return done(securityShape(setting))
}

function securityShape({ word, loginMail, withdrawalMail }: SecuritySetting): SecurityShape {
  return { word, login_mail: loginMail, withdrawal_mail: withdrawalMail }
}

function resetDemo(ports: IdentityPorts, caller: Caller, key: RequestKey | null): Promise<Outcome<null>> {
  const command = { type: 'resetDemo', holder: caller.holder } as const
  return execute(ports, { caller, key }, command, { done: () => done(null) })
}
