import { mayCall } from '@truemark/protocol/policy'
import type { Proposal, ProposalKindName } from '@truemark/protocol/routes/deskProposals'
import type { AnnouncedEnd } from '@truemark/protocol/routes/suspensions'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { ReadOnly } from '../platform/http/readOnly.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { Turns } from '../platform/turns.ts'
import { type ActingOperator, actingOf, actingServer, serverFor } from './acting.ts'
import { doApproved } from './approved.ts'
import { appendAudit } from './audit.store.ts'
import type { BegunPorts } from './begun.ts'
import type { DayCap } from './dayCap.ts'
import { announceEnd, callOffEnd } from './marketEnds.ts'
import { ownAccountRefusal } from './ownAccount.ts'
import { digestOfProposal, isSamePlan } from './proposalDigest.ts'
import { aheadMs, keyOfProposal } from './proposalKey.ts'
import { type Doer, type Plan, type ProposalKind, bound } from './proposalKind.ts'
import {
  type ProposalRow,
  countOpen,
  findProposal,
  findSameOpen,
  findUndone,
  insertDecision,
  insertProposal,
  insertResult,
  lockAsking,
  lockProposal,
} from './proposals.store.ts'
import { ProposalStand, calledOff } from './proposalStand.ts'
import { heldCaller } from './standing.ts'
import { isUnresolved } from './unresolved.ts'

const lifeMs = 24 * 3_600_000
const openMax = 200
/** What one operator may have waiting, so that nobody keeps the others from asking. */
const openOwnMax = 50
const undoneMax = 100

export interface ProposalPorts extends BegunPorts {
  readonly ids: PublicIds
  readonly now: () => number
  /** What of others' money one operator may complete in a day. */
  readonly dayCap: DayCap
  /** Whether the installation is declared to have one operator, who then approves alone; the public is told so. */
  readonly singleOperator: boolean
  /** Whether anything can be changed here now. */
  readonly readOnly: Pick<ReadOnly, 'stopped'>
}

interface Decision {
  readonly approve: boolean
  readonly digest: string
  readonly reason: string
}

/** What somebody asks for, and what it would change. */
interface Question {
  readonly kind: ProposalKindName
  /** As JSON. */
  readonly payload: string
  readonly planned: Plan
  readonly reason: string
  readonly askedBy: number
  readonly actor: ActingOperator
}

/** Everything that one operator asks for and another decides. */
export class Proposals {
  readonly #ports: ProposalPorts
  readonly #turns = new Turns()
  readonly #finishing = new Map<number, Promise<void>>()
  /** How what was asked for stands, and how it is shown. */
  readonly stand: ProposalStand

  constructor(ports: ProposalPorts) {
    this.#ports = ports
    this.stand = new ProposalStand(ports)
  }

  get dayCap(): DayCap {
    return this.#ports.dayCap
  }

  get singleOperator(): boolean {
    return this.#ports.singleOperator
  }

  /** Says how a kind of proposal is planned and done. */
  define<P>(name: ProposalKindName, kind: ProposalKind<P>): void {
    this.stand.define(name, bound(kind))
  }

  /**
   * Where a second person is needed, keeps the question and refuses with `approval_pending`; null where the
   * installation is declared to have one operator, and the caller goes on alone.
   */
  async gate<P>(caller: Caller, name: ProposalKindName, payload: P, reason: string): Promise<Outcome<never> | null> {
    if (this.#ports.singleOperator) return null
    const asked = await this.ask(caller, name, payload, reason)
    return asked.ok ? refused('approval_pending') : asked
  }

  /** Keeps what an operator asks for, with its audit entry; the same question of the same person is one. */
  async ask<P>(caller: Caller, name: ProposalKindName, payload: P, reason: string): Promise<Outcome<Proposal>> {
    const { database, now } = this.#ports
    const kind = this.stand.kind(name)
    const text = JSON.stringify(payload)
    const planned = await kind.plan(text)
    if (!planned.ok) return planned
    // that an account is one's own is said by whose it is
    const own = name === 'staff_account' ? null : await this.#ownRefusal(database, planned.data, caller.userId)
    if (own !== null) return own
    const askedAt = now()
    const row = await database.transaction(async (client): Promise<ProposalRow | null> => {
      await lockAsking(client)
      const same = await findSameOpen(client, { kind: name, payload: text, askedBy: caller.userId, now: askedAt })
      if (same !== null) return same
      const waiting = await countOpen(client, { askedBy: caller.userId, now: askedAt })
      if (waiting.own >= openOwnMax || waiting.all >= openMax) return null
      const actor = await actingOf(client, caller)
      const asked = { kind: name, payload: text, planned: planned.data, reason, askedBy: caller.userId, actor }
      return findProposal(client, await this.askIn(client, asked))
    })
    return row === null
      ? refused('proposals_open_max', { max: String(openOwnMax), all: String(openMax) })
      : done(this.stand.shape(caller, row))
  }

  /** Keeps a question within a transaction, with its audit entry; gives its number. */
  async askIn(client: Queryable, { actor, planned, ...asked }: Question): Promise<number> {
    const { kind, reason } = asked
    const askedAt = this.#ports.now()
    const told = { ...asked, subject: planned.subject, detail: planned.detail, askedAt }
    const digest = digestOfProposal(told)
    const id = await insertProposal(client, { ...told, digest, expiresAt: askedAt + lifeMs })
    const detail = { ...planned.detail, proposal: String(id), kind, digest }
    const touched = this.stand.touchedBy(planned)
    await appendAudit(client, { actor, action: 'proposal_made', subject: planned.subject, reason, detail, touched })
    return id
  }

  /**
   * Approves or refuses. Of two who decide at once one does; what is approved is done once, in the transaction that
   * decides or right after it.
   */
  async decide(caller: Caller, id: number, decision: Decision): Promise<Outcome<Proposal>> {
    return this.inTurn(() => this.#decideInTurn(caller, id, decision))
  }

  /** Does what no decision may come between. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.take(0, work)
  }

  /** What was approved of a kind and is not done yet, by its subjects. */
  async undone(name: ProposalKindName): Promise<ReadonlySet<string>> {
    const rows = await findUndone(this.#ports.database, Number.MAX_SAFE_INTEGER)
    return new Set(rows.flatMap(({ kind, subject }) => (kind === name ? [subject] : [])))
  }

  // what is planned reads much, and waits for what was just done: no connection and no lock is held meanwhile, and no
  // other decision comes between the plan and the deed
  async #decideInTurn(caller: Caller, id: number, decision: Decision): Promise<Outcome<Proposal>> {
    const { database } = this.#ports
    const planned = decision.approve ? await this.#planned(id) : null
    const decided = await database.transaction((client) => this.#decideIn(client, caller, id, { ...decision, planned }))
    if (!decided.ok) return decided
    await this.#finish(id, await actingOf(database, caller))
    const row = await findProposal(database, id)
    if (row === null) return refused('proposal_unknown')
    return done(this.stand.shape(caller, row))
  }

  /** What approving would do now; null where nothing waits. */
  async #planned(id: number): Promise<Outcome<Plan> | null> {
    const row = await findProposal(this.#ports.database, id)
    return row === null || this.stand.stateOf(row) !== 'open' ? null : this.stand.kindOf(row).plan(row.payload)
  }

  /** What was approved and ends something in a market, with the moment from which on it does; the next one first. */
  async announced(): Promise<AnnouncedEnd[]> {
    const rows = await findUndone(this.#ports.database, undoneMax)
    const found = rows.flatMap((row): AnnouncedEnd[] => {
      const ends = this.stand.kindOf(row).ends(row.payload)
      if (ends.length === 0 || row.decision === null) return []
      return [{ symbol: row.subject, ends: [...ends], announced: row.decision.at, due: this.stand.dueAt(row) }]
    })
    return found.toSorted((a, b) => a.due - b.due)
  }

  /** Does what was approved once its time has come, or before a crash cut it off; called at the start and again and again. */
  async settle(): Promise<void> {
    for (const { id } of await findUndone(this.#ports.database, undoneMax)) {
      // no decision comes between what it would change and the change
      await this.inTurn(() => this.#finish(id, actingServer))
    }
  }

  async #ownRefusal(client: Queryable, plan: Plan, ...operators: readonly number[]): Promise<Outcome<never> | null> {
    for (const text of this.stand.touchedBy(plan)) {
      const own = await ownAccountRefusal(client, this.#ports.ids.read('user', text), ...operators)
      if (own !== null) return own
    }
    return null
  }

  async #decideIn(
    client: Queryable,
    asked: Caller,
    id: number,
    { approve, digest, reason, planned }: Decision & { readonly planned: Outcome<Plan> | null },
  ): Promise<Outcome<null>> {
    const caller = await heldCaller(client, asked)
    if (caller === null) return refused('login_required')
    const row = await lockProposal(client, id)
    if (row === null) return refused('proposal_unknown')
    const kind = this.stand.kindOf(row)
    if (mayCall(kind.access, caller.actor) !== 'yes') return refused('permission_insufficient')
    // while nothing may be changed what stops something is decided all the same, and what lifts a stop is not
    const shut = kind.stops ? null : this.#ports.readOnly.stopped()
    if (shut !== null) return shut
    const state = this.stand.stateOf(row)
    // approved and not done: nothing is decided anew, it is only tried again
    if (state === 'approved' && approve) return done(null)
    if (state !== 'open') return refused('proposal_ended')
    const isOfTags = row.kind === 'staff_account'
    const own = await this.#ownRefusal(client, row, caller.userId, ...(approve && !isOfTags ? [row.askedBy] : []))
    if (own !== null) return own
    if (digest !== row.digest || digest !== digestOfProposal(row)) return refused('proposal_changed')
    const alone = this.#ports.singleOperator && !kind.strict
    // who asked may take it back, and never approve it
    if (approve && row.askedBy === caller.userId && !alone) return refused('second_person_needed')
    // nor is it approved once they could not ask for it any more
    const mayAsk = !row.askerDisabled && mayCall(kind.access, row.askerRole) === 'yes'
    if (approve && !mayAsk) return refused('proposal_ended')
    const at = this.#ports.now()
    const actor = await actingOf(client, caller)
    if (approve) {
      if (planned === null) return refused('proposal_ended')
      if (!planned.ok) return planned
      if (!isSamePlan(planned.data, row)) return refused('proposal_changed')
      const doer = doerOf(row, { by: caller.userId, at }, actor)
      const within = await kind.within(client, row.payload, doer)
      if (!within.ok) return within
    }
    await insertDecision(client, { proposal: id, approved: approve, by: caller.userId, at, reason })
    if (approve && kind.after === null) await insertResult(client, id, '', at)
    const ends = kind.ends(row.payload)
    // before the approval, which leads from here to who asked for it
    if (approve && ends.length > 0)
      await announceEnd(client, { actor, symbol: row.subject, ends, due: at + aheadMs, reason: row.reason })
    const action = approve ? 'proposal_approved' : 'proposal_refused'
    const noted = { ...row.detail, proposal: String(id), kind: row.kind, asked_by: row.askerName, digest }
    const { subject } = row
    await appendAudit(client, { actor, action, subject, reason, detail: noted, touched: this.stand.touchedBy(row) })
    return done(null)
  }

  /** Calls off what was approved and announced, before its time has come: it then does not happen. One person may. */
  async callOff(caller: Caller, id: number, reason: string): Promise<Outcome<Proposal>> {
    const { database } = this.#ports
    // nothing of it is being done meanwhile, and nothing begins
    await this.#finishing.get(id)
    const work = database.transaction((client) => this.#callOffIn(client, caller, id, reason))
    const held = work.then(
      () => undefined,
      () => undefined,
    )
    this.#finishing.set(id, held)
    const called = await work.finally(() => this.#finishing.delete(id))
    if (!called.ok) return called
    const row = await findProposal(database, id)
    return row === null ? refused('proposal_unknown') : done(this.stand.shape(caller, row))
  }

  async #callOffIn(client: Queryable, asked: Caller, id: number, reason: string): Promise<Outcome<null>> {
    const caller = await heldCaller(client, asked)
    if (caller === null) return refused('login_required')
    const row = await lockProposal(client, id)
    if (row === null) return refused('proposal_unknown')
    const kind = this.stand.kindOf(row)
    if (mayCall(kind.access, caller.actor) !== 'yes') return refused('permission_insufficient')
    const [time, due] = [this.#ports.now(), this.stand.dueAt(row)]
    if (this.stand.stateOf(row) !== 'approved' || due <= time) return refused('proposal_ended')
    await insertResult(client, id, calledOff, time)
    const actor = await actingOf(client, caller)
    await callOffEnd(client, { actor, symbol: row.subject, ends: kind.ends(row.payload), due, reason })
    return done(null)
  }

  // who comes while it is being done waits for that: it is begun once
  #finish(id: number, by: ActingOperator): Promise<void> {
    const running = this.#finishing.get(id)
    if (running !== undefined) return running
    const work = this.#carryOut(id, by).finally(() => this.#finishing.delete(id))
    this.#finishing.set(id, work)
    return work
  }

  async #carryOut(id: number, by: ActingOperator): Promise<void> {
    const { database, now } = this.#ports
    const row = await findProposal(database, id)
    if (row === null || row.decision === null || this.stand.stateOf(row) !== 'approved') return
    const at = this.stand.dueAt(row)
    if (at > now()) return
    const kind = this.stand.kindOf(row)
    const { name } = row.decision
    // another's request that only tries again stands for no deed of the one who decided
    const actor = by.name === name ? by : serverFor(name)
    const doer = doerOf(row, { by: row.decision.by, at }, actor)
    const outcome = await doApproved(this.#ports, kind, row, doer)
    if (!outcome.ok && isUnresolved(outcome.reason)) return
    const failure = outcome.ok ? '' : outcome.reason
    await database.transaction(async (client) => {
      if (!(await insertResult(client, id, failure, now()))) return
      const ends = outcome.ok ? [] : kind.ends(row.payload)
      // what everyone read of it is not going to happen
      if (ends.length > 0) await callOffEnd(client, { actor, symbol: row.subject, ends, due: at, reason: failure })
      const action = outcome.ok ? 'proposal_applied' : 'proposal_failed'
      await appendAudit(client, {
        actor,
        action,
        subject: row.subject,
        reason: failure,
        detail: { proposal: String(id) },
        touched: this.stand.touchedBy(row),
      })
    })
  }
}

function doerOf(row: ProposalRow, decision: { by: number; at: number }, actor: ActingOperator): Doer {
  return {
    asker: row.askedBy,
    approver: decision.by,
    actor,
    reason: row.reason,
    key: keyOfProposal(row, decision.at),
    time: decision.at,
  }
}
