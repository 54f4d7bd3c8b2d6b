import { hexOf } from '@truemark/core/keyBytes'
import type { Event } from '@truemark/core/vocabulary'
import { decode } from '@truemark/core/codec/codec'
import { type TermsEvidence, evidenceMethod as method } from '@truemark/protocol/routes/evidence'
import { eventsCodec, findFrames, rowPlaceAt, splitFrames } from '../engine/door.ts'
import { type DeedOrigin, entryAt, originOfEntry, originOfKey } from '../operator/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { noticeFigures, noticeTerms } from './notices.ts'
import type { EvidencePorts } from './ports.ts'
import { findTermChange } from './terms.store.ts'

type Facts = Omit<TermsEvidence, 'kind' | 'id' | 'method' | 'journal'>

/** What is told of a change of terms that the journal bears; null where there is none of this number. */
export async function termFacts(
  database: Queryable,
  number: number,
): Promise<(Facts & { readonly seq: number }) | null> {
  const change = await findTermChange(database, number)
  if (change === null) return null
  const { kind: term, subject, figures, time, seq, place } = change
  const key = keyAt(await findFrames(database, seq), place)
  const origin = key === null ? null : await originOfKey(database, key)
  return { seq, term, subject, figures: [...figures], time, ...told(origin) }
}

/** What is told of a change of terms that the audit log alone bears; null where its entry is of something else. */
export async function noticeFacts(database: Queryable, number: number): Promise<Facts | null> {
  const notice = await entryAt(database, number)
  if (notice === null) return null
  const { action, subject, detail, time } = notice
  const term = Object.entries(noticeTerms).find(([name]) => name === action)?.[1]
  if (term === undefined) return null
  // what there is one of has no name of its own
  const named = term === 'feed' ? '' : subject
  return { term, subject: named, figures: noticeFigures(detail), time, ...told(await originOfEntry(database, number)) }
}

function told(origin: DeedOrigin | null): Pick<Facts, 'proposed' | 'confirmed' | 'audit'> {
  if (origin === null) return { proposed: null, confirmed: null, audit: null }
  const { proposed, confirmed, entry, digest } = origin
  return { proposed, confirmed, audit: { entry, digest } }
}

/** The key with which the command came whose facts bear the one at a place of a row; null where it came without. */
export function keyAt(
  events: Uint8Array | null,
  place: number,
): { readonly route: string; readonly id: string } | null {
  let before = 0
  for (const frame of events === null ? [] : splitFrames(events)) {
    const facts: readonly Event[] = decode(eventsCodec, frame)
    before += facts.length
    if (place >= before) continue
    for (const fact of facts) {
      if (fact.type === 'keyUsed') return fact
      if (fact.type === 'keyTaken') return { route: fact.route, id: hexOf(fact.id) }
    }
    return null
  }
  return null
}

export async function termsEvidence(
  { database }: EvidencePorts,
  id: string,
  number: number,
): Promise<TermsEvidence | null> {
  const found = await termFacts(database, number)
  if (found === null) return null
  const { seq, ...facts } = found
  return { kind: 'terms', id, method, ...facts, journal: await rowPlaceAt(database, seq) }
}

export async function noticeEvidence(
  { database }: EvidencePorts,
  id: string,
  number: number,
): Promise<TermsEvidence | null> {
  const facts = await noticeFacts(database, number)
  return facts === null ? null : { kind: 'notice', id, method, ...facts, journal: null }
}
