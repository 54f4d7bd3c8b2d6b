import { hourMs } from '@truemark/core/money/units'
import { parseLocaleId, type LocaleId } from '@truemark/protocol/locale'
import { factorResetHours } from '@truemark/protocol/routes/factorReset'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Post } from '../platform/mail/post.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { insertFreezeLink, readSecurity } from './alerts.store.ts'
import { endEntrances } from './entrances.ts'
import { type FactorReset, beginReset, endReset, insertAsked, lockDue, openReset } from './factorReset.store.ts'
import type { IdentityPorts } from './identity.ts'
import { type Door, personByPassword } from './login.ts'
import { provenAddress, writeToProven } from './proven.ts'
import { newToken, tokenHash } from './secrets.ts'
import { type Person, holdPerson, personById } from './store.ts'
import { tellSecurity } from './told.ts'
import { hasTotp, removeTotp } from './totp.store.ts'

/** What letters about a lost factor are written with. */
export interface ResetLetterPorts {
  readonly post: Pick<Post, 'sendMail' | 'sendSms'>
  readonly appName: () => string
  readonly momentText: (time: number, lang: LocaleId) => string
}

interface Letter {
  readonly stage: 'asked' | 'begun' | 'done'
  readonly origin: string
  /** When it is done; of no meaning before that is decided. */
  readonly due: number
}

// in the transaction of what it tells: nothing is decided of which its owner is not told
async function write(
  { post, appName, momentText }: ResetLetterPorts,
  client: Queryable,
  person: Person,
  { stage, origin, due }: Letter,
): Promise<void> {
  const token = newToken()
  await insertFreezeLink(client, person.id, tokenHash(token))
  const { word } = await readSecurity(client, person.id)
  const params = {
    app: appName(),
    account: provenAddress(person),
    stage,
    time: momentText(due, parseLocaleId(person.lang)),
    word,
    // behind the # so that no server or proxy ever writes it to a log
    link: `${origin}/freeze#${token}`,
  }
  await writeToProven(post, person, { template: 'factorReset', params }, client)
}

/**
 * Keeps, at the login, that a person who knows the password has neither the app nor a recovery code any more: the desk sees it,
 * and the person is told. Nothing else changes.
 */
export async function askFactorReset(
  ports: IdentityPorts,
  body: { readonly account: string; readonly password: string },
  door: Door,
): Promise<Outcome<null>> {
  const entered = await personByPassword(ports, body, door)
  if (!entered.ok) return entered
  const person = entered.data
  if (!(await hasTotp(ports.database, person.id))) return refused('second_factor_missing')
  const [now, origin] = [ports.now(), door.origin()]
  await ports.database.transaction(async (client) => {
    if (!(await insertAsked(client, { userId: person.id, now, origin }))) return
    await write(ports, client, person, { stage: 'asked', origin, due: now })
  })
  return done(null)
}

/** What keeps a person's factor from being reset; null where nothing does. */
export async function factorResetRefusal(client: Queryable, person: Person): Promise<Outcome<never> | null> {
  if (!(await hasTotp(client, person.id))) return refused('second_factor_missing')
  // without a verified identity there is nothing to know the person by
  if (person.realName !== 'approved') return refused('factor_reset_unverified')
  const open = await openReset(client, person.id)
  return open === null || open.begunAt === null ? null : refused('factor_reset_waiting')
}

/** Begins the wait at whose end the factor is removed, and tells its owner, in the transaction that decides it. */
export async function beginFactorReset(
  ports: ResetLetterPorts,
  client: Queryable,
  { userId, now, origin }: { readonly userId: number; readonly now: number; readonly origin: string },
): Promise<Outcome<null>> {
  const person = await personById(client, userId)
  if (person === null) return refused('user_unknown')
  const refusal = await factorResetRefusal(client, person)
  if (refusal !== null) return refusal
  const due = now + factorResetHours * hourMs
  if (!(await beginReset(client, { userId, now, dueAt: due, origin }))) return refused('factor_reset_waiting')
  await write(ports, client, person, { stage: 'begun', origin, due })
  await tellSecurity(client, userId, 'second_factor_reset')
  return done(null)
}

/** Ends what is open at its owner's word: this was not them. */
export async function refuseFactorReset(
  { database, now }: Pick<IdentityPorts, 'database' | 'now'>,
  userId: number,
): Promise<Outcome<null>> {
  return (await endReset(database, userId, 'refused', now())) ? done(null) : refused('factor_reset_none')
}

/** What was removed: by what its owner came in until now. */
export interface FinishedReset {
  readonly ended: readonly string[]
}

/**
 * Removes the factor at the end of the wait, with every session and key; null where the wait has ended meanwhile, or there is
 * nothing left to remove.
 */
export async function finishFactorReset(
  ports: ResetLetterPorts,
  client: Queryable,
  { id, userId, origin }: FactorReset,
  now: number,
): Promise<FinishedReset | null> {
  // the person first, as whoever freezes or drops does: two that wait for each other end nothing
  await holdPerson(client, userId)
  if (!(await lockDue(client, id, now))) return null
  const person = await personById(client, userId)
  const isOn = person !== null && !person.closed && (await hasTotp(client, userId))
  await endReset(client, userId, isOn ? 'done' : 'canceled', now)
  if (!isOn) return null
  await removeTotp(client, userId)
  await tellSecurity(client, userId, 'second_factor_off')
  await write(ports, client, person, { stage: 'done', origin, due: now })
  return { ended: await endEntrances(client, userId, 'all') }
}
