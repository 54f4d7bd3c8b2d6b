import { findFrames } from '../engine/door.ts'
import { type AuditRow, aheadMs, entriesOf, keyOfProposal } from '../operator/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { type DoneEnd, findDoneEnds } from './ends.store.ts'
import { keyAt } from './termsEvidence.ts'

/** How far the clocks of the audit log and of the engine may stand apart (ms). */
export const apartMaxMs = 60_000

const noted = [
  'announcing_began',
  'end_announced',
  'end_called_off',
  'single_operator_began',
  'single_operator_ended',
  'proposal_made',
  'proposal_approved',
]
const endKinds = ['symbol', 'derivative', 'option', 'product', 'mining_switch']

/** What ended in markets, how much of it before this installation announced such, and what is wrong: the rest of a sentence. */
export interface EndsCheck {
  readonly ends: number
  readonly before: number
  readonly fault: string | null
}

/**
 * Holds each end in a market that the journal bears against the audit log: two people decided it, everyone could read it a day
 * before, and nobody had called it off. One person does it alone only while that is declared.
 */
export async function checkEnds(database: Queryable): Promise<EndsCheck> {
  const ends = await findDoneEnds(database)
  const log = new EndLog(await entriesOf(database, noted, endKinds))
  const bound = ends.filter(({ time }) => log.binds(time))
  const before = ends.length - bound.length
  for (const end of bound) {
    const fault = log.fault(end, keyAt(await findFrames(database, end.seq), end.place))
    if (fault === null) continue
    const what = `${end.ends.join(', ')} of ${end.subject} ended in row ${end.seq}`
    return { ends: ends.length, before, fault: `term_change number=${end.number}: ${what}, ${fault}` }
  }
  return { ends: ends.length, before, fault: null }
}

type Key = NonNullable<ReturnType<typeof keyAt>>

class EndLog {
  readonly #entries: readonly AuditRow[]
  readonly #began: AuditRow | undefined
  /** In which row each approval was done. */
  readonly #done = new Map<number, number>()

  constructor(entries: readonly AuditRow[]) {
    this.#entries = entries
    this.#began = entries.find(({ action }) => action === 'announcing_began')
  }

  /** Whether what ended at a moment was bound by this. */
  binds(time: number): boolean {
    return this.#began !== undefined && time >= this.#began.time
  }

  fault(end: DoneEnd, key: Key | null): string | null {
    const { time } = end
    const approved = key === null ? undefined : this.#approvalOf(key)
    if (approved === undefined) return this.#isSingle(time) ? null : 'and no two people decided that by the audit log'
    const { proposal } = approved.detail
    const asked = this.#entries.find((one) => one.action === 'proposal_made' && one.detail['proposal'] === proposal)
    if ((asked === undefined || asked.actor === approved.actor) && !this.#isSingle(approved.time))
      return `and entry ${approved.id} of the audit log approved it, by whoever had asked for it`
    const before = this.#done.get(approved.id) ?? end.seq
    if (before !== end.seq)
      return `though what entry ${approved.id} of the audit log approved was done in row ${before}`
    this.#done.set(approved.id, end.seq)
    return end.isAnnounced ? this.#dayFault(end, approved) : null
  }

  #dayFault(end: DoneEnd, approved: AuditRow): string | null {
    const notice = this.#noticeOf(end, approved)
    // what was approved before such was announced waited for its day all the same
    if (notice === undefined && approved.id > (this.#began?.id ?? 0))
      return `and nothing announced it, though entry ${approved.id} of the audit log approved it`
    const { id, time } = notice ?? approved
    const due = Number(notice?.detail['since'] ?? 0)
    if (end.time < Math.max(time + aheadMs, due) - apartMaxMs)
      return `on ${new Date(end.time).toISOString()}, sooner than entry ${id} of the audit log allows`
    const off = this.#entries.find(
      (one) => one.action === 'end_called_off' && one.subject === end.subject && one.detail['since'] === `${due} → `,
    )
    return off === undefined ? null : `though entry ${off.id} of the audit log called it off`
  }

  /** What announced it stands right before its approval, since both are written at once. */
  #noticeOf({ subject, ends }: DoneEnd, approved: AuditRow): AuditRow | undefined {
    return this.#entries.find(
      ({ id, action, subject: of, detail }) =>
        id === approved.id - 1 && action === 'end_announced' && of === subject && ends.every((end) => end in detail),
    )
  }

  /** The approval whose proposal has this key. */
  #approvalOf({ route, id }: Key): AuditRow | undefined {
    const at = Number.parseInt(id.slice(0, 12), 16)
    return this.#entries.find(({ action, detail }) => {
      if (action !== 'proposal_approved') return false
      const key = keyOfProposal({ id: Number(detail['proposal']), digest: detail['digest'] ?? '' }, at)
      return key.route === route && key.id === id
    })
  }

  /** Whether the installation was declared to have one operator at a moment. */
  #isSingle(time: number): boolean {
    const last = this.#entries.findLast((one) => one.action.startsWith('single_operator') && one.time <= time)
    return last?.action === 'single_operator_began'
  }
}
