import * as z from 'zod/mini'
import { client } from '../client.ts'
import { id, line, millis } from '../values.ts'
import { realNameState } from './identity.ts'
import { defineRoute } from './route.ts'
import { imageErrors } from './wallet.ts'

export const realNameLevel = z.enum(['primary', 'advanced'])
export type RealNameLevelName = z.infer<typeof realNameLevel>

/** The two photos of a document. */
export const documentSide = z.enum(['front', 'back'])
export type DocumentSide = z.infer<typeof documentSide>

/** What a reviewer can find fault with. */
export const verificationField = z.enum([
  'realName',
  'document_number',
  'birth_date',
  'country',
  'front',
  'back',
  'home_address',
  'work_address',
  'relative_phone',
])
export type VerificationField = z.infer<typeof verificationField>

/** Why: the closed list of reasons. None of them asks for money. */
export const verificationReason = z.enum([
  'unreadable',
  'cropped',
  'expired',
  'wrong_document',
  'differs',
  'incomplete',
  'duplicate',
  'not_confirmed',
  'not_accepted',
])
export type VerificationReason = z.infer<typeof verificationReason>

/** One field that was rejected, with what the reviewer adds in words. */
export const verificationFault = z.object({
  field: verificationField,
  reason: verificationReason,
  note: z.string().check(z.maxLength(200)),
})
export type VerificationFault = z.infer<typeof verificationFault>

/** What was submitted, by field; whole where it was rejected and is to be mended, else without the document's number. */
export const verificationFields = z.partialRecord(verificationField, z.string())

export const levelState = z.object({
  state: realNameState,
  submitted: z.nullable(millis),
  /** Until when it will be reviewed; null while nothing waits. */
  deadline: z.nullable(millis),
  decided: z.nullable(millis),
  /** Whether it had been approved, and was taken back. */
  revoked: z.boolean(),
  faults: z.array(verificationFault),
  fields: verificationFields,
})
export type LevelState = z.infer<typeof levelState>

/** Where both levels stand, and within how many hours a review ends. */
export const realNameStanding = z.object({
  primary: levelState,
  advanced: levelState,
  review_hours: z.object({ min: z.int(), max: z.int() }),
})
export type RealNameStanding = z.infer<typeof realNameStanding>

const field = z._default(line(0, 300), '')

/** Both levels' fields; those of the other level are not read. */
const submission = z.object({
  level: realNameLevel,
  realName: z._default(line(0, 400), ''),
  document_number: z._default(line(0, 60), ''),
  birth_date: z._default(line(0, 10), ''),
  country: z._default(line(0, 2), ''),
  home_address: field,
  work_address: field,
  relative_phone: z._default(line(0, 40), ''),
})

const submissionErrors = [
  ...imageErrors,
  'field_malformed',
  'request_malformed',
  'name_missing',
  'name_invalid',
  'document_number_missing',
  'document_number_chinese',
  'birth_date_invalid',
  'age_too_low',
  'country_unknown',
  'document_photos_missing',
  'home_address_missing',
  'work_address_missing',
  'address_chinese',
  'relative_phone_missing',
  'phone_invalid',
  'primary_needed',
  'verification_approved',
  'real_name_pending',
  'document_upload_failed',
] as const

/** The front of the document, then its back; each under the limit, as every image that proves something. */
const documents = { field: 'document', countMax: 2, bytesMax: client.imageBytesMax - 1 } as const

export const realNameSubmit = defineRoute({
  method: 'POST',
  path: '/user/realname',
  access: 'demo_no_authentication',
  body: submission,
  files: documents,
  answer: realNameStanding,
  errors: [...submissionErrors, 'real_name_rejected'],
  summary: 'Submits a level of real-name verification; the primary one with the front and the back of the document.',
})

export const realNameResubmit = defineRoute({
  method: 'PUT',
  path: '/user/realname',
  access: 'demo_no_authentication',
  body: submission,
  files: documents,
  answer: realNameStanding,
  errors: [...submissionErrors, 'real_name_missing'],
  summary: 'Submits a level once more after it was rejected.',
})

export const realNameRead = defineRoute({
  method: 'GET',
  path: '/user/realname',
  access: 'demo_no_authentication',
  answer: realNameStanding,
  summary: 'Where both levels of real-name verification stand, with the reasons of a rejection.',
})

export const realNameDocument = defineRoute({
  method: 'GET',
  path: '/user/realname/documents/{id}',
  access: 'demo_no_authentication',
  params: z.object({ id }),
  answer: z.null(),
  media: 'image/jpeg',
  errors: ['field_malformed', 'verification_unknown', 'file_unknown'],
  summary: "A photo of the caller's own document as it was last submitted: `front` or `back`.",
})

export const verificationRoutes = { realNameSubmit, realNameResubmit, realNameRead, realNameDocument }
