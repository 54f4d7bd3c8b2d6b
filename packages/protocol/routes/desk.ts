import * as z from 'zod/mini'
import { country, id, line, millis, millisText, page, pageOf, realm, reasonText } from '../values.ts'
import { balance } from './account.ts'
import { realNameState } from './identity.ts'
import { operatorRoles } from '../access.ts'
import { attestation } from './passkeys.ts'
import { defineRoute } from './route.ts'
import { days, disableGround, suspensionErrors } from './touches.ts'

export const operatorRole = z.enum(operatorRoles)
export type OperatorRole = z.infer<typeof operatorRole>

export const operator = z.object({ id, name: z.string(), role: operatorRole, created: millis })
export type Operator = z.infer<typeof operator>

const operatorName = line(2, 40)
const operatorPassword = z.string().check(z.maxLength(200))
const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/))
const totp = z.string().check(z.regex(/^[0-9]{6}$/))
const operatorSession = z.object({ token: z.string(), operator })

export const deskLinkOpen = defineRoute({
  method: 'POST',
  path: '/desk/links/open',
  access: 'guest',
  body: z.object({ token: linkToken }),
  answer: z.object({ role: operatorRole, totp_secret: z.string(), totp_uri: z.string(), valid_until: millis }),
  errors: ['operator_link_invalid'],
  summary: 'Opens the one-time link of a new operator and gives the secret of the second factor.',
})

export const deskLinkComplete = defineRoute({
  method: 'POST',
  path: '/desk/links/complete',
  access: 'guest',
  body: z.object({
    token: linkToken,
    name: operatorName,
    password: operatorPassword,
    /** The first code of the authenticator app, or else the passkey that was made for this link. */
    totp: z.optional(totp),
    passkey: z.optional(attestation),
  }),
  answer: z.extend(operatorSession, {
    /** Empty where another operator has yet to confirm who has come. */
    token: z.string(),
    /** What whoever has come says to that operator; empty where they are signed in. */
    code: z.string(),
  }),
  errors: [
    'information_incomplete',
    'operator_link_invalid',
    'operator_password_length',
    'operator_name_taken',
    'password_breached',
    'second_factor_wrong',
    'passkey_unavailable',
    'passkey_expired',
    'passkey_wrong',
    'passkey_exists',
  ],
  summary:
    'Uses the link up: sets name and password, proves the second factor, and signs in; whoever was invited by an operator beside others gives a code instead, which another operator hears from them before they can sign in.',
})

export const deskLogin = defineRoute({
  method: 'POST',
  path: '/desk/login',
  access: 'guest',
  body: z.object({ name: operatorName, password: operatorPassword, totp }),
  answer: operatorSession,
  errors: ['information_incomplete', 'operator_login_wrong'],
  summary: 'Signs an operator in; the answer is alike whichever part is wrong.',
})

export const deskLogout = defineRoute({
  method: 'POST',
  path: '/desk/logout',
  access: 'desk',
  answer: z.null(),
  summary: "Ends the operator's session.",
})

export const deskMe = defineRoute({
  method: 'GET',
  path: '/desk/me',
  access: 'desk',
  answer: operator,
  summary: 'The signed-in operator.',
})

export const deskUser = z.object({
  uid: id,
  email: z.string(),
  phone: z.string(),
  nickname: z.string(),
  /** Empty for a guest, who was not asked. */
  country: z.union([country, z.literal('')]),
  realm,
  guest: z.boolean(),
  disabled: z.boolean(),
  real_name: z.object({ primary: realNameState, advanced: realNameState }),
  invite_code: z.string(),
  created: millis,
  last_seen: z.nullable(millis),
})
export type DeskUser = z.infer<typeof deskUser>

export const deskUsers = defineRoute({
  method: 'GET',
  path: '/desk/users',
  access: 'desk_people',
  query: z.object({
    ...page,
    search: z.optional(line(1, 100)),
    realm: z.optional(realm),
    disabled: z.optional(z.enum(['true', 'false'])),
  }),
  answer: pageOf(deskUser),
  errors: ['field_malformed', 'email_not_registered'],
  summary:
    'Users, newest first; `search` finds uid, email and phone, and whose an order, a position, a deposit, a withdrawal or another thing with a number is; it says of a whole email that it is nobody’s.',
})

export const deskUserOne = defineRoute({
  method: 'GET',
  path: '/desk/users/{id}',
  access: 'desk_people',
  params: z.object({ id }),
  answer: z.object({
    user: deskUser,
    balances: z.array(balance),
    open_orders: z.int(),
    sessions: z.array(z.object({ id, realm, device: z.string(), created: millis, last_seen: millis })),
  }),
  errors: ['user_unknown'],
  summary: 'One user with balances and sessions; reading it is itself written to the audit log.',
})

export const deskUserDisable = defineRoute({
  method: 'PUT',
  path: '/desk/users/{id}/disabled',
  access: 'desk_people_write',
  params: z.object({ id }),
  /** A ground is needed to disable, and says nothing where it is undone. */
  body: z.object({
    disabled: z.boolean(),
    ground: z.optional(disableGround),
    days: z.optional(days),
    reason: reasonText,
  }),
  answer: deskUser,
  errors: ['user_unknown', 'field_malformed', 'staff_own_account', ...suspensionErrors],
  summary:
    'Disables a user on a ground that they read, or enables one again: sessions end, nothing is traded or brought in, and money can be withdrawn. It holds for an hour at once, and until its end once another operator has confirmed it.',
})

export const outboxMessage = z.object({
  id,
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  subject: z.string(),
  /** Null where nobody here reads it: codes, links and all else that is its recipient's alone. */
  text: z.nullable(z.string()),
  created: millis,
  expires: z.nullable(millis),
})
export type OutboxMessage = z.infer<typeof outboxMessage>

export const deskOutbox = defineRoute({
  method: 'GET',
  path: '/desk/outbox',
  access: 'desk_people_write',
  query: z.object({ ...page, search: z.optional(line(1, 100)) }),
  answer: pageOf(outboxMessage),
  errors: ['field_malformed', 'email_unknown'],
  summary:
    'Messages that no provider has carried, newest first: to whom and of what. Their text is told to administrators alone, and only while no mail server is set and no real money has ever been here.',
})

export const auditEntry = z.object({
  id,
  time: millis,
  /** The operator, or `server` for a command that was given on the machine. */
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  reason: z.string(),
  detail: z.record(z.string(), z.string()),
  /** The people it is about, each of whom sees it in their own list. */
  touched: z.array(id),
  /** The actor's role, request and network address; of the server itself the role `server` and no more; null for an
   * entry of before they were kept. */
  origin: z.nullable(z.object({ role: z.string(), request: z.string(), address: z.string() })),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const deskAudit = defineRoute({
  method: 'GET',
  path: '/desk/audit',
  access: 'desk_audit',
  query: z.object({
    ...page,
    actor: z.optional(line(1, 60)),
    action: z.optional(line(1, 60)),
    from: z.optional(millisText),
    to: z.optional(millisText),
  }),
  answer: pageOf(auditEntry),
  errors: ['field_malformed'],
  summary: 'What operators have done and read, newest first.',
})

export const deskRoutes = {
  deskLinkOpen,
  deskLinkComplete,
  deskLogin,
  deskLogout,
  deskMe,
  deskUsers,
  deskUserOne,
  deskUserDisable,
  deskOutbox,
  deskAudit,
}
