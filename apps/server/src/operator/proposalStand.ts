import { dayMs } from '@truemark/core/money/units'
import { mayCall } from '@truemark/protocol/policy'
import type { Proposal, ProposalKindName, ProposalState } from '@truemark/protocol/routes/deskProposals'
import { proposalKinds } from '@truemark/protocol/routes/deskProposals'
import type { Caller } from '../platform/http/session.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { aheadMs } from './proposalKey.ts'
import type { Bound, Plan } from './proposalKind.ts'
import type { ProposalRow } from './proposals.store.ts'

/** What came of an end that was called off, in place of a reason for which it could not be done. */
export const calledOff = 'called_off'
/** For how long after its approval an invitation's link can be made. */
const linkWaitsMs = dayMs

interface StandPorts {
  readonly ids: PublicIds
  readonly now: () => number
  /** Whether the installation is declared to have one operator, who then approves alone; the public is told so. */
  readonly singleOperator: boolean
}

/** How what operators ask of each other stands by now, by the kinds that are defined. */
export class ProposalStand {
  readonly #ports: StandPorts
  readonly #kinds = new Map<ProposalKindName, Bound>()

  constructor(ports: StandPorts) {
    this.#ports = ports
  }

  /** Notes how a kind of proposal is planned and done. */
  define(name: ProposalKindName, kind: Bound): void {
    this.#kinds.set(name, kind)
  }

  /** Throws for a kind of which nobody has said it. */
  kind(name: ProposalKindName): Bound {
    const kind = this.#kinds.get(name)
    if (kind === undefined) throw new Error(`nobody has said how a proposal of ${name} is done`)
    return kind
  }

  /** The kind of what was asked for. */
  kindOf(row: ProposalRow): Bound {
    return this.kind(nameOf(row))
  }

  /** The kinds that an operator sees of others: those of the role, all for an auditor. */
  kindsOf({ actor }: Caller): ProposalKindName[] {
    return proposalKinds.filter((name) => actor === 'auditor' || mayCall(this.kind(name).access, actor) === 'yes')
  }

  /** The public ids of the people that a proposal is about; none where it is about the house. */
  touchedBy({ subject, detail }: Plan): string[] {
    return [subject, detail['uid'] ?? ''].filter((text) => this.#ports.ids.read('user', text) !== null)
  }

  /** What became of it. */
  stateOf({ decision, failure, expiresAt }: ProposalRow): ProposalState {
    if (decision === null) return expiresAt > this.#ports.now() ? 'open' : 'expired'
    if (!decision.approved) return 'refused'
    if (failure === null) return 'approved'
    if (failure === calledOff) return calledOff
    return failure === '' ? 'applied' : 'failed'
  }

  /** Whether somebody may have the link made of an invitation: who asked for it, for a day after another has approved it. */
  mayTakeLink({ actor, userId }: Pick<Caller, 'actor' | 'userId'>, row: ProposalRow): boolean {
    const isInvitation = row.kind === 'operator_invite' && this.stateOf(row) === 'applied'
    const isDue = (row.decision?.at ?? 0) + linkWaitsMs > this.#ports.now()
    return isInvitation && isDue && row.askedBy === userId && mayCall('desk_operators', actor) === 'yes'
  }

  /** When what was approved is done: at once, or a day later where it ends something that people have a part in. */
  dueAt(row: ProposalRow): number {
    return (row.decision?.at ?? 0) + (this.kindOf(row).ends(row.payload).length === 0 ? 0 : aheadMs)
  }

  /** A proposal as its reader sees it. */
  shape(caller: Caller, row: ProposalRow): Proposal {
    const kind = this.kindOf(row)
    const mine = row.askedBy === caller.userId
    const state = this.stateOf(row)
    const alone = this.#ports.singleOperator && !kind.strict
    const waits = state === 'approved' && this.dueAt(row) > this.#ports.now()
    return {
      id: this.#ports.ids.write('proposal', row.id),
      kind: nameOf(row),
      subject: row.subject,
      detail: { ...row.detail },
      reason: row.reason,
      digest: row.digest,
      asked_by: row.askerName,
      asked: row.askedAt,
      expires: row.expiresAt,
      state,
      decided_by: row.decision?.name ?? '',
      decided: row.decision?.at ?? null,
      decision_reason: row.decision?.reason ?? '',
      failure: state === calledOff ? '' : (row.failure ?? ''),
      due: waits ? this.dueAt(row) : null,
      mine,
      may_decide:
        ((state === 'approved' && !waits) || (state === 'open' && (!mine || alone))) &&
        mayCall(kind.access, caller.actor) === 'yes',
      may_call_off: waits && mayCall(kind.access, caller.actor) === 'yes',
      may_take_link: this.mayTakeLink(caller, row),
    }
  }
}

function nameOf(row: ProposalRow): ProposalKindName {
  const name = proposalKinds.find((one) => one === row.kind)
  if (name === undefined) throw new Error(`a proposal of the unknown kind ${row.kind}`)
  return name
}
