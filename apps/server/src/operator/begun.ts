import type { Answer } from '@truemark/core/answer'
import { type Command, keyHolderOf } from '@truemark/core/vocabulary'
import { operatorRoles } from '@truemark/protocol/access'
import { type AuditAction, houseActions, personalActions } from '@truemark/protocol/auditActions'
import { isReason, type Reason } from '@truemark/protocol/errors'
import * as z from 'zod/mini'
import { findUsedKey } from '../account/door.ts'
import { type Exchange, type Reads, house } from '../engine/door.ts'
import { type Outcome, type RequestKey, done, refused } from '../platform/http/call.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { type AuditEntry, type PersonalEntry, appendAudit } from './audit.store.ts'
import {
  type BegunKey,
  type BegunRow,
  findOpenBegun,
  insertBegun,
  lockOpenBegun,
  putOutcome,
  removeBegun,
} from './begun.store.ts'
import { deedKey, deedRoute } from './deed.ts'
import { proposalRoute } from './proposalKey.ts'
import { isUnresolved } from './unresolved.ts'

/** What is noted of a deed that a crash kept from the engine, or that it refused right before one. */
const notDone = 'not_done'
/** As the engine says it of a request that comes under the key of another. */
const keyReused: Reason = 'key_reused'
/** After how long (ms) whoever asked the engine has its answer, or has given up. */
const overMs = 60_000
const settledAtOnce = 100

export interface BegunPorts {
  readonly database: Database
  readonly exchange: Exchange
  readonly reads: Pick<Reads, 'current'>
}

/** A deed before the engine is asked for it. */
interface Beginning {
  /** What the audit log says once it is done. */
  readonly entry: AuditEntry
  /** Under which action the log says that it was not; null where something else says so. */
  readonly refusedAs: AuditAction | null
  readonly command: Command
  /** By which the engine does it once; null for one that leads to the entry that says it was asked for. */
  readonly key: RequestKey | null
  /** What the audit log says before; null where what two people approved says it. */
  readonly asked: AuditEntry | null
}

/** A deed that is noted as begun. */
export interface Begun {
  readonly key: RequestKey
  readonly at: BegunKey
  /** What came of it where it was begun before; null where nobody knows. */
  readonly outcome: string | null
}

/** Notes a deed before the engine is asked for it, so that no crash leaves it without its one outcome in the audit log. */
export async function beginDeed(client: Queryable, beginning: Beginning): Promise<Begun> {
  const { asked, command, entry, refusedAs } = beginning
  const holder = keyHolderOf(command)
  const begin = async (key: RequestKey): Promise<Begun> => {
    const at = { holder, route: key.route, id: key.id }
    const { digest } = key
    const row = await insertBegun(client, { ...at, entry: { ...entry, digest }, refusedAs })
    return { key, at, outcome: isAnother(row, digest) ? keyReused : row.outcome }
  }
  if (beginning.key === null) return begin(deedKey(await appendAudit(client, asked ?? askedOf(entry))))
  const begun = await begin(beginning.key)
  if (asked !== null) await appendAudit(client, asked)
  return begun
}

// what was begun by another request of this key is neither done by this one nor refused with it
function isAnother({ entry, outcome }: BegunRow, digest: string): boolean {
  return outcome === null && z.parse(begunBy, entry).digest !== digest
}

function askedOf({ actor, subject, reason, detail, action }: AuditEntry): AuditEntry {
  return { actor, action: 'deed_asked', subject, reason, detail: { ...detail, deed: action } }
}

/** Has the engine do what was begun, and notes what came of it; what is refused already stays so. */
export async function doBegun(
  { database, exchange }: Pick<BegunPorts, 'database' | 'exchange'>,
  { key, at, outcome }: Begun,
  command: Command,
): Promise<Outcome<Answer>> {
  if (outcome !== null && outcome !== '') return refused(isReason(outcome) ? outcome : 'server_error')
  const executed = await exchange.command(house, command, key)
  if (executed.ok) {
    await database.transaction((client) => endDeed(client, at, ''))
    return done(executed.answer)
  }
  const { reason, params } = executed
  if (isKnown(key, reason)) await database.transaction((client) => endDeed(client, at, reason))
  return refused(reason, params)
}

/** Whether a refusal is the last word: of what was lost nobody knows, and what two approved is tried again. */
export function isKnown({ route }: Pick<RequestKey, 'route'>, reason: string): boolean {
  return (reason === 'server_busy' && route !== proposalRoute) || !isUnresolved(reason)
}

/**
 * Notes what came of a deed, with its entry in the audit log: once, whoever comes first. `outcome` is empty where it was
 * done, and else why it was not; `subject` is of what it is noted, where that was known only afterwards.
 */
export async function endDeed(client: Queryable, at: BegunKey, outcome: string, subject?: string): Promise<boolean> {
  const row = await lockOpenBegun(client, at)
  if (row === null) return false
  const entry = outcome === '' ? doneEntry(row) : refusedEntry(row, outcome)
  if (entry !== null) await appendAudit(client, subject === undefined ? entry : { ...entry, subject })
  // a request that was refused may be sent again under its own key
  const stays = outcome === '' || at.route === deedRoute || at.route === proposalRoute
  await (stays ? putOutcome(client, at, outcome) : removeBegun(client, at))
  return true
}

const said = {
  actor: z.object({
    name: z.string(),
    role: z.enum([...operatorRoles, 'server']),
    request: z.string(),
    address: z.string(),
  }),
  subject: z.string(),
  reason: z.string(),
  detail: z.record(z.string(), z.string()),
}
const keptEntry = z.union([
  z.object({ ...said, action: z.enum(personalActions), touched: z.array(z.string()) }),
  z.object({ ...said, action: z.enum(houseActions) }),
])
const begunBy = z.object({ digest: z.string() })
const keptAction = z.nullable(z.enum([...personalActions, ...houseActions]))

function doneEntry({ entry: kept, id, route }: BegunRow): AuditEntry {
  const entry = z.parse(keptEntry, kept)
  // what two approved is found by their key
  return route === proposalRoute ? { ...entry, detail: { ...entry.detail, deed: id } } : entry
}

function refusedEntry({ entry: kept, refusedAs }: BegunRow, reason: string): AuditEntry | null {
  const entry = z.parse(keptEntry, kept)
  const action = z.parse(keptAction, refusedAs)
  if (action === null) return null
  const { actor, subject } = entry
  const detail = action === 'deed_refused' ? { ...entry.detail, deed: entry.action } : entry.detail
  return auditEntry(action, { actor, subject, reason, detail }, 'touched' in entry ? entry.touched : [])
}

const personal: ReadonlySet<string> = new Set(personalActions)

function isPersonal(action: AuditAction): action is PersonalEntry['action'] {
  return personal.has(action)
}

/** An entry of any action; whom it touches stands in those about people. */
export function auditEntry(
  action: AuditAction,
  told: Pick<AuditEntry, 'actor' | 'subject' | 'reason' | 'detail'>,
  touched: readonly string[],
): AuditEntry {
  return isPersonal(action) ? { ...told, action, touched } : { ...told, action }
}

/** Whether the engine has done something under a key: by its memory, or by the table behind it. */
export async function isKeyUsed(
  { database, exchange, reads }: BegunPorts,
  { holder, route, id }: BegunKey,
): Promise<boolean | 'behind'> {
  const { known } = await exchange.ask(house, { type: 'usedKey', holder, route, id })
  if (known) return true
  if (!(await reads.current())) return 'behind'
  return (await findUsedKey(database, holder, route, id)) !== null
}

/**
 * Ends what a crash, or an answer that was lost, has left without an outcome: as the engine knows its key it was done. What
 * it does not know it was never asked for, or has refused; what two approved of that is begun anew.
 */
export async function settleDeeds(ports: BegunPorts): Promise<void> {
  const { database } = ports
  for (const { isOver, ...at } of await findOpenBegun(database, overMs, settledAtOnce)) {
    // the engine answers what it was asked before first
    const isUsed = await isKeyUsed(ports, at)
    if (isUsed === 'behind') return
    if (!isUsed && !isOver) continue
    await database.transaction(async (client) => {
      if (isUsed) await endDeed(client, at, '')
      else if (at.route === proposalRoute) await removeBegun(client, at)
      else await endDeed(client, at, notDone)
    })
  }
}
