import * as z from 'zod/mini'
import { id, millis } from './values.ts'

export const chatAuthor = z.enum(['user', 'desk', 'system'])

/** What a line says that nobody wrote; empty where somebody did. `returned` is handed back to the queue. */
export const chatEvent = z.enum([
  '',
  'started',
  'taken',
  'handed',
  'returned',
  'ended_user',
  'ended_desk',
  'ended_idle',
])
export type ChatEvent = z.infer<typeof chatEvent>

/** One line of a chat. Lines of one person are numbered 1, 2, 3, … without gaps and never change. */
export const chatMessage = z.object({
  seq: z.int(),
  author: chatAuthor,
  event: chatEvent,
  /** The sender's own key, by which it knows its message again; empty where nobody wrote. */
  key: z.string(),
  /** The operator's name as users see it; empty for a user's line, and for an operator who has chosen none. */
  name: z.string(),
  text: z.string(),
  image: z.nullable(id),
  time: millis,
})
export type ChatMessage = z.infer<typeof chatMessage>

const reach = z.object({ delivered: z.int(), read: z.int(), unread: z.int() })

/**
 * How a chat stands. `seq` is its last line. `user` and `desk` say up to which line each side has got and read it, and
 * how many lines of the other it has not read.
 */
export const chatState = z.object({
  open: z.boolean(),
  /** Whether an operator is there now. */
  online: z.boolean(),
  /** Who answers, as users see the name; null while nobody has taken it. */
  operator: z.nullable(z.string()),
  seq: z.int(),
  user: reach,
  desk: reach,
})
export type ChatState = z.infer<typeof chatState>

/** What is told of a chat, or of a ticket, over the socket. `typing` fades by itself after a few seconds. */
export const chatChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), chat: id, message: chatMessage, state: chatState }),
  z.object({ kind: z.literal('state'), chat: id, state: chatState }),
  z.object({ kind: z.literal('typing'), chat: id, by: z.enum(['user', 'desk']), name: z.string() }),
  z.object({ kind: z.literal('ticket'), ticket: id, status: z.enum(['open', 'answered', 'closed']) }),
])
export type ChatChange = z.infer<typeof chatChange>
