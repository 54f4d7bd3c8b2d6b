import { randomUUID } from 'node:crypto'
import { deskSupportRoutes as desk } from '@truemark/protocol/routes/deskSupport'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { contentRoutes } from '@truemark/protocol/routes/content'
import type { ChatChange } from '@truemark/protocol/chatMessage'
import { supportRoutes as routes } from '@truemark/protocol/routes/support'
import { serverMessage, streamType } from '@truemark/protocol/stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp } from '../testing/people.ts'

let server: LiveServer
let people = 0
let ann = ''
let ben = ''
let auditor = ''
beforeAll(async () => {
  server = await startLiveServer()
  ann = await makeOperator(server, 'support', 'Ann')
  ben = await makeOperator(server, 'support', 'Ben')
  auditor = await makeOperator(server, 'auditor', 'Audit')
})
afterAll(() => server.stop())
const opened: WebSocket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate()
})

async function person(): Promise<string> {
  people += 1
  return signUp(server, `talk${people}@example.com`, `+3361233${String(5_000 + people)}`)
}

function newKey(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

const say = (token: string, text: string, key = newKey()) => server.ok(routes.chatSend, { token, body: { key, text } })

/** The desk's id of the chat whose last line this is. */
async function chatOf(text: string): Promise<string> {
  const { items } = await server.ok(desk.deskChats, { token: auditor, query: { queue: 'open', limit: '100' } })
  const found = items.find(({ last }) => last === text)
  if (found === undefined) throw new Error('there is no such chat')
  return found.id
}

interface Ear {
  readonly heard: ChatChange[]
  readonly socket: WebSocket
}

/** A socket, and what it hears of chats. */
async function listen(token: string): Promise<Ear> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws?token=${encodeURIComponent(token)}`)
  opened.push(socket)
  const heard: ChatChange[] = []
  socket.on('message', (data: Buffer) => {
    for (const message of z.parse(z.array(z.unknown()), JSON.parse(data.toString()))) {
      const read = z.safeParse(serverMessage, message)
      if (read.success && read.data.type === streamType.chat) heard.push(read.data.data)
    }
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return { heard, socket }
}

async function userSocket(token: string): Promise<Ear> {
  const { ws } = await server.ok(contentRoutes.appData, { token })
  return listen(ws?.token ?? '')
}

async function deskSocket(token: string): Promise<Ear> {
  const ear = await listen((await server.ok(desk.deskSocket, { token })).token)
  await server.support.look()
  return ear
}

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 15_000
  while (!condition()) {
    if (performance.now() > end) throw new Error('it did not come to pass')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const seqs = (ear: Ear): number[] =>
  ear.heard.flatMap((change) => (change.kind === 'message' ? [change.message.seq] : []))

describe('a chat', () => {
  it('FC-99 keeps no mark that turns what a reader sees', async () => {
    const token = await person()
    await say(token, 'please pay to \u202E4321-8765\u2069')
    const { items } = await server.ok(routes.chatMessages, { token })
    expect(items.at(-1)?.text).toBe('please pay to 4321-8765')
    expect((await server.call(routes.chatSend, { token, body: { key: newKey(), text: '\u202E' } })).code).toBe(550)
  })

  it('numbers what is said without gaps, whoever speaks at once, and once for each key', async () => {
    const token = await person()
    const keys = Array.from({ length: 10 }, newKey)
    // each sent twice at the same time, as a client does whose answer was lost
    await Promise.all([...keys, ...keys].map((key) => say(token, `line ${keys.indexOf(key)}`, key)))
    const { items, state, more } = await server.ok(routes.chatMessages, { token })
    expect(items.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(items[0]).toMatchObject({ author: 'system', event: 'started' })
    expect(new Set(items.slice(1).map(({ key }) => key))).toEqual(new Set(keys))
    expect(state).toMatchObject({ open: true, operator: null, seq: 11, desk: { unread: 10 } })
    expect(more).toBe(false)
    const late = { token, body: { key: keys[0], text: 'line 0' } }
    expect(await server.call(routes.chatSend, late)).toMatchObject({ code: 200, replayed: true })
    const other = await server.call(routes.chatSend, { token, body: { key: keys[0], text: 'something else' } })
    expect(other.reason).toBe('key_reused')
  })

  it('is read on from any line after a lost connection, and back in pages', async () => {
    const token = await person()
    for (let line = 1; line <= 9; line += 1) await say(token, `line ${line}`)
    const on = await server.ok(routes.chatMessages, { token, query: { after: '4', limit: '3' } })
    expect([on.items.map(({ seq }) => seq), on.more]).toEqual([[5, 6, 7], true])
    const rest = await server.ok(routes.chatMessages, { token, query: { after: '7' } })
    expect([rest.items.map(({ seq }) => seq), rest.more]).toEqual([[8, 9, 10], false])
    const newest = await server.ok(routes.chatMessages, { token, query: { limit: '4' } })
    expect([newest.items.map(({ seq }) => seq), newest.more]).toEqual([[7, 8, 9, 10], true])
    const back = await server.ok(routes.chatMessages, { token, query: { before: '7', limit: '100' } })
    expect([back.items.map(({ seq }) => seq), back.more]).toEqual([[1, 2, 3, 4, 5, 6], false])
    expect((await server.call(routes.chatMessages, { token, query: { after: '1', before: '3' } })).reason).toBe(
      'field_malformed',
    )
  })

  it('refuses what is empty, too long or too much', async () => {
    const token = await person()
    const reasonOf = async (text: string) =>
      (await server.call(routes.chatSend, { token, body: { key: newKey(), text } })).reason
    for (const text of ['', ' \n ', 'x'.repeat(2_001), 'a\u0007b']) expect(await reasonOf(text)).toBe('field_malformed')
    expect(await reasonOf('a\u0000b')).toBe('request_malformed')
    expect((await server.call(routes.chatSend, { token, body: { text: 'without a key' } })).reason).toBe(
      'field_malformed',
    )
    await say(token, 'x'.repeat(2_000))
    for (let line = 1; line < 20; line += 1) await say(token, 'again')
    expect((await server.call(routes.chatSend, { token, body: { key: newKey(), text: 'again' } })).reason).toBe(
      'chat_too_fast',
    )
    await server.database.query(`UPDATE chat SET unanswered = 100 WHERE last_text = 'again'`)
    expect((await server.call(routes.chatSend, { token, body: { key: newKey(), text: 'again' } })).reason).toBe(
      'chat_full',
    )
  })

  it('goes over the socket both ways, with typing, delivered and read', async () => {
    const token = await person()
    const [mine, hers, his] = [await userSocket(token), await deskSocket(ann), await deskSocket(ben)]
    await say(token, 'is anybody there?')
    const hears = (ear: Ear) => ear.heard.some((change) => change.kind === 'state' && change.state.seq === 2)
    await until(() => hears(hers) && hears(his) && seqs(mine).length === 2)
    const id = await chatOf('is anybody there?')
    await server.ok(desk.deskSupportMeChange, { token: ann, body: { shown: 'Annie', available: true } })
    const taken = await server.ok(desk.deskChatTake, { token: ann, params: { id } })
    expect(taken).toMatchObject({ operator: 'Ann', mine: true, state: { operator: 'Annie', online: true } })
    await server.ok(desk.deskChatSeen, { token: ann, params: { id }, body: { delivered: 2, read: 2 } })
    await server.ok(desk.deskChatTyping, { token: ann, params: { id } })
    await server.ok(desk.deskChatSend, { token: ann, params: { id }, body: { key: newKey(), text: 'I am' } })
    await until(() => seqs(mine).length === 4 && seqs(hers).length === 2)
    // what is said is told to whoever has the chat; to others that there is more of it, which they read by a noted call
    expect([seqs(hers), seqs(his)]).toEqual([[3, 4], []])
    expect(JSON.stringify(his.heard)).not.toMatch(/anybody|I am/)
    expect(mine.heard.map(({ kind }) => kind)).toEqual(['message', 'message', 'message', 'state', 'typing', 'message'])
    expect(mine.heard.at(-1)).toMatchObject({
      message: { author: 'desk', name: 'Annie', text: 'I am', seq: 4 },
      state: { user: { unread: 1 }, desk: { read: 2, delivered: 2, unread: 0 } },
    })
    await server.ok(routes.chatTyping, { token })
    await until(() => hers.heard.at(-1)?.kind === 'typing')
    expect(his.heard.some(({ kind }) => kind === 'typing')).toBe(false)
    const seen = await server.ok(routes.chatSeen, { token, body: { delivered: 4, read: 4 } })
    expect(seen.user).toEqual({ delivered: 4, read: 4, unread: 0 })
    // nothing goes back, and what is not there yet is not seen
    const back = await server.ok(routes.chatSeen, { token, body: { delivered: 99, read: 1 } })
    expect(back.user).toEqual({ delivered: 4, read: 4, unread: 0 })
  })

  it('is one of a person, whichever account is used, and nobody else’s', async () => {
    const token = await person()
    const demo = (await server.ok(identityRoutes.simulationLogin, { token, body: {} })).token
    await say(token, 'from the real account')
    await say(demo, 'from the demo account')
    expect((await server.ok(routes.chatMessages, { token: demo })).state.seq).toBe(3)
    const stranger = await person()
    expect((await server.ok(routes.chatMessages, { token: stranger })).items).toEqual([])
    expect((await server.call(routes.chatMessages)).reason).toBe('login_required')
    expect((await server.call(routes.chatSeen, { token: stranger, body: { delivered: 1, read: 1 } })).reason).toBe(
      'chat_unknown',
    )
  })

  it('is never changed and never deleted', async () => {
    await say(await person(), 'for ever')
    for (const sql of [
      `UPDATE chat_message SET text = 'other'`,
      'DELETE FROM chat_message',
      'TRUNCATE chat_message CASCADE',
    ]) {
      await expect(server.database.query(sql)).rejects.toThrow('append-only')
    }
  })
})

describe('the desk', () => {
  it('gives a chat to one of two who take it at once, and lets the other neither write nor end it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const text = `who takes ${round}`
      await say(await person(), text)
      const id = await chatOf(text)
      const both = await Promise.all(
        [ann, ben].map((token) => server.call(desk.deskChatTake, { token, params: { id } })),
      )
      expect(both.filter(({ reason }) => reason === null)).toHaveLength(1)
      const loser = both[0]?.reason === 'chat_taken' ? ann : ben
      const answer = { token: loser, params: { id }, body: { key: newKey(), text: 'me too' } }
      expect((await server.call(desk.deskChatSend, answer)).reason).toBe('chat_not_yours')
      expect((await server.call(desk.deskChatEnd, { token: loser, params: { id } })).reason).toBe('chat_not_yours')
      const { items } = await server.ok(desk.deskChatMessages, { token: auditor, params: { id } })
      expect(items.filter(({ event }) => event === 'taken')).toHaveLength(1)
    }
  })

  it('hands over to a colleague, back to the queue, and ends', async () => {
    const token = await person()
    await say(token, 'hand me round')
    const id = await chatOf('hand me round')
    await server.ok(desk.deskChatTake, { token: ann, params: { id } })
    const { items: operators } = await server.ok(desk.deskSupportOperators, { token: ann })
    expect(operators.map(({ name }) => name)).toEqual(['Ann', 'Ben'])
    const first = await server.ok(desk.deskSupportOperators, { token: ann, query: { limit: '1' } })
    const query = { limit: '1', cursor: first.cursor ?? '' }
    const second = await server.ok(desk.deskSupportOperators, { token: ann, query })
    expect([...first.items, ...second.items]).toEqual(operators)
    expect(second.cursor).toBeNull()
    const operator = operators[1]?.id ?? ''
    const handed = await server.ok(desk.deskChatHand, { token: ann, params: { id }, body: { operator } })
    expect(handed).toMatchObject({ operator: 'Ben', mine: false })
    expect(
      (await server.call(desk.deskChatHand, { token: ann, params: { id }, body: { operator: null } })).reason,
    ).toBe('chat_not_yours')
    const nobody = { token: ben, params: { id }, body: { operator: 'nobody' } }
    expect((await server.call(desk.deskChatHand, nobody)).reason).toBe('operator_unknown')
    await server.ok(desk.deskChatHand, { token: ben, params: { id }, body: { operator: null } })
    await server.ok(desk.deskChatTake, { token: ben, params: { id } })
    const ended = await server.ok(desk.deskChatEnd, { token: ben, params: { id } })
    expect(ended.state.open).toBe(false)
    const late = { token: ben, params: { id }, body: { key: newKey(), text: 'one more thing' } }
    expect((await server.call(desk.deskChatSend, late)).reason).toBe('chat_ended')
    expect((await server.call(routes.chatEnd, { token, body: {} })).reason).toBe('chat_ended')
    const { items } = await server.ok(routes.chatMessages, { token })
    expect(items.map(({ event }) => event)).toEqual([
      'started',
      '',
      'taken',
      'handed',
      'returned',
      'taken',
      'ended_desk',
    ])
    // the next word begins another conversation, with the history above it
    await say(token, 'me again')
    expect((await server.ok(routes.chatMessages, { token })).state).toMatchObject({ open: true, seq: 9 })
  })

  it('is only for the roles of customer service, and each look at a person’s chat is in the audit log', async () => {
    await say(await person(), 'seen by whom')
    const id = await chatOf('seen by whom')
    const treasurer = await makeOperator(server, 'treasurer', 'Treasurer')
    expect((await server.call(desk.deskChatMessages, { token: treasurer, params: { id } })).reason).toBe(
      'permission_insufficient',
    )
    expect((await server.call(desk.deskChatTake, { token: auditor, params: { id } })).reason).toBe(
      'permission_insufficient',
    )
    const before = await looks()
    await server.ok(desk.deskChatMessages, { token: ben, params: { id } })
    await server.ok(desk.deskChatMessages, { token: ben, params: { id } })
    await server.ok(desk.deskChatMessages, { token: ben, params: { id }, query: { after: '1' } })
    expect(await looks()).toBe(before + 2)
  })

  async function looks(): Promise<number> {
    const { items } = await server.ok(deskRoutes.deskAudit, {
      token: auditor,
      query: { actor: 'Ben', action: 'chat_read', limit: '100' },
    })
    return items.length
  }

  it('is named in the audit log, for the person too, where it asks for a password, a code or a payment', async () => {
    const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    await say(token, 'help')
    const id = await chatOf('help')
    await server.ok(desk.deskChatTake, { token: ann, params: { id } })
    const tell = (text: string) =>
      server.ok(desk.deskChatSend, { token: ann, params: { id }, body: { key: newKey(), text } })
    const marked = async () =>
      (
        await server.database.query<{ touched: string[] }>(
          `SELECT touched FROM audit WHERE action = 'staff_words_suspicious'`,
        )
      ).rows
    await tell('We never ask for your password.')
    expect(await marked()).toEqual([])
    await tell('Send me the code you got')
    expect(await marked()).toEqual([{ touched: [expect.any(String)] }])
  })

  it('ends what has gone quiet, and never what waits', async () => {
    const [quiet, waiting] = [await person(), await person()]
    await say(quiet, 'answered')
    await say(waiting, 'not answered')
    const id = await chatOf('answered')
    await server.ok(desk.deskChatTake, { token: ann, params: { id } })
    await server.ok(desk.deskChatSend, { token: ann, params: { id }, body: { key: newKey(), text: 'there you are' } })
    await server.support.endIdle(-1)
    const { items, state } = await server.ok(routes.chatMessages, { token: quiet })
    expect([items.at(-1)?.event, state.open]).toEqual(['ended_idle', false])
    expect((await server.ok(routes.chatMessages, { token: waiting })).state.open).toBe(true)
  })
})

describe('a transcript', () => {
  it('goes to its person’s own address, once in a while, and to nobody without one', async () => {
    const token = await person()
    await say(token, 'write this down')
    const state = await server.ok(routes.chatEnd, { token, body: { transcript: true } })
    expect(state.open).toBe(false)
    const { rows } = await server.database.query<{ recipient: string; params: { lines: string; zone: string } }>(
      `SELECT recipient, params FROM outbox WHERE template = 'chatTranscript' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows[0]?.recipient).toBe(`talk${people}@example.com`)
    expect(rows[0]?.params.lines).toContain('You: write this down')
    expect(rows[0]?.params.zone).toBe('UTC')
    expect((await server.call(routes.chatTranscript, { token })).reason).toBe('transcript_sent')
    const guest = (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
    await say(guest, 'I have no address')
    expect((await server.call(routes.chatEnd, { token: guest, body: { transcript: true } })).reason).toBe(
      'transcript_no_mail',
    )
    expect((await server.ok(routes.chatMessages, { token: guest })).state.open).toBe(true)
  })
})

describe('an operator’s presence', () => {
  it('is the desk’s open socket of one who is available', async () => {
    const token = await person()
    await server.ok(desk.deskSupportMeChange, { token: ann, body: { shown: 'Annie', available: false } })
    await server.ok(desk.deskSupportMeChange, { token: ben, body: { shown: '', available: false } })
    const mine = await userSocket(token)
    await say(token, 'hello?')
    expect((await server.ok(routes.chatMessages, { token })).state.online).toBe(false)
    await deskSocket(ann)
    expect((await server.ok(routes.chatMessages, { token })).state.online).toBe(false)
    await server.ok(desk.deskSupportMeChange, { token: ann, body: { shown: 'Annie', available: true } })
    await until(() => mine.heard.some((change) => change.kind === 'state' && change.state.online))
    expect((await server.ok(routes.chatMessages, { token })).state.online).toBe(true)
  })

  it('ends with the session', async () => {
    const carl = await makeOperator(server, 'support', 'Carl')
    const ear = await deskSocket(carl)
    const closed = new Promise<number>((resolve) => ear.socket.once('close', resolve))
    await server.ok(deskRoutes.deskLogout, { token: carl })
    expect(await closed).toBe(4551)
    const user = await person()
    // a person's token opens no desk, and the desk's opens nothing of a person
    expect((await server.call(desk.deskSocket, { token: user })).reason).toBe('permission_insufficient')
  })
})
