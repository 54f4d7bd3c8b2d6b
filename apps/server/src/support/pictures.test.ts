import { randomUUID } from 'node:crypto'
import { deskSupportRoutes as desk } from '@truemark/protocol/routes/deskSupport'
import { supportRoutes as routes } from '@truemark/protocol/routes/support'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp } from '../testing/people.ts'

let server: LiveServer
let people = 0
let ann = ''
beforeAll(async () => {
  server = await startLiveServer()
  ann = await makeOperator(server, 'support', 'Ann')
})
afterAll(() => server.stop())

async function person(): Promise<string> {
  people += 1
  return signUp(server, `show${people}@example.com`, `+3361235${String(5_000 + people)}`)
}

function newKey(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

const say = (token: string, text: string) => server.ok(routes.chatSend, { token, body: { key: newKey(), text } })

/** The desk's id of the chat whose last line this is. */
async function chatOf(text: string): Promise<string> {
  const { items } = await server.ok(desk.deskChats, { token: ann, query: { queue: 'open', limit: '100' } })
  return items.find(({ last }) => last === text)?.id ?? ''
}

describe('a picture', () => {
  const photo = (shade: number) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 90, b: 120 } } })
      .png()
      .toBuffer()

  function formOf(key: string, bytes: Buffer): FormData {
    const form = new FormData()
    form.set('key', key)
    form.set('text', 'look')
    form.append('image', new Blob([Uint8Array.from(bytes)]), 'a.png')
    return form
  }

  it('is read anew, shown to both sides and to nobody else, and sent once', async () => {
    const token = await person()
    const key = newKey()
    const line = await server.ok(routes.chatSendImage, { token, form: formOf(key, await photo(10)) })
    const again = await server.ok(routes.chatSendImage, { token, form: formOf(key, await photo(10)) })
    expect(again).toEqual(line)
    expect((await server.call(routes.chatSendImage, { token, form: formOf(key, await photo(20)) })).reason).toBe(
      'key_reused',
    )
    const image = line.image ?? ''
    const mine = await server.raw(routes.chatImage, { token, params: { id: image } })
    expect([mine.headers.get('content-type'), mine.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      'private, no-store',
    ])
    const id = await chatOf('look')
    expect((await server.raw(desk.deskChatImage, { token: ann, params: { id, image } })).status).toBe(200)
    const stranger = await person()
    await say(stranger, 'hello')
    expect((await server.call(routes.chatImage, { token: stranger, params: { id: image } })).reason).toBe(
      'file_unknown',
    )
    const other = await chatOf('hello')
    expect((await server.call(desk.deskChatImage, { token: ann, params: { id: other, image } })).reason).toBe(
      'file_unknown',
    )
  })

  it('is refused where it is none, and leaves nothing', async () => {
    const token = await person()
    const refusal = await server.call(routes.chatSendImage, { token, form: formOf(newKey(), Buffer.from('%PDF-1.7')) })
    expect(refusal.reason).toBe('file_type_invalid')
    const form = new FormData()
    form.set('key', newKey())
    expect((await server.call(routes.chatSendImage, { token, form })).reason).toBe('image_missing')
    expect((await server.ok(routes.chatMessages, { token })).state.seq).toBe(0)
    const { rows } = await server.database.query<{ count: string }>(
      `SELECT count(*) FROM file AS f WHERE purpose = 'chat' AND erased_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM chat_message AS m WHERE m.file_id = f.id)`,
    )
    expect(rows[0]?.count).toBe('0')
  })
})
