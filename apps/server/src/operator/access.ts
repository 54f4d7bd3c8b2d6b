import type { AnswerOf } from '@truemark/protocol/routes/route'
import type { Operator, OperatorRole, deskRoutes } from '@truemark/protocol/routes/desk'
import type { deskSecurityRoutes } from '@truemark/protocol/routes/deskSecurity'
import type { CreationOptions } from '@truemark/protocol/routes/passkeys'
import {
  blurred,
  clearFailures,
  hashPassword,
  newToken,
  passwordFault,
  passwordMatches,
  takeTry,
  tokenHash,
  totpStep,
  totpUri,
} from '../identity/door.ts'
import { type Ceremony, beginMaking, finishMaking, insertPasskey } from '../passkey/door.ts'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import type { CalledFrom, Caller, SessionPort } from '../platform/http/session.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { type ActingOperator, actingAs, actingServer } from './acting.ts'
import { appendAudit } from './audit.store.ts'
import { awaitConfirmation } from './confirmation.ts'
import type { DeskPorts } from './ports.ts'
import { holdOperators } from './operators.store.ts'
import { linkTotpSecret, openOperatorTotp, sealOperatorTotp } from './sealedTotp.ts'
import {
  type OperatorRow,
  endLinks,
  insertLink,
  insertOperator,
  insertOperatorSession,
  isNameTaken,
  liveLink,
  liveOperator,
  operatorByName,
  operatorCount,
  operatorSession,
  useLink,
  useTotpStep,
} from './store.ts'
import { callerBySession, callerOf } from './standing.ts'
import { setTotp } from './totp.store.ts'

const tokenMark = 'op_'
const linkHours = 24
const passwordLengthMin = 12
/** The passkey that an operator began with; it can be given another name. */
const passkeyFirstName = 'Passkey 1'

export function operatorShape(ids: PublicIds, { id, name, role, createdAt }: OperatorRow): Operator {
  return { id: ids.write('operator', id), name, role, created: createdAt }
}

/** Looks desk sessions up; a token of a user is none. */
export function openOperatorSessions(database: Database): SessionPort {
  return {
    authenticate: async (token): Promise<Caller | null> => {
      if (!token.startsWith(tokenMark)) return null
      const session = await operatorSession(database, tokenHash(token))
      return session === null ? null : callerOf(session)
    },
    callerOf: (sessionId) => callerBySession(database, sessionId),
  }
}

/** Makes a one-time link and ends those that nobody used; gives the part of its address behind the desk's. */
export async function makeOperatorLink(database: Database, role: OperatorRole, reason: string): Promise<string> {
  return database.transaction((client) => makeLinkIn(client, role, { actor: actingServer, reason, people: 0 }))
}

interface LinkBy {
  readonly actor: ActingOperator
  readonly reason: string
  /** By how many it was decided, none for the server. */
  readonly people: 0 | 1 | 2
  /** The approved invitation that it is made for: who comes by it has yet to be confirmed. */
  readonly proposal?: number | null
}

/** The same within a transaction, in an operator's name. */
export async function makeLinkIn(
  client: Queryable,
  role: OperatorRole,
  { actor, reason, people, proposal = null }: LinkBy,
): Promise<string> {
  const token = newToken()
  await endLinks(client)
  await insertLink(client, { hash: tokenHash(token), role, hours: linkHours, proposal })
  await appendAudit(client, {
    actor,
    action: 'operator_link_made',
    subject: role,
    reason,
    detail: { people: String(people) },
  })
  // behind the # so that no server or proxy ever writes it to a log
  return `/desk/#/link/${token}`
}

/** The first operator's link, where there is no operator yet; null otherwise. */
export async function firstOperatorLink(database: Database): Promise<string | null> {
  if ((await operatorCount(database)) > 0) return null
  return makeOperatorLink(database, 'administrator', 'first start')
}

export async function openLink(
  ports: DeskPorts,
  token: string,
): Promise<Outcome<AnswerOf<typeof deskRoutes.deskLinkOpen>>> {
  const link = await liveLink(ports.database, tokenHash(token), false)
  if (link === null) return refused('operator_link_invalid')
  const { role, expiresAt } = link
  const totpSecret = linkTotpSecret(ports.secret, token)
  const uri = totpUri(totpSecret, 'desk', ports.appData.name)
  return done({ role, totp_secret: totpSecret, totp_uri: uri, valid_until: expiresAt })
}

type Signed = Outcome<AnswerOf<typeof deskRoutes.deskLogin>>

/** By what an operator has signed in. */
export type Factor = 'authenticator' | 'passkey'

/** Begins a desk session, in the transaction that says who it is. */
export async function signIn(
  ports: DeskPorts,
  client: Queryable,
  { operator, by, from }: { readonly operator: OperatorRow; readonly by: Factor; readonly from: CalledFrom },
): Promise<Signed> {
  const token = `${tokenMark}${newToken()}`
  await insertOperatorSession(client, tokenHash(token), operator.id)
  await appendAudit(client, {
    actor: actingAs(operator, from),
    action: 'operator_login',
    subject: operator.name,
    reason: '',
    detail: { by },
  })
  return done({ token, operator: operatorShape(ports.ids, operator) })
}

function formRefusal({ name, password }: { name: string; password: string }, appName: string): Outcome<never> | null {
  if (name.trim() === '' || password === '') return refused('information_incomplete')
  const fault = passwordFault(password, {
    tooShort: 'operator_password_length',
    lengthMin: passwordLengthMin,
    lengthMax: 200,
    own: [name, appName],
  })
  return fault === null ? null : refused(fault, { min: String(passwordLengthMin) })
}

function linkCeremony(ports: DeskPorts, token: string, origin: string): Ceremony {
  const bearer = `link ${tokenHash(token).toString('hex')}`
  return { database: ports.database, origin, purpose: 'desk_link', bearer }
}

/** What the browser of a new operator is asked to make, once nothing else speaks against name and password. */
export async function linkPasskey(
  ports: DeskPorts,
  { body, origin }: Pick<Call<typeof deskSecurityRoutes.deskLinkPasskey>, 'body' | 'origin'>,
): Promise<Outcome<CreationOptions>> {
  if ((await liveLink(ports.database, tokenHash(body.token), false)) === null) return refused('operator_link_invalid')
  const refusal = formRefusal(body, ports.appData.name)
  if (refusal !== null) return refusal
  const name = body.name.trim()
  if (await isNameTaken(ports.database, name)) return refused('operator_name_taken')
  const maker = { owner: null, account: name, appName: ports.appData.name }
  return beginMaking(linkCeremony(ports, body.token, origin()), maker)
}

type Joined = Outcome<AnswerOf<typeof deskRoutes.deskLinkComplete>>

/**
 * Uses a link up: name, password and a first code or a passkey make the operator. Who comes by the server's link, or by one
 * that a first operator made, is signed in at once; anyone else once another operator has confirmed who they are.
 */
export async function completeLink(ports: DeskPorts, call: Call<typeof deskRoutes.deskLinkComplete>): Promise<Joined> {
  const { body, origin } = call
  const refusal = formRefusal(body, ports.appData.name)
  if (refusal !== null) return refusal
  const name = body.name.trim()
  const made = body.passkey && (await finishMaking(linkCeremony(ports, body.token, origin()), body.passkey))
  if (made !== undefined && !made.ok) return made
  const passwordHash = await hashPassword(body.password, { by: 'known', network: call.address })
  const hash = tokenHash(body.token)
  return ports.database.transaction(async (client): Promise<Joined> => {
    const link = await liveLink(client, hash, true)
    if (link === null) return refused('operator_link_invalid')
    const { role } = link
    const secret = linkTotpSecret(ports.secret, body.token)
    const step = made === undefined ? totpStep(secret, body.totp ?? '', ports.now()) : 0
    if (step === null) return refused('second_factor_wrong')
    const operator = await insertOperator(client, { name, role, passwordHash })
    if (operator === null) return refused('operator_name_taken')
    if (made === undefined)
      await setTotp(client, operator.id, sealOperatorTotp(ports.sealing, operator.id, secret), step)
    else {
      const owner = { kind: 'operator', id: operator.id } as const
      const row = await insertPasskey(client, owner, passkeyFirstName, made.data)
      // nothing of this transaction may stand without its factor
      if (typeof row === 'string') throw new Error(`the passkey of a new operator was refused: ${row}`)
    }
    await useLink(client, hash)
    const by = made === undefined ? 'authenticator' : 'passkey'
    await appendAudit(client, {
      actor: actingAs({ name, role }, call),
      action: 'operator_made',
      subject: name,
      reason: 'one-time link',
      detail: { role, by },
    })
    if (link.proposal !== null) {
      const code = await awaitConfirmation(ports, client, operator, link.proposal)
      return done({ token: '', operator: operatorShape(ports.ids, operator), code })
    }
    const signed = await signIn(ports, client, { operator, by, from: call })
    return signed.ok ? done({ ...signed.data, code: '' }) : signed
  })
}

/** Signs an operator in. Whichever part is wrong, the answer and its time are the same. */
export async function loginOperator(ports: DeskPorts, call: Call<typeof deskRoutes.deskLogin>): Promise<Signed> {
  const { body, address } = call
  const tries = blurred(ports.secret, `desk ${address} ${body.name.trim().toLowerCase()}`)
  const wait = await takeTry(ports.database, tries)
  if (wait > 0) return refused('rate_limited', { seconds: String(wait) })
  const operator = await operatorByName(ports.database, body.name.trim())
  const asking = { by: 'stranger', network: address } as const
  const matches = await passwordMatches(operator?.passwordHash ?? null, body.password, asking)
  // who has the password could try codes from many addresses: they wait for the account, whoever tries
  const codeTries = blurred(ports.secret, `desk code ${matches ? (operator?.id ?? 0) : 0}`)
  const mayTry = (await takeTry(ports.database, codeTries)) === 0
  const secret = operator === null ? null : openOperatorTotp(ports.sealing, operator)
  const step = secret === null || !mayTry ? null : totpStep(secret, body.totp, ports.now())
  if (operator === null || !matches || step === null || !(await useTotpStep(ports.database, operator.id, step))) {
    return refused('operator_login_wrong')
  }
  await clearFailures(ports.database, tries)
  await clearFailures(ports.database, codeTries)
  return ports.database.transaction(async (client): Promise<Signed> => {
    // who was disabled since the password was held against it does not come in, nor with the role of before
    await holdOperators(client)
    const standing = await liveOperator(client, operator.id)
    if (standing === null || standing.passwordHash !== operator.passwordHash) return refused('operator_login_wrong')
    return signIn(ports, client, { operator: standing, by: 'authenticator', from: call })
  })
}
