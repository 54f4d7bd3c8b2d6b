import { operatorRoles } from '@truemark/protocol/access'
import * as z from 'zod/mini'
import type { RequestKey } from '../platform/http/call.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import type { NotedEntry } from './audit.store.ts'
import { type AuditedDeed, findEntriesOfProposal, findEntriesOfRequest, findEntry } from './deed.store.ts'
import { aheadMs, keyOfProposal } from './proposalKey.ts'
import { findDecidedAt } from './proposals.store.ts'

/** On which route the keys of deeds stand that one operator did alone. */
export const deedRoute = 'DEED'
const idDigits = 12
const role = z.catch(z.nullable(z.enum([...operatorRoles, 'server'])), null)
type Role = z.infer<typeof role>

/** By whom something was done: the roles of who asked and of who approved it, and the entry of the audit log that says so. */
export interface DeedOrigin {
  readonly proposed: Role
  /** Null where one person was enough. */
  readonly confirmed: Role
  readonly entry: number
  /** Of the entry, in hex: it stands for all entries before it as well. */
  readonly digest: string
}

/**
 * The key under which the engine does what an entry of the audit log says, so that the journal's row leads to the entry:
 * the entry's time, the beginning of its digest, and its number.
 */
export function deedKey({ id, time, digest }: NotedEntry): RequestKey {
  const drawn = digest.toString('hex')
  const [at, number] = [time, id].map((value) => value.toString(16).padStart(idDigits, '0'))
  return { id: `${at}7${drawn.slice(0, 3)}8${drawn.slice(3, 6)}${number}`, route: deedRoute, digest: drawn }
}

/** By whom a command was given that came with a key; null where the key is of no deed that the audit log knows. */
export async function originOfKey(
  database: Queryable,
  { route, id }: { readonly route: string; readonly id: string },
): Promise<DeedOrigin | null> {
  if (route !== deedRoute) return originOfProposal(database, id)
  const entry = await findEntry(database, Number.parseInt(id.slice(-idDigits), 16))
  if (entry === null || !entry.digest.startsWith(`${id.slice(13, 16)}${id.slice(17, 20)}`)) return null
  return alone(entry)
}

async function originOfProposal(database: Queryable, id: string): Promise<DeedOrigin | null> {
  const at = Number.parseInt(id.slice(0, idDigits), 16)
  // what ends something is done a day after it was decided
  const decided = await findDecidedAt(database, [at, at - aheadMs])
  const proposal = decided.find((one) => keyOfProposal(one, at).id === id)
  return proposal === undefined ? null : originOf(await findEntriesOfProposal(database, proposal.id))
}

/** By whom an entry of the audit log was made: with who asked for it, where a second person approved it by the same request. */
export async function originOfEntry(database: Queryable, id: number): Promise<DeedOrigin | null> {
  const entry = await findEntry(database, id)
  if (entry === null) return null
  const approval = (await findEntriesOfRequest(database, entry)).find(({ action }) => action === 'proposal_approved')
  const two = approval?.proposal === undefined ? null : await originOfApproved(database, approval.proposal)
  return two === null ? alone(entry) : { ...two, entry: entry.id, digest: entry.digest }
}

async function originOfApproved(database: Queryable, proposal: string): Promise<DeedOrigin | null> {
  return originOf(await findEntriesOfProposal(database, Number(proposal)))
}

function originOf(entries: readonly AuditedDeed[]): DeedOrigin | null {
  const made = entries.find(({ action }) => action === 'proposal_made')
  const approved = entries.find(({ action }) => action === 'proposal_approved')
  if (made === undefined || approved === undefined) return null
  const { id: entry, digest } = approved
  return { proposed: z.parse(role, made.role), confirmed: z.parse(role, approved.role), entry, digest }
}

function alone({ id: entry, role: by, digest }: AuditedDeed): DeedOrigin {
  return { proposed: z.parse(role, by), confirmed: null, entry, digest }
}
