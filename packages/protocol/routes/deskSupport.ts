import * as z from 'zod/mini'
import { id, idempotencyKey, line, localeId, millis, page, pageOf, prose } from '../values.ts'
import { defineRoute } from './route.ts'
import { chatMessage, chatState } from '../chatMessage.ts'
import {
  chatBody,
  chatImageBody,
  chatImageFiles,
  chatPage,
  chatQuery,
  chatSeenBody,
  supportText,
  supportTextMax,
  ticket,
  ticketOne,
  ticketStatus,
} from './support.ts'
import { imageErrors } from './wallet.ts'

/** A chat as the desk lists it: whose, who has it, how long it waits, how it goes on. */
export const deskChat = z.object({
  id,
  uid: id,
  account: z.string(),
  /** The language in which its person uses the app. */
  lang: localeId,
  state: chatState,
  /** The name of the operator who has it; empty while nobody does. */
  operator: z.string(),
  mine: z.boolean(),
  /** Since when its person waits for an answer; null where nobody waits. */
  waiting: z.nullable(millis),
  /** How its last line begins. */
  last: z.string(),
  updated: millis,
})
export type DeskChat = z.infer<typeof deskChat>

export const deskChatQueue = z.enum(['waiting', 'mine', 'open', 'ended'])
export type DeskChatQueue = z.infer<typeof deskChatQueue>

const read = { method: 'GET', access: 'desk_support' } as const
const write = { method: 'POST', access: 'desk_support_write' } as const
const named = { params: z.object({ id }) } as const
const ownErrors = ['field_malformed', 'request_malformed', 'chat_unknown', 'chat_ended', 'chat_not_yours'] as const

export const deskChats = defineRoute({
  ...read,
  path: '/desk/support/chats',
  query: z.object({ ...page, queue: z.optional(deskChatQueue) }),
  answer: z.extend(pageOf(deskChat), { waiting: z.int() }),
  errors: ['field_malformed'],
  summary:
    'Chats that nobody has taken (the longest wait first), mine, all open ones, or those that ended; `waiting` counts the first.',
})

export const deskChatOne = defineRoute({
  ...read,
  ...named,
  path: '/desk/support/chats/{id}',
  answer: deskChat,
  errors: ['field_malformed', 'chat_unknown'],
  summary: 'One chat without its lines.',
})

export const deskChatMessages = defineRoute({
  ...read,
  ...named,
  path: '/desk/support/chats/{id}/messages',
  query: chatQuery,
  answer: chatPage,
  errors: ['field_malformed', 'chat_unknown'],
  summary: "A page of a person's chat; reading it is itself written to the audit log.",
})

export const deskChatSend = defineRoute({
  ...write,
  ...named,
  path: '/desk/support/chats/{id}/messages',
  body: chatBody,
  answer: chatMessage,
  errors: [...ownErrors, 'key_reused'],
  summary: 'Answers in a chat that one has taken.',
})

export const deskChatSendImage = defineRoute({
  ...write,
  ...named,
  path: '/desk/support/chats/{id}/images',
  body: chatImageBody,
  files: chatImageFiles,
  answer: chatMessage,
  errors: [...ownErrors, ...imageErrors, 'key_reused', 'image_missing', 'upload_failed'],
  summary: 'Shows a picture in a chat that one has taken.',
})

export const deskChatImage = defineRoute({
  ...read,
  path: '/desk/support/chats/{id}/images/{image}',
  params: z.object({ id, image: id }),
  answer: z.null(),
  media: 'image/jpeg',
  errors: ['field_malformed', 'chat_unknown', 'file_unknown'],
  summary: 'A picture of a chat; each look at it is written to the audit log.',
})

export const deskChatTake = defineRoute({
  ...write,
  ...named,
  path: '/desk/support/chats/{id}/take',
  answer: deskChat,
  errors: ['field_malformed', 'chat_unknown', 'chat_ended', 'chat_taken'],
  summary: 'Takes a chat that nobody has; of two who take it at once one has it.',
})

export const deskChatHand = defineRoute({
  ...write,
  ...named,
  path: '/desk/support/chats/{id}/hand',
  body: z.object({ operator: z.nullable(id) }),
  answer: deskChat,
  errors: [...ownErrors, 'operator_unknown'],
  summary: 'Hands a chat over to another operator, or back to the queue; an administrator may hand over anybody’s.',
})

export const deskChatEnd = defineRoute({
  ...write,
  ...named,
  path: '/desk/support/chats/{id}/end',
  answer: deskChat,
  errors: ownErrors,
  summary: 'Ends a conversation that one has taken. What was said stays.',
})

export const deskChatSeen = defineRoute({
  ...write,
  ...named,
  path: '/desk/support/chats/{id}/seen',
  body: chatSeenBody,
  answer: chatState,
  errors: ['field_malformed', 'request_malformed', 'chat_unknown'],
  summary: 'Says up to which line the desk has got and has read a chat.',
})

export const deskChatTyping = defineRoute({
  ...write,
  ...named,
  path: '/desk/support/chats/{id}/typing',
  answer: z.null(),
  errors: ['field_malformed', 'chat_unknown'],
  summary: 'Says that an operator is typing. It fades by itself.',
})

export const supportOperator = z.object({
  id,
  name: z.string(),
  /** The name as users see it; empty where none was chosen. */
  shown: z.string(),
  available: z.boolean(),
  online: z.boolean(),
  chats: z.int(),
})
export type SupportOperator = z.infer<typeof supportOperator>

export const deskSupportOperators = defineRoute({
  ...read,
  path: '/desk/support/operators',
  query: z.object({ ...page }),
  answer: pageOf(supportOperator),
  errors: ['field_malformed'],
  summary: 'Who may take chats, who is there now, and how many each has.',
})

const me = z.object({ shown: z.string(), available: z.boolean() })

export const deskSupportMe = defineRoute({
  ...read,
  access: 'desk_support_write',
  path: '/desk/support/me',
  answer: me,
  summary: 'The name under which users see the caller, and whether the caller is available for chats.',
})

export const deskSupportMeChange = defineRoute({
  method: 'PUT',
  path: '/desk/support/me',
  access: 'desk_support_write',
  body: z.object({ shown: line(0, 40), available: z.boolean() }),
  answer: me,
  errors: ['field_malformed', 'request_malformed'],
  summary: 'Sets the name under which users see the caller, and whether the caller is available for chats.',
})

export const deskSocket = defineRoute({
  ...read,
  access: 'desk_support_write',
  path: '/desk/support/socket',
  answer: z.object({ path: z.string(), token: z.string(), expire_at: millis }),
  summary: 'A token that opens the socket on which the desk hears of chats and tickets, until `expire_at`.',
})

const texts = z.partialRecord(localeId, prose(0, supportTextMax))

/** An answer that is ready, in as many languages as it was written; English always. */
export const canned = z.object({ id, title: z.string(), texts, updated: millis, updated_by: z.string() })
export type Canned = z.infer<typeof canned>

const cannedBody = z.object({ title: line(1, 80), texts })

export const deskCanned = defineRoute({
  ...read,
  path: '/desk/support/canned',
  answer: z.array(canned),
  summary: 'Answers that are ready, by title.',
})

export const deskCannedMake = defineRoute({
  ...write,
  path: '/desk/support/canned',
  body: cannedBody,
  answer: canned,
  errors: ['field_malformed', 'request_malformed', 'canned_english_missing', 'canned_too_many'],
  summary: 'Adds an answer that is ready.',
})

export const deskCannedChange = defineRoute({
  method: 'PUT',
  path: '/desk/support/canned/{id}',
  ...named,
  access: 'desk_support_write',
  body: cannedBody,
  answer: canned,
  errors: ['field_malformed', 'request_malformed', 'canned_unknown', 'canned_english_missing'],
  summary: 'Changes an answer that is ready. What was sent of it stays as it was sent.',
})

export const deskCannedRemove = defineRoute({
  method: 'DELETE',
  path: '/desk/support/canned/{id}',
  ...named,
  access: 'desk_support_write',
  answer: z.null(),
  errors: ['field_malformed', 'canned_unknown'],
  summary: 'Takes an answer off the list of those that are ready.',
})

export const deskTicket = z.extend(ticket, { uid: id, account: z.string(), lang: localeId, answered_by: z.string() })
export type DeskTicket = z.infer<typeof deskTicket>

export const deskTicketOne = z.extend(ticketOne, {
  uid: id,
  account: z.string(),
  lang: localeId,
  answered_by: z.string(),
})
export type DeskTicketOne = z.infer<typeof deskTicketOne>

export const deskTickets = defineRoute({
  ...read,
  path: '/desk/support/tickets',
  query: z.object({ ...page, status: z.optional(ticketStatus) }),
  answer: z.extend(pageOf(deskTicket), { open: z.int() }),
  errors: ['field_malformed'],
  summary: 'Messages to customer service of a status: open ones oldest first, the others newest first.',
})

export const deskTicketRead = defineRoute({
  ...read,
  ...named,
  path: '/desk/support/tickets/{id}',
  answer: deskTicketOne,
  errors: ['field_malformed', 'ticket_unknown'],
  summary: 'One message with its answers; reading it is itself written to the audit log.',
})

export const deskTicketAnswer = defineRoute({
  ...write,
  ...named,
  path: '/desk/support/tickets/{id}/answers',
  body: z.object({ key: idempotencyKey, text: supportText, close: z._default(z.boolean(), false) }),
  answer: deskTicketOne,
  errors: ['field_malformed', 'request_malformed', 'ticket_unknown', 'ticket_full', 'key_reused'],
  summary: 'Answers a message; its person is told by mail, in their language.',
})

export const deskTicketClose = defineRoute({
  ...write,
  ...named,
  path: '/desk/support/tickets/{id}/close',
  answer: deskTicketOne,
  errors: ['field_malformed', 'ticket_unknown'],
  summary: 'Closes a message without a further answer.',
})

export const deskTicketImage = defineRoute({
  ...read,
  path: '/desk/support/tickets/{id}/images/{image}',
  params: z.object({ id, image: id }),
  answer: z.null(),
  media: 'image/jpeg',
  errors: ['field_malformed', 'ticket_unknown', 'file_unknown'],
  summary: 'A picture of a message; each look at it is written to the audit log.',
})

export const deskSupportRoutes = {
  deskChats,
  deskChatOne,
  deskChatMessages,
  deskChatSend,
  deskChatSendImage,
  deskChatImage,
  deskChatTake,
  deskChatHand,
  deskChatEnd,
  deskChatSeen,
  deskChatTyping,
  deskSupportOperators,
  deskSupportMe,
  deskSupportMeChange,
  deskSocket,
  deskCanned,
  deskCannedMake,
  deskCannedChange,
  deskCannedRemove,
  deskTickets,
  deskTicketRead,
  deskTicketAnswer,
  deskTicketClose,
  deskTicketImage,
}
