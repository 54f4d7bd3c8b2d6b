import { parseLocaleId } from '@truemark/protocol/locale'
import { type DeskChat, deskSupportRoutes as routes } from '@truemark/protocol/routes/deskSupport'
import { isStaffSuspicious } from '@truemark/protocol/staffWarning'
import { pageLimit } from '@truemark/protocol/values'
import { actingOf, actorOf, appendAudit, noteReading } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { deskRefusal, endChat, inTurn, markSeen, pageOfChat, say } from './chat.ts'
import {
  type ChatRow,
  type LineRow,
  assignChat,
  countWaiting,
  findChat,
  findChats,
  holdChat,
  insertLine,
  showsFile,
} from './chat.store.ts'
import { findSupportOperator, findSupportOperators } from './operators.store.ts'
import { pictureOf } from './pictures.ts'
import type { SupportPorts } from './ports.ts'
import { supportRoles, systemLine } from './supportStream.ts'

/** Binds the desk's side of chats: nothing of a person is shown without an entry in the audit log. */
export function bindChatDesk(gateway: Gateway, ports: SupportPorts): void {
  bindReading(gateway, ports)
  bindSpeaking(gateway, ports)
  bindKeeping(gateway, ports)
}

function bindReading(gateway: Gateway, ports: SupportPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.deskChats, async ({ caller, query }) => {
    const id = query.cursor === undefined ? null : ids.read('chat', query.cursor)
    const from = id === null ? null : await findChat(database, id)
    if (query.cursor !== undefined && from === null) return refused('field_malformed')
    const limit = pageLimit(query.limit)
    const rows = await findChats(database, query.queue ?? 'waiting', { operator: caller.userId, from, limit })
    const items = rows.map((row) => shapeOf(ports, caller, row))
    const actor = await actorOf(ports, caller)
    const shown = items.map(({ uid }) => uid)
    await database.transaction((client) =>
      noteReading(client, { actor, action: 'chats_listed', shown, touched: shown }),
    )
    const cursor = rows.length === limit ? (items.at(-1)?.id ?? null) : null
    return done({ items, cursor, waiting: await countWaiting(database) })
  })
  gateway.bind(routes.deskChatOne, async ({ caller, params }) => {
    const chat = await named(ports, params.id)
    if (chat === null) return refused('chat_unknown')
    const actor = await actorOf(ports, caller)
    const shown = [ids.write('user', chat.userId)]
    await database.transaction((client) =>
      noteReading(client, { actor, action: 'chats_listed', shown, touched: shown }),
    )
    return done(shapeOf(ports, caller, chat))
  })
  gateway.bind(routes.deskChatMessages, async ({ caller, params, query }) => {
    if (query.after !== undefined && query.before !== undefined) return refused('field_malformed')
    const chat = await named(ports, params.id)
    if (chat === null) return refused('chat_unknown')
    // who goes on reading what is open before them is noted once in a while, who opens it each time
    await noteLook(ports, caller, chat, query.after === undefined)
    return done(await pageOfChat(ports, chat, query))
  })
  gateway.bind(routes.deskChatImage, async ({ caller, params }) => {
    const chat = await named(ports, params.id)
    if (chat === null) return refused('chat_unknown')
    const id = ids.read('picture', params.image)
    if (id === null || !(await showsFile(database, chat.id, id))) return refused('file_unknown')
    const subject = ids.write('user', chat.userId)
    const detail = { image: params.image }
    const actor = await actorOf(ports, caller)
    await database.transaction((client) =>
      appendAudit(client, { actor, action: 'chat_image_read', subject, reason: '', detail, touched: [subject] }),
    )
    return pictureOf(ports, id, 'chat')
  })
}

function bindSpeaking(gateway: Gateway, ports: SupportPorts): void {
  const { database, support } = ports
  const speak = async (caller: Caller, text: string, said: Parameters<typeof say>[2]) => {
    const chat = await named(ports, text)
    if (chat === null) return refused('chat_unknown')
    const { shown } = await findSupportOperator(database, caller.userId)
    const isAway = !support.isHere(chat)
    const outcome = await say(
      ports,
      { side: 'desk', userId: chat.userId, operatorId: caller.userId, shown, isAway },
      said,
    )
    if (outcome.ok && isStaffSuspicious(said.text)) {
      await database.transaction((client) => audit(ports, client, caller, chat, 'staff_words_suspicious', {}))
    }
    return outcome
  }
  gateway.bind(routes.deskChatSend, ({ caller, params, body }) => speak(caller, params.id, { ...body, image: null }))
  gateway.bind(routes.deskChatSendImage, async ({ caller, params, body, files: [image] }) =>
    image === undefined ? refused('image_missing') : speak(caller, params.id, { ...body, image }),
  )
  gateway.bind(routes.deskChatSeen, async ({ params, body }) => {
    const chat = await named(ports, params.id)
    return chat === null ? refused('chat_unknown') : markSeen(ports, chat.userId, 'desk', body)
  })
  gateway.bind(routes.deskChatTyping, async ({ caller, params }) => {
    const chat = await named(ports, params.id)
    if (chat === null) return refused('chat_unknown')
    if (chat.open && chat.operatorId === caller.userId) support.typing(chat, 'desk', chat.operatorShown)
    return done(null)
  })
}

function bindKeeping(gateway: Gateway, ports: SupportPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.deskChatTake, async ({ caller, params }) => {
    const { shown } = await findSupportOperator(database, caller.userId)
    return change(ports, caller, params.id, async (client, chat) => {
      if (!chat.open) return refused('chat_ended')
      if (chat.operatorId === caller.userId) return done([])
      if (chat.operatorId !== null) return refused('chat_taken', { name: chat.operatorName })
      await assignChat(client, chat.id, caller.userId)
      await audit(ports, client, caller, chat, 'chat_taken', {})
      return done([await insertLine(client, chat.id, systemLine('taken', shown, caller.userId))])
    })
  })
  gateway.bind(routes.deskChatHand, async ({ caller, params, body }) => {
    const to = body.operator === null ? null : ids.read('operator', body.operator)
    const others = await findSupportOperators(database, supportRoles)
    const next = others.find((operator) => operator.id === to) ?? null
    if (body.operator !== null && next === null) return refused('operator_unknown')
    return change(ports, caller, params.id, async (client, chat) => {
      const isHeldByOther = chat.operatorId !== null && caller.actor === 'administrator'
      const refusal = isHeldByOther && chat.open ? null : deskRefusal(chat, caller.userId)
      if (refusal !== null) return refused(refusal.reason, refusal.params)
      if (chat.operatorId === (next?.id ?? null)) return done([])
      await assignChat(client, chat.id, next?.id ?? null)
      await audit(ports, client, caller, chat, 'chat_handed', { to: next?.name ?? '' })
      const line = next === null ? systemLine('returned') : systemLine('handed', next.shown, next.id)
      return done([await insertLine(client, chat.id, line)])
    })
  })
  gateway.bind(routes.deskChatEnd, async ({ caller, params }) => {
    const chat = await named(ports, params.id)
    if (chat === null) return refused('chat_unknown')
    const ended = await endChat(ports, chat.userId, 'ended_desk', async (client, held) => {
      const refusal = deskRefusal(held, caller.userId)
      if (refusal === null) await audit(ports, client, caller, held, 'chat_ended', {})
      return refusal
    })
    return ended.ok ? done(shapeOf(ports, caller, ended.data)) : ended
  })
}

async function named({ database, ids }: SupportPorts, text: string): Promise<ChatRow | null> {
  const id = ids.read('chat', text)
  return id === null ? null : findChat(database, id)
}

function shapeOf({ ids, support }: SupportPorts, caller: Caller, chat: ChatRow): DeskChat {
  return {
    id: ids.write('chat', chat.id),
    uid: ids.write('user', chat.userId),
    account: chat.account,
    lang: parseLocaleId(chat.lang),
    state: support.stateOf(chat),
    operator: chat.operatorName,
    mine: chat.operatorId === caller.userId,
    waiting: chat.waitingSince,
    last: chat.lastText,
    updated: chat.updatedAt,
  }
}

async function noteLook(ports: SupportPorts, caller: Caller, chat: ChatRow, isOpening: boolean): Promise<void> {
  const { database, ids } = ports
  const actor = await actorOf(ports, caller)
  const uid = ids.write('user', chat.userId)
  await database.transaction<unknown>((client) =>
    isOpening
      ? appendAudit(client, {
          actor,
          action: 'chat_read',
          subject: uid,
          reason: '',
          detail: { shown: uid },
          touched: [uid],
        })
      : noteReading(client, { actor, action: 'chat_read', shown: [uid], touched: [uid] }),
  )
}

async function audit(
  ports: SupportPorts,
  client: Queryable,
  caller: Caller,
  chat: ChatRow,
  action: 'chat_taken' | 'chat_handed' | 'chat_ended' | 'staff_words_suspicious',
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  const actor = await actingOf(client, caller)
  const uid = ports.ids.write('user', chat.userId)
  await appendAudit(client, { actor, action, subject: uid, reason: '', detail, touched: [uid] })
}

/** Changes who has a chat, alone of all that happens in it; its audit entry commits with it. */
async function change(
  ports: SupportPorts,
  caller: Caller,
  text: string,
  work: (client: Queryable, chat: ChatRow) => Promise<Outcome<readonly LineRow[]>>,
): Promise<Outcome<DeskChat>> {
  const { database, support } = ports
  const found = await named(ports, text)
  if (found === null) return refused('chat_unknown')
  return inTurn(found.userId, async () => {
    const changed = await database.transaction(async (client) => {
      const chat = await holdChat(client, found.id)
      return chat === null ? refused('chat_unknown') : work(client, chat)
    })
    if (!changed.ok) return changed
    const chat = (await findChat(database, found.id)) ?? found
    support.said(chat, changed.data)
    return done(shapeOf(ports, caller, chat))
  })
}
