import * as z from 'zod/mini'
import { chatMessage, chatState } from '../chatMessage.ts'
import { client } from '../client.ts'
import { copied, id, idempotencyKey, millis, page, pageOf, prose } from '../values.ts'
import { defineRoute } from './route.ts'
import { imageErrors } from './wallet.ts'

/** The longest message of a chat and the longest text of a ticket, in UTF-16 units. */
export const supportTextMax = 2_000

/** What a person wrote: bounded, and something besides white space. */
export const supportText = prose(1, supportTextMax).check(z.regex(/\S/))

export const chatPage = z.object({
  state: chatState,
  items: z.array(chatMessage),
  /** Whether there are more lines on the side that was read towards. */
  more: z.boolean(),
})
export type ChatPage = z.infer<typeof chatPage>

/** The number of a line within its chat, as the table keeps it. */
const seqText = z.string().check(z.regex(/^(0|[1-9][0-9]{0,8})$/))

/** `after` reads on from a line, `before` reads back; without either the newest lines come. Oldest first in each page. */
export const chatQuery = z.object({ after: z.optional(seqText), before: z.optional(seqText), limit: page.limit })

export const chatBody = z.object({ key: idempotencyKey, text: supportText })
/** The picture's own message; its text may be empty. */
export const chatImageBody = z.object({ key: idempotencyKey, text: z._default(prose(0, supportTextMax), '') })
export const chatImageFiles = { field: 'image', countMax: 1, bytesMax: client.imageBytesMax } as const
export const chatSeenBody = z.object({ delivered: z.int().check(z.minimum(0)), read: z.int().check(z.minimum(0)) })

const own = { access: 'user' } as const
const textErrors = ['field_malformed', 'request_malformed', 'key_reused', 'chat_full', 'chat_too_fast'] as const

export const chatMessages = defineRoute({
  ...own,
  method: 'GET',
  path: '/support/chat/messages',
  query: chatQuery,
  answer: chatPage,
  errors: ['field_malformed'],
  summary: "The caller's chat with customer service: how it stands, and a page of its lines.",
})

export const chatSend = defineRoute({
  ...own,
  method: 'POST',
  path: '/support/chat/messages',
  body: chatBody,
  answer: chatMessage,
  errors: textErrors,
  summary: 'Says something to customer service. The same `key` again gives the same line, and none twice.',
})

export const chatSendImage = defineRoute({
  ...own,
  method: 'POST',
  path: '/support/chat/images',
  body: chatImageBody,
  files: chatImageFiles,
  answer: chatMessage,
  errors: [...textErrors, ...imageErrors, 'image_missing', 'upload_failed'],
  summary: 'Shows customer service a picture.',
})

export const chatImage = defineRoute({
  ...own,
  method: 'GET',
  path: '/support/chat/images/{id}',
  params: z.object({ id }),
  answer: z.null(),
  media: 'image/jpeg',
  errors: ['field_malformed', 'file_unknown'],
  summary: "A picture of the caller's own chat.",
})

export const chatSeen = defineRoute({
  ...own,
  method: 'POST',
  path: '/support/chat/seen',
  body: chatSeenBody,
  answer: chatState,
  errors: ['field_malformed', 'request_malformed', 'chat_unknown'],
  summary: 'Says up to which line the caller has got and has read the chat; neither ever goes back.',
})

export const chatTyping = defineRoute({
  ...own,
  method: 'POST',
  path: '/support/chat/typing',
  answer: z.null(),
  summary: 'Says that the caller is typing. It fades by itself.',
})

export const chatEnd = defineRoute({
  ...own,
  method: 'POST',
  path: '/support/chat/end',
  body: z.object({ transcript: z._default(z.boolean(), false) }),
  answer: chatState,
  errors: ['field_malformed', 'request_malformed', 'chat_ended', 'transcript_no_mail'],
  summary: 'Ends the conversation, with its transcript by mail where it is asked for. What was said stays.',
})

export const chatTranscript = defineRoute({
  ...own,
  method: 'POST',
  path: '/support/chat/transcript',
  answer: z.null(),
  errors: ['chat_unknown', 'transcript_no_mail', 'transcript_sent'],
  summary: "Sends the last conversation to the caller's own address.",
})

export const supportLink = defineRoute({
  ...own,
  method: 'GET',
  path: '/support/link',
  query: z.object({ back: z.optional(z.string().check(z.maxLength(300))) }),
  answer: z.object({ link: z.nullable(z.string()) }),
  errors: ['field_malformed'],
  summary:
    "The operator's own chat with `uid`, `lang` and `back_url`, signed where a key is set; null where the app's chat is to open.",
})

export const ticketStatus = z.enum(['open', 'answered', 'closed'])
export type TicketStatus = z.infer<typeof ticketStatus>

export const ticket = z.object({
  id,
  status: ticketStatus,
  phone: z.string(),
  /** How its first text begins. */
  question: z.string(),
  created: millis,
  updated: millis,
  /** Whether an answer has come that its owner has not read. */
  unread: z.boolean(),
})
export type Ticket = z.infer<typeof ticket>

export const ticketLine = z.object({
  /** Its number under the ticket, from 1. */
  place: z.int(),
  author: z.enum(['user', 'desk']),
  name: z.string(),
  text: z.string(),
  images: z.array(id),
  time: millis,
})
export type TicketLine = z.infer<typeof ticketLine>

export const ticketOne = z.extend(ticket, { lines: z.array(ticketLine) })
export type TicketOne = z.infer<typeof ticketOne>

const phone = copied(0, 40)
export const ticketFiles = {
  field: 'attachment',
  countMax: client.attachmentsMax,
  bytesMax: client.imageBytesMax,
} as const
const ticketErrors = [
  ...imageErrors,
  'field_malformed',
  'request_malformed',
  'key_reused',
  'information_incomplete',
  'upload_failed',
] as const

export const ticketMake = defineRoute({
  method: 'POST',
  path: '/support/tickets',
  access: 'user',
  body: z.object({ phone: z._default(phone, ''), question: z._default(prose(0, supportTextMax), '') }),
  files: ticketFiles,
  answer: ticketOne,
  errors: [...ticketErrors, 'phone_invalid', 'tickets_too_many'],
  idempotent: true,
  summary: 'Leaves a message for customer service, with up to five pictures.',
})

export const tickets = defineRoute({
  ...own,
  method: 'GET',
  path: '/support/tickets',
  query: z.object({ ...page }),
  answer: pageOf(ticket),
  errors: ['field_malformed'],
  summary: "The caller's messages to customer service, those that changed last first.",
})

export const ticketRead = defineRoute({
  ...own,
  method: 'GET',
  path: '/support/tickets/{id}',
  params: z.object({ id }),
  answer: ticketOne,
  errors: ['field_malformed', 'ticket_unknown'],
  summary: 'One message with its answers; from then on they count as read.',
})

export const ticketAnswer = defineRoute({
  method: 'POST',
  path: '/support/tickets/{id}/answers',
  access: 'user',
  params: z.object({ id }),
  body: z.object({ question: z._default(prose(0, supportTextMax), '') }),
  files: ticketFiles,
  answer: ticketOne,
  errors: [...ticketErrors, 'ticket_unknown', 'ticket_full'],
  idempotent: true,
  summary: 'Writes on under a message; one that was answered or closed is open again.',
})

export const ticketClose = defineRoute({
  ...own,
  method: 'POST',
  path: '/support/tickets/{id}/close',
  params: z.object({ id }),
  answer: ticketOne,
  errors: ['field_malformed', 'ticket_unknown'],
  summary: 'Closes a message that needs no further answer.',
})

export const ticketImage = defineRoute({
  ...own,
  method: 'GET',
  path: '/support/tickets/{id}/images/{image}',
  params: z.object({ id, image: id }),
  answer: z.null(),
  media: 'image/jpeg',
  errors: ['field_malformed', 'ticket_unknown', 'file_unknown'],
  summary: "A picture of the caller's own message.",
})

export const supportRoutes = {
  chatMessages,
  chatSend,
  chatSendImage,
  chatImage,
  chatSeen,
  chatTyping,
  chatEnd,
  chatTranscript,
  supportLink,
  ticketMake,
  tickets,
  ticketRead,
  ticketAnswer,
  ticketClose,
  ticketImage,
}
