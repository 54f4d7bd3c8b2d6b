import { supportRoutes as routes } from '@truemark/protocol/routes/support'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { endChat, markSeen, pageOfChat, say } from './chat.ts'
import { findChatOf, holdChat, showsFile } from './chat.store.ts'
import { pictureOf } from './pictures.ts'
import type { SupportPorts } from './ports.ts'
import { sendTranscript, wasSentLately } from './transcript.ts'

/** Binds a person's own chat. Nobody can name another's: each route finds its caller's. */
export function bindChat(gateway: Gateway, ports: SupportPorts): void {
  const { database, ids, support } = ports
  gateway.bind(routes.chatMessages, async ({ caller, query }) => {
    if (query.after !== undefined && query.before !== undefined) return refused('field_malformed')
    return done(await pageOfChat(ports, await findChatOf(database, caller.userId), query))
  })
  gateway.bind(routes.chatSend, ({ caller, body }) =>
    say(ports, { side: 'user', userId: caller.userId, guest: caller.guest }, { ...body, image: null }),
  )
  gateway.bind(routes.chatSendImage, async ({ caller, body, files: [image] }) => {
    if (image === undefined) return refused('image_missing')
    return say(ports, { side: 'user', userId: caller.userId, guest: caller.guest }, { ...body, image })
  })
  gateway.bind(routes.chatImage, async ({ caller, params }) => {
    const id = ids.read('picture', params.id)
    const chat = id === null ? null : await findChatOf(database, caller.userId)
    if (id === null || chat === null || !(await showsFile(database, chat.id, id))) return refused('file_unknown')
    return pictureOf(ports, id, 'chat')
  })
  gateway.bind(routes.chatSeen, ({ caller, body }) => markSeen(ports, caller.userId, 'user', body))
  gateway.bind(routes.chatTyping, async ({ caller }) => {
    const chat = await findChatOf(database, caller.userId)
    if (chat?.open === true) support.typing(chat, 'user', '')
    return done(null)
  })
  gateway.bind(routes.chatEnd, async ({ caller, body }) => {
    const ended = await endChat(ports, caller.userId, 'ended_user', async (client, chat) => {
      if (!body.transcript) return null
      if (chat.email === '') return { reason: 'transcript_no_mail', params: undefined }
      await sendTranscript(ports, client, chat)
      return null
    })
    return ended.ok ? done(support.stateOf(ended.data)) : ended
  })
  gateway.bind(routes.chatTranscript, ({ caller }) => transcript(ports, caller.userId))
}

async function transcript(ports: SupportPorts, userId: number): Promise<Outcome<null>> {
  const { database, now } = ports
  const found = await findChatOf(database, userId)
  if (found === null) return refused('chat_unknown')
  return database.transaction(async (client) => {
    const chat = await holdChat(client, found.id)
    if (chat === null) return refused('chat_unknown')
    if (chat.email === '') return refused('transcript_no_mail')
    if (wasSentLately(chat, now())) return refused('transcript_sent')
    await sendTranscript(ports, client, chat)
    return done(null)
  })
}
