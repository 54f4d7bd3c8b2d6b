import { createHash } from 'node:crypto'
import type { Reason } from '@truemark/protocol/errors'
import type { ChatMessage, ChatState } from '@truemark/protocol/chatMessage'
import type { ChatPage } from '@truemark/protocol/routes/support'
import { pageLimit } from '@truemark/protocol/values'
import { notify } from '../notification/door.ts'
import type { ImageSender } from '../platform/files/images.ts'
import { type Outcome, type SentFile, done, refused, replayed } from '../platform/http/call.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { Turns } from '../platform/turns.ts'
import {
  type ChatRow,
  type LineRow,
  closeChat,
  countRecent,
  findByKey,
  findChatOf,
  holdChatOf,
  insertLine,
  linesAfter,
  linesBefore,
  moveReach,
  openChat,
} from './chat.store.ts'
import { keepPictures } from './pictures.ts'
import { type SupportPorts, pace, unansweredMax } from './ports.ts'
import { systemLine } from './supportStream.ts'

/** Who says something: a person, or an operator in a person's chat. */
export type Speaker =
  | { readonly side: 'user'; readonly userId: number; readonly guest: boolean }
  | {
      readonly side: 'desk'
      readonly userId: number
      readonly operatorId: number
      readonly shown: string
      /** Whether the person has the app closed. */
      readonly isAway: boolean
    }

export interface Said {
  readonly key: string
  readonly text: string
  readonly image: SentFile | null
}

type Attempt =
  | { readonly ok: true; readonly lines: readonly LineRow[]; readonly isRepeat: boolean }
  | { readonly ok: false; readonly reason: Reason; readonly params: Readonly<Record<string, string>> | undefined }

// one change of a chat at a time, so that its lines are told in their order
const turns = new Turns()

/** Runs `work` alone for a person's chat. */
export function inTurn<T>(userId: number, work: () => Promise<T>): Promise<T> {
  return turns.take(userId, work)
}

/** Adds what somebody says to a chat, once for its key. What can be refused is refused before an image is read. */
export function say(ports: SupportPorts, speaker: Speaker, said: Said): Promise<Outcome<ChatMessage>> {
  return inTurn(speaker.userId, async () => {
    const { database } = ports
    if (said.image === null)
      return told(ports, speaker, await database.transaction((c) => attempt(c, speaker, said, null)))
    const early = await database.transaction((client) => attempt(client, speaker, said, 'none yet'))
    if (!early.ok || early.isRepeat) return told(ports, speaker, early)
    const kept = await keepPictures(ports, senderOf(speaker), 'chat', [said.image])
    if (!kept.ok) return refused(kept.reason)
    const [fileId = 0] = kept.ids
    const made = await database.transaction(async (client) => {
      await ports.vault.use(client, fileId, 'chat')
      return attempt(client, speaker, said, fileId)
    })
    if (!made.ok || made.isRepeat) await kept.drop()
    return told(ports, speaker, made)
  })
}

function senderOf(speaker: Speaker): ImageSender {
  return { userId: speaker.userId, guest: speaker.side === 'user' && speaker.guest }
}

async function told(ports: SupportPorts, { userId }: Speaker, made: Attempt): Promise<Outcome<ChatMessage>> {
  if (!made.ok) return refused(made.reason, made.params)
  const chat = await findChatOf(ports.database, userId)
  if (chat !== null && !made.isRepeat) ports.support.said(chat, made.lines)
  const line = made.lines.at(-1)
  if (line === undefined) return refused('server_error')
  return replayed(done(ports.support.lineShape(line)), made.isRepeat)
}

// `none yet` only finds out whether the line could be added: its image is read after that
async function attempt(
  client: Queryable,
  speaker: Speaker,
  said: Said,
  fileId: number | null | 'none yet',
): Promise<Attempt> {
  const chat = await holdChatOf(client, speaker.userId)
  const digest = digestOf(said)
  const before = await findByKey(client, chat.id, speaker.side, said.key)
  if (before !== null) {
    if (before.digest?.equals(digest) !== true) return { ok: false, reason: 'key_reused', params: undefined }
    return { ok: true, lines: [before], isRepeat: true }
  }
  const refusal = speaker.side === 'user' ? await userRefusal(client, chat) : deskRefusal(chat, speaker.operatorId)
  if (refusal !== null) return { ok: false, ...refusal }
  if (fileId === 'none yet') return { ok: true, lines: [], isRepeat: false }
  const lines: LineRow[] = []
  if (!chat.open) {
    await openChat(client, chat.id)
    lines.push(await insertLine(client, chat.id, systemLine('started')))
  }
  const { side } = speaker
  const by = side === 'desk' ? { operatorId: speaker.operatorId, name: speaker.shown } : { operatorId: null, name: '' }
  const { key, text } = said
  lines.push(await insertLine(client, chat.id, { author: side, event: '', ...by, key, digest, text, fileId }))
  if (side === 'desk' && speaker.isAway) await tellAway(client, chat)
  return { ok: true, lines, isRepeat: false }
}

// once until they look: what follows stands with it
async function tellAway(client: Queryable, { id, userId, lastSeq, user }: ChatRow): Promise<void> {
  if (user.unread > 0) return
  const once = `chat:${id}:${lastSeq}`
  await notify(client, { userId, realm: null, kind: 'chat_message', params: {}, ref: null, once })
}

type Refusal = { readonly reason: Reason; readonly params: Readonly<Record<string, string>> | undefined }

async function userRefusal(client: Queryable, chat: ChatRow): Promise<Refusal | null> {
  if (chat.open && chat.unanswered >= unansweredMax)
    return { reason: 'chat_full', params: { max: String(unansweredMax) } }
  const recent = await countRecent(client, chat.id, pace.seconds)
  return recent >= pace.messages ? { reason: 'chat_too_fast', params: undefined } : null
}

/** Why an operator cannot do something in a chat, or null. */
export function deskRefusal(chat: ChatRow, operatorId: number): Refusal | null {
  if (!chat.open) return { reason: 'chat_ended', params: undefined }
  return chat.operatorId === operatorId ? null : { reason: 'chat_not_yours', params: undefined }
}

function digestOf({ text, image }: Said): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([text, image === null ? '' : createHash('sha256').update(image.bytes).digest('hex')]))
    .digest()
}

interface Query {
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly limit?: string | undefined
}

/** How a chat stands, and a page of its lines. */
export async function pageOfChat(ports: SupportPorts, chat: ChatRow | null, query: Query): Promise<ChatPage> {
  const { database, support } = ports
  const limit = pageLimit(query.limit)
  if (chat === null) return { state: support.stateOf(null), items: [], more: false }
  const isOnward = query.after !== undefined
  // one more than asked for tells whether there are more
  const rows = isOnward
    ? await linesAfter(database, chat.id, Number(query.after), limit + 1)
    : await linesBefore(database, chat.id, query.before === undefined ? null : Number(query.before), limit + 1)
  const more = rows.length > limit
  const shown = more ? (isOnward ? rows.slice(0, limit) : rows.slice(1)) : rows
  return { state: support.stateOf(chat), items: shown.map((line) => support.lineShape(line)), more }
}

/** Notes up to which line a side has got and read. */
export function markSeen(
  ports: SupportPorts,
  userId: number,
  side: 'user' | 'desk',
  reach: { readonly delivered: number; readonly read: number },
): Promise<Outcome<ChatState>> {
  const { database, support } = ports
  return inTurn(userId, async () => {
    const before = await findChatOf(database, userId)
    if (before === null) return refused('chat_unknown')
    const isNews = reach.read > before[side].read || reach.delivered > before[side].delivered
    if (!isNews) return done(support.stateOf(before))
    await moveReach(database, before.id, side, reach)
    const chat = (await findChatOf(database, userId)) ?? before
    support.moved(chat)
    return done(support.stateOf(chat))
  })
}

/** Ends a person's open conversation; `within` adds to it in the same transaction, or refuses. */
export function endChat(
  ports: SupportPorts,
  userId: number,
  event: 'ended_user' | 'ended_desk',
  within: (client: Queryable, chat: ChatRow) => Promise<Refusal | null>,
): Promise<Outcome<ChatRow>> {
  const { database, support } = ports
  return inTurn(userId, async () => {
    const ended = await database.transaction(async (client) => {
      const chat = await holdChatOf(client, userId)
      if (!chat.open) return { ok: false, reason: 'chat_ended', params: undefined } as const
      const refusal = await within(client, chat)
      if (refusal !== null) return { ok: false, ...refusal } as const
      await closeChat(client, chat.id)
      return { ok: true, line: await insertLine(client, chat.id, systemLine(event)) } as const
    })
    if (!ended.ok) return refused(ended.reason, ended.params)
    const chat = await findChatOf(database, userId)
    if (chat === null) return refused('chat_unknown')
    support.said(chat, [ended.line])
    return done(chat)
  })
}
