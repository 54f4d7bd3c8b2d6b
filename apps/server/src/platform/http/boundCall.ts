import type { HolderId } from '@truemark/core/ledger/holders'
import { type DisclosureNeed, riskAccess, takesRisk } from '@truemark/protocol/disclosureNeeds'
import type { Reason } from '@truemark/protocol/errors'
import type { LocaleId } from '@truemark/protocol/locale'
import { mayCall } from '@truemark/protocol/policy'
import type { DisclosureProduct } from '@truemark/protocol/routes/disclosure'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { type ShapeFault, missingField } from '@truemark/protocol/strict'
import type { Logger } from '../log.ts'
import { keyFaultOf } from './byKey.ts'
import { type CallContext, type Outcome, refused } from './call.ts'
import type { FormBudget, SentBody } from './forms.ts'
import { readKey } from './idempotency.ts'
import type { KeysUnderWay } from './keysUnderWay.ts'
import type { LimitClass, Limits } from './limits.ts'
import { networkOf } from './network.ts'
import type { ReadOnly } from './readOnly.ts'
import { type ReceiptPort, ownCaller, receipted } from './receipted.ts'
import type { Caller, EndCause } from './session.ts'
import { type Readers, faultOf, isOfFault, keyFault, refusalOf, unread } from './shape.ts'

/** One bound route, prepared once so that a request pays only for itself. */
export interface Bound {
  readonly route: RouteDefinition
  readonly limitClass: LimitClass
  readonly name: string
  readonly lenient: boolean
  readonly budget: FormBudget
  readonly underWay: KeysUnderWay
  readonly need: DisclosureNeed | 'unlisted' | null
  readonly readers: Readers
  readonly handle: (call: never) => Promise<Outcome<unknown>> | Outcome<unknown>
}

/** Who understood the risks of what they are about to order. */
export interface DisclosurePort {
  accepted(userId: number, product: DisclosureProduct): boolean | Promise<boolean>
  /** Why a holder may take no new risk in a product whatever they understood; null where nothing speaks against it. */
  refused(holder: HolderId, product: DisclosureProduct): Promise<Reason | null>
}

/** What every call goes through, whatever way it came. */
export interface CallRules {
  readonly logger: Pick<Logger, 'info'>
  readonly limits: Limits
  /** Without it nobody counts as having understood any risk. */
  readonly disclosures?: DisclosurePort
  /** Without it no answer bears a receipt. */
  readonly receipts?: ReceiptPort
  /** Without it everything can always be changed. */
  readonly readOnly?: Pick<ReadOnly, 'refusal' | 'liftRefusal'>
}

/** A call as it came, by a request or over a socket. */
export interface Came {
  readonly requestId: string
  /** The address that it came from, as it stands: {@link networkOf} it counts by. */
  readonly ip: string
  readonly locale: LocaleId
  readonly userAgent: string
  readonly token: string
  readonly caller: Caller | null
  /** SHA-256 of the body that a program has signed, in hex; null for whoever signs nothing. */
  readonly digest: string | null
  /** The path and query that were called, as they were sent. */
  readonly target: string
  readonly query: unknown
  readonly params: unknown
  /** What was sent as the idempotency key. */
  readonly key: string | string[] | undefined
  readonly origin: () => string
}

const userAgentMax = 256

export function tooOften(seconds: number): Outcome<never> {
  return refused('rate_limited', { seconds: String(seconds) })
}

/** Counts a call, and says why its caller may not make it; null where they may. */
export function refusalAtDoor(
  bound: Bound,
  caller: Caller | null,
  request: { readonly ip: string; readonly id: string },
  rules: CallRules,
  cause: EndCause | null,
): Outcome<never> | null {
  const account = caller === null ? null : `${caller.kind}:${caller.userId}`
  const wait = rules.limits.take(bound.limitClass, account, request.ip, caller?.guest)
  return wait === null ? accessRefusal(bound, caller, request, rules, cause) : tooOften(wait)
}

/** Says why a caller may not make a call, which is counted already; null where they may. */
export function accessRefusal(
  bound: Bound,
  caller: Caller | null,
  { id }: { readonly id: string },
  { logger, readOnly }: CallRules,
  cause: EndCause | null,
): Outcome<never> | null {
  const verdict = mayCall(bound.route.access, caller?.actor ?? 'guest')
  if (verdict === 'yes') return readOnly?.refusal(bound.route) ?? null
  if (caller !== null) {
    const { name: route } = bound
    logger.info({ requestId: id, route, actor: caller.actor, reason: verdict }, 'a call was refused')
  }
  return refused(verdict, cause === null ? undefined : { cause })
}

/** Reads the parts of a call that was let in, and has its handler do it: once for its key. */
export function answerCall(
  bound: Bound,
  came: Came,
  rules: CallRules,
  sent: SentBody,
): Promise<Outcome<unknown>> | Outcome<unknown> {
  const { route } = bound
  const body = sent.ok ? bound.readers.body(sent.value) : unread
  const query = bound.readers.query(came.query)
  const params = bound.readers.params(came.params)
  const sentKey = readKey(came.key, bound.name, came.target, sent.text)
  const unsigned = came.digest === null ? null : keyFaultOf(came.digest, route, sent.text, sentKey)
  if (unsigned !== null) return refused(unsigned)
  const key = route.idempotent ? sentKey : null
  const fault = faultOf([body, query, params]) ?? (key === 'malformed' ? keyFault : null)
  const missing = route.asked === undefined ? null : missingField(route.asked, sent.value)
  if (missing !== null && fault?.reason !== 'request_malformed') {
    return refused('information_incomplete', { field: missing })
  }
  if (fault !== null && !bound.lenient) return refusalOf(fault)
  const { requestId, origin, locale, token } = came
  const address = networkOf(came.ip)
  const caller = ownCaller(came.caller, { requestId, address })
  // One object with all its fields: a call passes here before anything else is done for it.
  const call: AnyCall = {
    requestId,
    locale,
    address,
    userAgent: came.userAgent.slice(0, userAgentMax),
    token,
    key: key === 'malformed' ? null : key,
    files: sent.files,
    origin,
    caller,
    fault: fault?.reason ?? null,
    body: body.ok ? body.value : sent.value,
    wellFormed: body.ok ? body.value : undefined,
    query: query.ok ? query.value : undefined,
    params: params.ok ? params.value : undefined,
  }
  const shut = rules.readOnly?.liftRefusal(route, call.body) ?? null
  if (shut !== null) return shut
  if (isStaffTrade(bound, caller, sent.value)) return refused('staff_no_trading')
  const understood = isUnderstood(bound.need, caller, sent.value, rules)
  const answered = (yes: boolean) =>
    yes ? receipted(handled(bound, call, fault), caller, rules.receipts) : dueOf(bound.need, caller, rules)
  const work = () => (understood instanceof Promise ? understood.then(answered) : answered(understood))
  return sentKey === null || route.method === 'GET' ? work() : bound.underWay.once(caller, sentKey, work)
}

// whether the account may trade the product at all comes before what it has to read for it
async function dueOf(need: Bound['need'], caller: Caller | null, { disclosures }: CallRules): Promise<Outcome<never>> {
  if (need === null || need === 'unlisted' || caller === null) return refused('disclosure_due')
  return refused((await disclosures?.refused(caller.holder, need.product)) ?? 'disclosure_due')
}

/** Whether somebody who sees orders at the desk would take new risk with real money; what only reduces is none. */
function isStaffTrade({ route, need }: Bound, caller: Caller | null, body: unknown): boolean {
  if (caller?.staff !== true || caller.realm !== 'real') return false
  if (!riskAccess.some((access) => access === route.access)) return false
  return need === null || need === 'unlisted' || takesRisk(need, body)
}

/** Whether the caller understood the risk that the call takes: a demo account takes none, and reducing waits for nothing. */
function isUnderstood(
  need: Bound['need'],
  caller: Caller | null,
  body: unknown,
  { disclosures }: CallRules,
): boolean | Promise<boolean> {
  if (need === null || caller === null || caller.realm !== 'real') return true
  if (need === 'unlisted') return false
  if (!takesRisk(need, body)) return true
  return disclosures?.accepted(caller.userId, need.product) ?? false
}

interface AnyCall extends CallContext {
  readonly caller: Caller | null
  readonly fault: 'request_malformed' | 'field_malformed' | null
  readonly body: unknown
  readonly wellFormed: unknown
  readonly query: unknown
  readonly params: unknown
}

/** The one place where the types of a route meet its handler's: both were checked together by `bind`. */
function callHandler(bound: Bound, call: AnyCall): Promise<Outcome<unknown>> | Outcome<unknown> {
  return bound.handle(call as never)
}

/** Answers; where the handler refuses for the fault that travelled with the call, its field is named. */
function handled(bound: Bound, call: AnyCall, fault: ShapeFault | null): Promise<Outcome<unknown>> | Outcome<unknown> {
  const outcome = callHandler(bound, call)
  if (fault === null) return outcome
  const named = (one: Outcome<unknown>) => (!one.ok && isOfFault(one.reason, fault) ? refusalOf(fault) : one)
  return outcome instanceof Promise ? outcome.then(named) : named(outcome)
}
