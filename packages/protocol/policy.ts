import { accessClasses, operatorRoles, type Access } from './access.ts'
import type { Reason } from './errors.ts'
import type { KeyScope } from './keyScopes.ts'
import type { RouteDefinition } from './routes/route.ts'

/** Everyone who can call: what the token says about its bearer, and nothing that the caller says. */
export const actors = ['guest', 'user', 'demo', 'disabled', ...operatorRoles] as const
export type Actor = (typeof actors)[number]

/** `yes`, or the reason that is told. */
export type Verdict = 'yes' | Reason
type Row = Readonly<Record<Actor, Verdict>>

/** Nobody: what a row grants stands in the row. A user's token is no operator's, nor the other way round. */
const nobody: Row = {
  guest: 'login_required',
  user: 'permission_insufficient',
  demo: 'permission_insufficient',
  disabled: 'user_disabled',
  support: 'permission_insufficient',
  reviewer: 'permission_insufficient',
  treasurer: 'permission_insufficient',
  auditor: 'permission_insufficient',
  administrator: 'permission_insufficient',
}

const everyone: Row = {
  guest: 'yes',
  user: 'yes',
  demo: 'yes',
  disabled: 'yes',
  support: 'yes',
  reviewer: 'yes',
  treasurer: 'yes',
  auditor: 'yes',
  administrator: 'yes',
}

/** Signed-in users; a demo account where `demo` says so. */
function users(demo: Verdict): Row {
  return { ...nobody, user: 'yes', demo }
}

/** Signed-in users, the disabled among them: nothing keeps people from what is theirs, and from taking it out. */
function owners(demo: Verdict): Row {
  return { ...users(demo), disabled: 'yes' }
}

/** Operators of the named roles. */
function operators(...roles: readonly (typeof operatorRoles)[number][]): Row {
  const row: Record<Actor, Verdict> = { ...nobody }
  for (const role of roles) row[role] = 'yes'
  return row
}

/** The one policy: who may do what. A route names its class, so a route without a row does not compile. */
const classes: Readonly<Record<Access, Row>> = {
  guest: everyone,
  session: owners('yes'),
  user: owners('yes'),
  risk: users('yes'),
  simulation: { ...users('yes'), user: 'simulation_only' },
  demo_no_deposit: users('demo_no_deposit'),
  demo_no_deposit_records: owners('demo_no_deposit'),
  demo_no_withdraw: owners('demo_no_withdraw'),
  demo_no_wealth: users('demo_no_wealth'),
  demo_no_wealth_exit: owners('demo_no_wealth'),
  demo_no_password: owners('demo_no_password'),
  demo_no_authentication: owners('demo_no_authentication'),
  demo_no_addresses: owners('demo_no_addresses'),
  demo_no_cards: owners('demo_no_cards'),
  demo_no_security: owners('demo_no_security'),
  demo_no_keys: users('demo_no_security'),
  desk: operators(...operatorRoles),
  desk_people: operators('support', 'reviewer', 'treasurer', 'auditor', 'administrator'),
  desk_people_write: operators('support', 'administrator'),
  desk_verification: operators('reviewer', 'auditor', 'administrator'),
  desk_verification_write: operators('reviewer', 'administrator'),
  desk_wallet: operators('reviewer', 'treasurer', 'auditor', 'administrator'),
  desk_wallet_write: operators('treasurer', 'administrator'),
  desk_market_write: operators('treasurer', 'administrator'),
  desk_content_write: operators('support', 'administrator'),
  desk_support: operators('support', 'auditor', 'administrator'),
  desk_support_write: operators('support', 'administrator'),
  desk_audit: operators('auditor', 'administrator'),
  desk_operators: operators('administrator'),
  // what each kind of proposal asks of who decides it is asked once it is known
  desk_decide: operators('support', 'reviewer', 'treasurer', 'administrator'),
}

/** Whether `actor` may call what bears the access class; anything that no row grants is refused. */
export function mayCall(access: string, actor: string): Verdict {
  const known = accessClasses.find((name) => name === access)
  const caller = actors.find((name) => name === actor)
  if (known === undefined || caller === undefined) return 'permission_insufficient'
  return classes[known][caller]
}

/**
 * What the routes of a class may let a key of a program do, where they say so. A class that is not named here lets a key do
 * nothing, whatever its routes say: who one is, what guards the account, and what moves money in, out or between accounts.
 */
const keyClasses: Partial<Readonly<Record<Access, readonly KeyScope[]>>> = {
  guest: ['read'],
  user: ['read', 'trade'],
  risk: ['trade'],
}

/** Whether a key of this scope may call a route, beside what its owner may: a route that names no scope is the app’s alone. */
export function mayKeyCall(
  {
    access,
    method,
    changes,
    idempotent,
    byKey,
  }: Pick<RouteDefinition, 'access' | 'method' | 'changes' | 'idempotent' | 'byKey'>,
  scope: KeyScope,
): Verdict {
  if (byKey === undefined || keyClasses[access]?.includes(byKey) !== true) return 'api_app_only'
  const onlyReads = method === 'GET' && changes !== true
  // what changes something is asked with a key that is remembered, or a request that was overheard could be made again
  if (byKey === 'read' ? !onlyReads : onlyReads || !idempotent) return 'api_app_only'
  return byKey === 'read' || scope === 'trade' ? 'yes' : 'api_scope_missing'
}
