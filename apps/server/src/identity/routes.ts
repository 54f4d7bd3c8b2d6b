import { identityRoutes } from '@truemark/protocol/routes/identity'
import { favouriteAdd, favouriteRemove } from '@truemark/protocol/routes/market'
import { client as constants } from '@truemark/protocol/client'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import type { RequestKey } from '../platform/http/call.ts'
import { readEmail, readPhone } from './addresses.ts'
import { type SecuritySetting, readSecurity, writeSecurity } from './alerts.store.ts'
import { accountClose } from '@truemark/protocol/routes/closing'
import { changePassword } from './changePassword.ts'
import { closeAccount } from './closeAccount.ts'
import { sendCode } from './codes.ts'
import { dropTotp } from './dropTotp.ts'
import { freezeAccount } from './freeze.ts'
import { forgotPassword } from './forgot.ts'
import { bindPasskeys } from './passkeys.ts'
import type { IdentityPorts } from './identity.ts'
import { login, simulationLogin, userInfoOf } from './login.ts'
import { register } from './register.ts'
import { passwordRefusal } from './secondFactor.ts'
import { endSessions, sessionsOf } from './sessions.store.ts'
import { setTotp } from './setTotp.ts'
import { addFavourite, personById, removeFavourite } from './store.ts'

const routes = identityRoutes
const favouritesMax = 100

/** Binds identity's routes. `hasSymbol` says which markets there are. */
export function bindIdentity(gateway: Gateway, ports: IdentityPorts, hasSymbol: (code: string) => boolean): void {
  gateway.bind(routes.register, ({ body, locale }) => register(ports, body, locale))
  gateway.bind(routes.login, ({ body, address, userAgent, origin }) =>
    login(ports, body, { address, userAgent, origin }),
  )
  gateway.bind(routes.simulationLogin, ({ caller, locale, address, userAgent, origin }) =>
    simulationLogin(ports, caller, locale, { address, userAgent, origin }),
  )
  gateway.bind(routes.simulationReset, ({ caller, key }) => resetDemo(ports, caller, key))
  gateway.bind(routes.simulationResetByGet, ({ caller }) => resetDemo(ports, caller, null))
  gateway.bind(routes.forgotPassword, ({ body }) => forgotPassword(ports, body))
  gateway.bind(accountClose, (call) => closeAccount(ports, call))
  gateway.bind(routes.changePassword, (call) => changePassword(ports, call))
  gateway.bind(routes.totpSet, (call) => setTotp(ports, call))
  gateway.bind(routes.totpRemove, (call) => dropTotp(ports, call))
  gateway.bind(routes.sendEmail, async ({ caller, body, locale }) => {
    const email = readEmail(body.email)
    if (email === null) return refused('email_invalid')
    return sendCode(ports, { purpose: body.type, channel: 'email', address: email, locale, asker: caller })
  })
  gateway.bind(routes.sendSms, async ({ caller, body, locale }) => {
    const phone = readPhone(body.phone, '')
    if (phone === null) return refused('phone_invalid')
    return sendCode(ports, { purpose: body.type, channel: 'sms', address: phone, locale, asker: caller })
  })
  gateway.bind(routes.user, async ({ caller }) => {
    const person = await personById(ports.database, caller.userId)
    return person === null ? refused('login_required') : done(await userInfoOf(ports, person, caller.realm))
  })
  bindSessions(gateway, ports)
  bindSecurity(gateway, ports)
  bindPasskeys(gateway, ports)
  gateway.bind(favouriteAdd, async ({ caller, params }) => {
    if (!hasSymbol(params.symbol)) return refused('symbol_unknown')
    const added = await addFavourite(ports.database, caller.userId, params.symbol, favouritesMax)
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
  gateway.bind(routes.sessions, async ({ caller }) => {
    const rows = await sessionsOf(database, caller.userId, constants.pageLimitMax)
    const items = rows.map(({ id, realm, device, createdAt, seenAt }) => ({
      id: ids.write('session', id),
      realm,
      device,
      created: createdAt,
      last_seen: seenAt,
      current: String(id) === caller.sessionId,
    }))
    return done({ items })
  })
  gateway.bind(routes.sessionsEnd, async ({ caller }) => {
    const ended = await endSessions(database, caller.userId, { except: Number(caller.sessionId) })
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
  gateway.bind(routes.securityChange, async ({ caller, body }) => {
    const refusal = await passwordRefusal(ports, caller.userId, body.password)
    if (refusal !== null) return refusal
    const { login_mail: loginMail, withdrawal_mail: withdrawalMail } = body
    const setting = { word: body.word.trim(), loginMail, withdrawalMail }
    await writeSecurity(database, caller.userId, setting)
    return done(securityShape(setting))
  })
}

function securityShape({ word, loginMail, withdrawalMail }: SecuritySetting) {
  return { word, login_mail: loginMail, withdrawal_mail: withdrawalMail }
}

async function resetDemo(ports: IdentityPorts, caller: Caller, key: RequestKey | null): Promise<Outcome<null>> {
  const source = { kind: 'holder', holder: caller.holder, realm: caller.realm } as const
  const reset = await ports.exchange.command(source, { type: 'resetDemo', holder: caller.holder }, key)
  return reset.ok ? done(null) : refused(reset.reason, reset.params)
}
