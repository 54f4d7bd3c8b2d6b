import * as z from 'zod/mini'
import { id, line, localeId, millis, page, pageOf, prose, reasonText } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { certificate, imageName } from './content.ts'
import { defineRoute } from './route.ts'

/** What the operator writes: three texts that there is one of each, and announcements. */
export const pieceKinds = ['about_us', 'faq', 'user_agreement', 'news'] as const
export const pieceKind = z.enum(pieceKinds)
export type PieceKind = (typeof pieceKinds)[number]

/** The most characters of a text; its request may have more bytes than others: most scripts take three for one. */
export const textLengthMax = 60_000
const textBytesMax = 256 * 1024

/** How a piece stands in one language. */
export const pieceLanguage = z.object({
  lang: localeId,
  /** The number of the newest version, and of the one that is shown now. */
  version: z.int(),
  shown: z.nullable(z.int()),
  /** What will be shown, and from when. */
  scheduled: z.nullable(z.object({ version: z.int(), at: millis })),
  withdrawn: z.boolean(),
})
export type PieceLanguage = z.infer<typeof pieceLanguage>

export const piece = z.object({
  id,
  kind: pieceKind,
  /** In English, or else in the first language that it is written in; empty where it is in none. */
  title: z.string(),
  created: millis,
  /** Since when it is shown, or from when it will be; null for a draft. */
  shown: z.nullable(millis),
  languages: z.array(pieceLanguage),
})
export type Piece = z.infer<typeof piece>

export const pieceVersion = z.object({
  number: z.int(),
  title: z.string(),
  author: z.string(),
  created: millis,
  /** The version that this one is a copy of; null for a new text. */
  restored_from: z.nullable(z.int()),
  /** Each time from which it was shown, or will be. */
  shown: z.array(millis),
})
export type PieceVersion = z.infer<typeof pieceVersion>

export const pieceText = z.object({ title: z.string(), summary: z.string(), content: z.string() })
export type PieceText = z.infer<typeof pieceText>

const at = z.object({ id, lang: localeId })

export const deskPieces = defineRoute({
  method: 'GET',
  path: '/desk/contents',
  access: 'desk',
  query: z.object({ ...page, kind: pieceKind }),
  answer: pageOf(piece),
  errors: ['field_malformed'],
  summary: 'What the operator writes of one kind, the newest first, with how it stands in each language.',
})

export const deskPieceMake = defineRoute({
  method: 'POST',
  path: '/desk/contents',
  access: 'desk_content_write',
  body: z.object({ kind: z.literal('news') }),
  answer: piece,
  errors: ['field_malformed'],
  summary: 'Begins an announcement; nobody sees it until it is published.',
})

export const deskPiece = defineRoute({
  method: 'GET',
  path: '/desk/contents/{id}',
  access: 'desk',
  params: z.object({ id }),
  answer: piece,
  errors: ['content_unknown'],
  summary: 'One of them, with how it stands in each language.',
})

export const deskVersions = defineRoute({
  method: 'GET',
  path: '/desk/contents/{id}/{lang}',
  access: 'desk',
  params: at,
  answer: z.object({ versions: z.array(pieceVersion).check(z.maxLength(100)), newest: z.nullable(pieceText) }),
  errors: ['field_malformed', 'content_unknown'],
  summary: 'The versions in one language, the newest first, and the text of the newest.',
})

export const deskVersion = defineRoute({
  method: 'GET',
  path: '/desk/contents/{id}/{lang}/{number}',
  access: 'desk',
  params: z.extend(at, { number: z.string().check(z.regex(/^[1-9][0-9]{0,6}$/)) }),
  answer: pieceText,
  errors: ['field_malformed', 'content_unknown', 'version_unknown'],
  summary: 'The text of one version.',
})

export const deskVersionWrite = defineRoute({
  method: 'POST',
  path: '/desk/contents/{id}/{lang}',
  access: 'desk_content_write',
  params: at,
  body: z.object({
    title: line(1, 120),
    summary: line(0, 200),
    content: prose(1, textLengthMax),
    /** The newest version that the writer has seen: where there is a newer one by now, nothing is written. */
    seen: z.int().check(z.minimum(0)),
    restored_from: z.optional(z.nullable(z.int())),
  }),
  bodyBytesMax: textBytesMax,
  answer: pieceVersion,
  errors: ['field_malformed', 'content_unknown', 'content_unsafe', 'content_changed', 'version_unknown'],
  summary: 'Writes a new version in one language, which nobody sees until it is published; none is ever changed.',
})

export const deskPiecePublish = defineRoute({
  method: 'POST',
  path: '/desk/contents/{id}/publish',
  access: 'desk_content_write',
  params: z.object({ id }),
  body: z.object({
    versions: z
      .array(z.object({ lang: localeId, number: z.int().check(z.minimum(1)) }))
      .check(z.minLength(1), z.maxLength(8)),
    /** From when it is shown, by the server's clock; null for now. */
    at: z.nullable(millis),
    reason: reasonText,
  }),
  answer: piece,
  errors: [
    'field_malformed',
    'content_unknown',
    'version_unknown',
    'publish_time_past',
    'content_scheduled',
    ...approvalErrors,
    'promise_made',
  ],
  summary: 'Shows versions to everyone, now or from a time on; a user agreement needs a second person.',
})

export const deskPieceCancel = defineRoute({
  method: 'POST',
  path: '/desk/contents/{id}/cancel',
  access: 'desk_content_write',
  params: z.object({ id }),
  body: z.object({ reason: reasonText }),
  answer: piece,
  errors: ['field_malformed', 'content_unknown', 'nothing_scheduled'],
  summary: 'Takes back what was to be shown later.',
})

export const deskPieceWithdraw = defineRoute({
  method: 'POST',
  path: '/desk/contents/{id}/withdraw',
  access: 'desk_content_write',
  params: z.object({ id }),
  body: z.object({ reason: reasonText }),
  answer: piece,
  errors: ['field_malformed', 'content_unknown'],
  summary: 'Takes an announcement out of the news; its versions and who withdrew it stay.',
})

export const deskImageAdd = defineRoute({
  method: 'POST',
  path: '/desk/content_images',
  access: 'desk_content_write',
  body: z.object({}),
  files: { field: 'file', countMax: 1, bytesMax: 5 * 1024 ** 2 },
  answer: z.object({ name: imageName, address: z.string() }),
  errors: ['file_unreadable', 'file_empty', 'file_type_invalid', 'file_too_large', 'files_too_many', 'file_heic'],
  summary: 'Keeps an image for texts; it is public once a text with it is shown.',
})

export const deskImage = defineRoute({
  method: 'GET',
  path: '/desk/content_images/{id}',
  access: 'desk',
  params: z.object({ id: imageName }),
  answer: z.null(),
  media: 'image/jpeg',
  errors: ['file_unknown'],
  summary: 'An image of a text, also before it is shown.',
})

const certificateBody = z.object({
  name: line(2, 160),
  regulator: line(2, 160),
  number: line(1, 80),
  register_link: z.string().check(z.maxLength(500), z.regex(/^https:\/\/[^\s]+$/)),
  expires: millis,
  image: z.nullable(imageName),
  reason: reasonText,
})

export const deskCertificate = z.extend(certificate, {
  added_by: z.string(),
  added: millis,
  /** Why it is not told any more; null while it is. */
  ended: z.nullable(z.object({ by: z.string(), reason: z.string(), time: millis })),
})
export type DeskCertificate = z.infer<typeof deskCertificate>

export const deskCertificates = defineRoute({
  method: 'GET',
  path: '/desk/certificates',
  access: 'desk',
  query: z.object({ ...page }),
  answer: pageOf(deskCertificate),
  errors: ['field_malformed'],
  summary: 'The registrations that were ever shown, the newest first.',
})

export const deskCertificateAdd = defineRoute({
  method: 'POST',
  path: '/desk/certificates',
  access: 'desk_content_write',
  body: certificateBody,
  answer: z.null(),
  errors: ['field_malformed', 'register_link_invalid', 'certificate_expired', 'file_unknown', ...approvalErrors],
  summary: 'Shows a registration with the link of its register; this needs a second person.',
})

export const deskCertificateEnd = defineRoute({
  method: 'POST',
  path: '/desk/certificates/{id}/end',
  access: 'desk_content_write',
  params: z.object({ id }),
  body: z.object({ reason: reasonText }),
  answer: z.null(),
  errors: ['field_malformed', 'content_unknown'],
  summary: 'Shows a registration no more.',
})

export const deskContentRoutes = {
  deskPieces,
  deskPieceMake,
  deskPiece,
  deskVersions,
  deskVersion,
  deskVersionWrite,
  deskPiecePublish,
  deskPieceCancel,
  deskPieceWithdraw,
  deskImageAdd,
  deskImage,
  deskCertificates,
  deskCertificateAdd,
  deskCertificateEnd,
}
