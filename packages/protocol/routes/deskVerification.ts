import * as z from 'zod/mini'
import { id, line, millis, page, pageOf, reasonText } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { realNameState } from './identity.ts'
import { defineRoute } from './route.ts'
import {
  documentSide,
  realNameLevel,
  verificationFault,
  verificationField,
  verificationFields,
  verificationReason,
} from './verification.ts'

/** A submission in a queue: who, which level, how long it has waited. */
export const deskVerification = z.object({
  id,
  uid: id,
  account: z.string(),
  level: realNameLevel,
  state: realNameState,
  submitted: millis,
  deadline: millis,
  /** Waits, and the deadline has passed. */
  escalated: z.boolean(),
  decided: z.nullable(millis),
  decided_by: z.string(),
  /** How often the person has submitted this level before. */
  attempts: z.int(),
})
export type DeskVerification = z.infer<typeof deskVerification>

/** The whole of a submission as a reviewer decides on it. */
export const deskVerificationOne = z.extend(deskVerification, {
  fields: verificationFields,
  /** The country that was named when registering. */
  registered_country: z.string(),
  documents: z.array(documentSide),
  /** Other people who have submitted the same document number, and the same photo. */
  same_number: z.array(id),
  same_photo: z.array(id),
  faults: z.array(verificationFault),
  note: z.string(),
  /** When its approval was taken back; null where it was not. */
  revoked: z.nullable(millis),
  /** What the person has submitted before, newest first. */
  history: z.array(
    z.object({
      id,
      level: realNameLevel,
      state: realNameState,
      submitted: millis,
      decided: z.nullable(millis),
      decided_by: z.string(),
      faults: z.array(verificationFault),
    }),
  ),
})
export type DeskVerificationOne = z.infer<typeof deskVerificationOne>

export const deskVerifications = defineRoute({
  method: 'GET',
  path: '/desk/verifications',
  access: 'desk_verification',
  query: z.object({ ...page, queue: z.optional(z.enum(['open', 'done'])), level: z.optional(realNameLevel) }),
  answer: pageOf(deskVerification),
  errors: ['field_malformed'],
  summary: 'Submissions that wait, oldest first; or those that were decided, newest first.',
})

export const deskVerificationRead = defineRoute({
  method: 'GET',
  path: '/desk/verifications/{id}',
  access: 'desk_verification',
  params: z.object({ id }),
  answer: deskVerificationOne,
  errors: ['field_malformed', 'verification_unknown'],
  summary: 'One submission with what was typed; reading it is itself written to the audit log.',
})

const documentParts = {
  method: 'GET',
  access: 'desk_verification',
  params: z.object({ id }),
  answer: z.null(),
  media: 'image/jpeg',
  errors: ['field_malformed', 'verification_unknown', 'file_unknown'],
} as const

export const deskVerificationFront = defineRoute({
  ...documentParts,
  path: '/desk/verifications/{id}/front',
  summary: 'The photo of the front of a document; each look at it is written to the audit log.',
})

export const deskVerificationBack = defineRoute({
  ...documentParts,
  path: '/desk/verifications/{id}/back',
  summary: 'The photo of the back of a document; each look at it is written to the audit log.',
})

const decisionErrors = [
  'field_malformed',
  'request_malformed',
  'verification_unknown',
  'verification_done',
  'staff_own_account',
] as const

export const deskVerificationApprove = defineRoute({
  method: 'POST',
  path: '/desk/verifications/{id}/approve',
  access: 'desk_verification_write',
  params: z.object({ id }),
  body: z.object({ note: z._default(line(0, 200), '') }),
  answer: deskVerificationOne,
  errors: decisionErrors,
  summary: 'Approves a submission; the person may do from then on what the level allows.',
})

export const deskVerificationReject = defineRoute({
  method: 'POST',
  path: '/desk/verifications/{id}/reject',
  access: 'desk_verification_write',
  params: z.object({ id }),
  body: z.object({
    faults: z
      .array(z.object({ field: verificationField, reason: verificationReason, note: z._default(line(0, 200), '') }))
      .check(z.minLength(1), z.maxLength(9)),
    note: z._default(line(0, 200), ''),
  }),
  answer: deskVerificationOne,
  errors: decisionErrors,
  summary:
    'Rejects a submission with a reason for each field at fault, which the person reads; `note` is the desk’s own.',
})

export const deskVerificationRevoke = defineRoute({
  method: 'POST',
  path: '/desk/verifications/{id}/revoke',
  access: 'desk_verification_write',
  params: z.object({ id }),
  body: z.object({
    faults: z
      .array(z.object({ field: verificationField, reason: verificationReason, note: z._default(line(0, 200), '') }))
      .check(z.minLength(1), z.maxLength(9)),
    reason: reasonText,
  }),
  answer: deskVerificationOne,
  errors: [
    'field_malformed',
    'verification_unknown',
    'verification_not_approved',
    'staff_own_account',
    ...approvalErrors,
  ],
  summary: 'Takes back the approval of a level once a second person agrees; the person reads why and submits it anew.',
})

export const deskVerificationRoutes = {
  deskVerifications,
  deskVerificationRead,
  deskVerificationFront,
  deskVerificationBack,
  deskVerificationApprove,
  deskVerificationReject,
  deskVerificationRevoke,
}
