/**
 * Who may call a route. Each route names one of these classes; `policy.ts` says what a class grants to whom.
 * `demo_no_…` classes are those of signed-in real users, and carry the reason that a demo account is told. A disabled
 * account keeps what reads and what takes out; `risk`, `demo_no_deposit`, `demo_no_wealth` and `demo_no_keys` are what it
 * loses.
 */
export const accessClasses = [
  'guest',
  'session',
  'user',
  'risk',
  'simulation',
  'demo_no_deposit',
  'demo_no_deposit_records',
  'demo_no_withdraw',
  'demo_no_wealth',
  'demo_no_wealth_exit',
  'demo_no_password',
  'demo_no_authentication',
  'demo_no_addresses',
  'demo_no_cards',
  'demo_no_security',
  'demo_no_keys',
  'desk',
  'desk_people',
  'desk_people_write',
  'desk_verification',
  'desk_verification_write',
  'desk_market_write',
  'desk_wallet',
  'desk_wallet_write',
  'desk_content_write',
  'desk_support',
  'desk_support_write',
  'desk_audit',
  'desk_operators',
  'desk_decide',
] as const

export type Access = (typeof accessClasses)[number]

/** The roles of operators; a role grants what `policy.ts` says and nothing else. */
export const operatorRoles = ['support', 'reviewer', 'treasurer', 'auditor', 'administrator'] as const
