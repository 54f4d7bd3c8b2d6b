import type { AnswerOf, BodyOf } from '@truemark/protocol/routes/route'
import type { Operator, OperatorRole, deskRoutes } from '@truemark/protocol/routes/desk'
import {
  blurred,
  clearFailures,
  hashPassword,
  newToken,
  newTotpSecret,
  noteFailure,
  passwordFault,
  passwordMatches,
  tokenHash,
  totpStep,
  totpUri,
  waitSeconds,
} from '../identity/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Caller, SessionPort } from '../platform/http/session.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { appendAudit } from './audit.store.ts'
import type { DeskPorts } from './ports.ts'
import {
  type OperatorRow,
  endLinks,
  insertLink,
  insertOperator,
  insertOperatorSession,
  liveLink,
  operatorByName,
  operatorCount,
  operatorSession,
  useLink,
  useTotpStep,
} from './store.ts'

const tokenMark = 'op_'
const linkHours = 24
const passwordLengthMin = 12

export function operatorShape(ids: PublicIds, { id, name, role, createdAt }: OperatorRow): Operator {
  return { id: ids.write('operator', id), name, role, created: createdAt }
}

/** What the gateway calls the desk session of this number. */
export function sessionIdOf(id: number): string {
  return `operator ${id}`
}

/** Looks desk sessions up; a token of a user is none. */
export function openOperatorSessions(database: Database): SessionPort {
  return {
    authenticate: async (token): Promise<Caller | null> => {
      if (!token.startsWith(tokenMark)) return null
      const session = await operatorSession(database, tokenHash(token))
      if (session === null) return null
      const { id, operatorId, role } = session
      return {
        sessionId: sessionIdOf(id),
        kind: 'operator',
        userId: operatorId,
        holder: -1,
        realm: 'real',
        guest: false,
        actor: role,
      }
    },
  }
}

/** Makes a one-time link and ends those that nobody used; gives the part of its address behind the desk's. */
export async function makeOperatorLink(database: Database, role: OperatorRole, reason: string): Promise<string> {
  return database.transaction((client) => makeLinkIn(client, role, { actor: 'server', reason }))
}

/** The same within a transaction, in an operator's name. */
export async function makeLinkIn(
  client: Queryable,
  role: OperatorRole,
  { actor, reason }: { actor: string; reason: string },
): Promise<string> {
  const token = newToken()
  await endLinks(client)
  await insertLink(client, { hash: tokenHash(token), role, totpSecret: newTotpSecret(), hours: linkHours })
  await appendAudit(client, { actor, action: 'operator_link_made', subject: role, reason, detail: {} })
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
  const { role, totpSecret, expiresAt } = link
  const uri = totpUri(totpSecret, 'desk', ports.appData.name)
  return done({ role, totp_secret: totpSecret, totp_uri: uri, valid_until: expiresAt })
}

type Signed = Outcome<AnswerOf<typeof deskRoutes.deskLogin>>

async function signIn(ports: DeskPorts, client: Queryable, operator: OperatorRow): Promise<Signed> {
  const token = `${tokenMark}${newToken()}`
  await insertOperatorSession(client, tokenHash(token), operator.id)
  await appendAudit(client, {
    actor: operator.name,
    action: 'operator_login',
    subject: operator.name,
    reason: '',
    detail: {},
  })
  return done({ token, operator: operatorShape(ports.ids, operator) })
}

/** Uses a link up: name, password and a first code make the operator, who is signed in at once. */
export async function completeLink(
  ports: DeskPorts,
  body: BodyOf<typeof deskRoutes.deskLinkComplete>,
): Promise<Signed> {
  const name = body.name.trim()
  if (name === '' || body.password === '') return refused('information_incomplete')
  const fault = passwordFault(body.password, 'operator_password_length', passwordLengthMin, 200)
  if (fault !== null) return refused(fault, { min: String(passwordLengthMin) })
  const passwordHash = await hashPassword(body.password)
  const hash = tokenHash(body.token)
  return ports.database.transaction(async (client): Promise<Signed> => {
    const link = await liveLink(client, hash, true)
    if (link === null) return refused('operator_link_invalid')
    const step = totpStep(link.totpSecret, body.totp, ports.now())
    if (step === null) return refused('second_factor_wrong')
    const { role, totpSecret } = link
    const operator = await insertOperator(client, { name, role, passwordHash, totpSecret, totpStep: step })
    if (operator === null) return refused('operator_name_taken')
    await useLink(client, hash)
    await appendAudit(client, {
      actor: name,
      action: 'operator_made',
      subject: name,
      reason: 'one-time link',
      detail: { role },
    })
    return signIn(ports, client, operator)
  })
}

/** Signs an operator in. Whichever part is wrong, the answer and its time are the same. */
export async function loginOperator(
  ports: DeskPorts,
  body: BodyOf<typeof deskRoutes.deskLogin>,
  address: string,
): Promise<Signed> {
  const tries = blurred(ports.secret, `desk ${address} ${body.name.trim().toLowerCase()}`)
  const wait = await waitSeconds(ports.database, tries)
  if (wait > 0) return refused('rate_limited', { seconds: String(wait) })
  const operator = await operatorByName(ports.database, body.name.trim())
  const matches = await passwordMatches(operator?.passwordHash ?? null, body.password)
  // who has the password could try codes from many addresses: they wait for the account, whoever tries
  const codeTries = blurred(ports.secret, `desk code ${matches ? (operator?.id ?? 0) : 0}`)
  const mayTry = (await waitSeconds(ports.database, codeTries)) === 0
  const step = operator === null || !mayTry ? null : totpStep(operator.totpSecret, body.totp, ports.now())
  if (operator === null || !matches || step === null || !(await useTotpStep(ports.database, operator.id, step))) {
    await noteFailure(ports.database, tries)
    await noteFailure(ports.database, codeTries)
    return refused('operator_login_wrong')
  }
  await clearFailures(ports.database, tries)
  await clearFailures(ports.database, codeTries)
  return ports.database.transaction((client) => signIn(ports, client, operator))
}
