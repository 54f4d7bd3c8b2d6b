import { routes } from './routes/all.ts'
import type { BodyOf, RouteDefinition } from './routes/route.ts'

/**
 * What goes on while nothing else can be changed: whoever comes in or leaves, what only notes that something was read, and
 * what protects somebody or stops something.
 */
export const goesOnReadOnly = [
  'login',
  'passkeyLoginOptions',
  'passkeyLogin',
  'sendSms',
  'sendEmail',
  'logout',
  'sessionEnd',
  'sessionsEnd',
  'pushUnsubscribe',
  'newsRead',
  'notificationsRead',
  'logError',
  'freezeAccount',
  'riskPause',
  'apiKeyEnd',
  'factorResetRefuse',
  'deskLogin',
  'deskPasskeyLoginOptions',
  'deskPasskeyLogin',
  'deskPasskeyProof',
  'deskLogout',
  'deskReadOnlyLift',
  'deskUserFreeze',
  'deskUserDisable',
  'deskOperatorDisable',
  'deskSymbolHalt',
  'deskPayoutsSwitch',
  'deskWithdrawalRecall',
  'deskFactorResetStop',
  'deskProposalCallOff',
  // by the kind of what is decided
  'deskProposalDecide',
] as const satisfies readonly (keyof typeof routes)[]

/** By which values of its body a call of a route lifts what stands, instead of stopping something. */
function lifting<R extends RouteDefinition>(route: R, by: Partial<BodyOf<R>>): [RouteDefinition, object] {
  return [route, by]
}

const lifts: ReadonlyMap<RouteDefinition, object> = new Map([
  lifting(routes.deskUserFreeze, { freeze: null }),
  lifting(routes.deskUserDisable, { disabled: false }),
  lifting(routes.deskOperatorDisable, { disabled: false }),
  lifting(routes.deskSymbolHalt, { halt: 'trading' }),
  lifting(routes.deskPayoutsSwitch, { paused: false }),
])

/** Whether a call lifts what stands, which is a change like any other: what stops goes on by the same route. */
export function liftsStop(route: RouteDefinition, body: unknown): boolean {
  const by = lifts.get(route)
  if (by === undefined || typeof body !== 'object' || body === null) return false
  return Object.entries(by).every(([name, value]) => Reflect.get(body, name) === value)
}

const goesOn: ReadonlySet<RouteDefinition> = new Set(goesOnReadOnly.map((name) => routes[name]))

/**
 * Whether calls of a route are refused while nothing can be changed: of what changes anything, all that is not named above. A
 * list as a file only leaves its entry in the audit log.
 */
export function isStoppedReadOnly(route: RouteDefinition): boolean {
  if (route.method === 'GET' && (route.changes !== true || route.media !== undefined)) return false
  return !goesOn.has(route)
}
