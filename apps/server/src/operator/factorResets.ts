import { dayMs } from '@truemark/core/money/units'
import {
  type DeskFactorReset,
  factorResetHours,
  factorResetRoutes as routes,
} from '@truemark/protocol/routes/factorReset'
import * as z from 'zod/mini'
import {
  type FactorReset,
  type Person,
  type ResetLetterPorts,
  beginFactorReset,
  dueResets,
  endReset,
  factorResetRefusal,
  findResets,
  finishFactorReset,
  hasTotp,
  holdWithdrawals,
  lapseAsked,
  personById,
} from '../identity/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { placeIn } from '../platform/http/page.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { startRounds } from '../platform/rounds.ts'
import { actingServer } from './acting.ts'
import { appendAudit, noteReading } from './audit.store.ts'
import { ownAccountRefusal } from './ownAccount.ts'
import { type DeskPorts, actorOf } from './ports.ts'

const payload = z.object({ user: z.int(), origin: z.string() })

/** For how long what nobody decides stands in the queue. */
const askedDays = 30
const sweepInterval = 60_000
const batch = 100

type LetterPorts = Pick<DeskPorts, 'post' | 'appData'>

function lettersOf({ post, appData }: LetterPorts): ResetLetterPorts {
  return { post, appName: () => appData.name, momentText: appData.momentText.bind(appData) }
}

/** Binds the lost second factors: who says so, two people who decide it, and one who stops it. */
export function bindFactorResets(gateway: Gateway, ports: DeskPorts): void {
  const { database, ids, proposals } = ports
  defineReset(ports)
  gateway.bind(routes.deskFactorResets, async ({ caller, query }) => {
    const place = placeIn(ids, 'factorReset', query)
    if (place === null) return refused('field_malformed')
    const actor = await actorOf(ports, caller)
    const items = await database.transaction(async (client) => {
      const rows = await findResets(client, query.queue !== 'done', place.before, place.limit)
      const found: DeskFactorReset[] = []
      for (const row of rows) found.push(shapeOf(ports, row, await personById(client, row.userId)))
      const touched = found.map(({ uid }) => uid)
      await noteReading(client, { actor, action: 'factor_resets_listed', shown: found.map(({ id }) => id), touched })
      return found
    })
    return done({ items, cursor: items.length === place.limit ? (items.at(-1)?.id ?? null) : null })
  })
  gateway.bind(routes.deskFactorResetAsk, async ({ caller, params, body, origin }) => {
    const user = ids.read('user', params.id)
    if (user === null) return refused('user_unknown')
    return proposals.ask(caller, 'factor_reset', { user, origin: origin() }, body.reason)
  })
  gateway.bind(routes.deskFactorResetStop, async ({ caller, params, body }) => {
    const user = ids.read('user', params.id)
    if (user === null) return refused('user_unknown')
    const own = await ownAccountRefusal(database, user, caller.userId)
    if (own !== null) return own
    const actor = await actorOf(ports, caller)
    const isStopped = await database.transaction(async (client) => {
      if (!(await endReset(client, user, 'stopped', ports.now()))) return false
      const about = { subject: params.id, reason: body.reason, detail: {}, touched: [params.id] }
      await appendAudit(client, { actor, action: 'factor_reset_stopped', ...about })
      return true
    })
    return isStopped ? done(null) : refused('factor_reset_none')
  })
}

function stateOf({ outcome, begunAt }: FactorReset): DeskFactorReset['state'] {
  return outcome ?? (begunAt === null ? 'asked' : 'waiting')
}

function shapeOf({ ids }: DeskPorts, row: FactorReset, person: Person | null): DeskFactorReset {
  return {
    id: ids.write('factorReset', row.id),
    uid: ids.write('user', row.userId),
    account: person?.email || person?.phone || '',
    real_name: person?.realName ?? 'none',
    state: stateOf(row),
    asked: row.askedAt,
    begun: row.begunAt,
    due: row.dueAt,
    ended: row.endedAt,
  }
}

// always two people, even where one may approve everything else: what guards an account is no smaller than its money
function defineReset(ports: DeskPorts): void {
  const { database, ids, proposals } = ports
  const check = async (client: Queryable, user: number): Promise<Outcome<never> | null> => {
    const person = await personById(client, user)
    return person === null ? refused('user_unknown') : factorResetRefusal(client, person)
  }
  proposals.define('factor_reset', {
    access: 'desk_people_write',
    strict: true,
    payload,
    plan: async ({ user }) => {
      const refusal = await check(database, user)
      if (refusal !== null) return refusal
      return done({
        subject: ids.write('user', user),
        detail: { real_name: 'approved', wait_hours: String(factorResetHours) },
      })
    },
    within: async (client, { user, origin }, { time }) =>
      beginFactorReset(lettersOf(ports), client, { userId: user, now: time, origin }),
  })
}

/** What the sweep stands on. */
export type FactorResetPorts = Pick<DeskPorts, 'database' | 'exchange' | 'ids' | 'now' | 'sessionsEnded'> & LetterPorts

/** Removes, now and every minute, the factors whose wait is over; returns how to stop. */
export function startFactorResets(ports: FactorResetPorts, onError: (error: unknown) => void): () => Promise<void> {
  const sweep = async (): Promise<void> => sweepFactorResets(ports, onError)
  return startRounds(sweep, { everyMs: sweepInterval, first: 'now', onError })
}

/** One round: each by itself, so that one that fails keeps no other waiting. A crash leaves what the next round does. */
export async function sweepFactorResets(ports: FactorResetPorts, onError: (error: unknown) => void): Promise<void> {
  const { database } = ports
  const now = ports.now()
  await lapseAsked(database, now - askedDays * dayMs, now)
  for (const reset of await dueResets(database, now, batch)) await remove(ports, reset).catch(onError)
}

async function remove(ports: FactorResetPorts, reset: FactorReset): Promise<void> {
  const { database, exchange, ids } = ports
  const person = await personById(database, reset.userId)
  // before the factor goes, so that no moment lies between; again where a crash came after it
  if (person !== null && !person.closed && (await hasTotp(database, reset.userId))) {
    const held = await holdWithdrawals(exchange, person)
    if (!held.ok) throw new Error(`withdrawals could not be held: ${held.reason}`)
  }
  const uid = ids.write('user', reset.userId)
  const finished = await database.transaction(async (client) => {
    const found = await finishFactorReset(lettersOf(ports), client, reset, ports.now())
    if (found === null) return null
    const about = { subject: uid, reason: '', detail: {}, touched: [uid] }
    await appendAudit(client, { actor: actingServer, action: 'factor_reset_done', ...about })
    return found
  })
  if (finished !== null) ports.sessionsEnded(finished.ended)
}
