import { routes } from './routes/all.ts'
import type { RouteDefinition } from './routes/route.ts'

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
] as const satisfies readonly (keyof typeof routes)[]

const goesOn: ReadonlySet<RouteDefinition> = new Set(goesOnReadOnly.map((name) => routes[name]))

/**
 * Whether calls of a route are refused while nothing can be changed: of what changes anything, all that is not named above. A
 * list as a file only leaves its entry in the audit log.
 */
export function isStoppedReadOnly(route: RouteDefinition): boolean {
  if (route.method === 'GET' && (route.changes !== true || route.media !== undefined)) return false
  return !goesOn.has(route)
}
