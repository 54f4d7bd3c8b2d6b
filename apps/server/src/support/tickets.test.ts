import { randomUUID } from 'node:crypto'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { contentRoutes } from '@truemark/protocol/routes/content'
import { deskSettingsRoutes } from '@truemark/protocol/routes/deskSettings'
import { deskSupportRoutes as desk } from '@truemark/protocol/routes/deskSupport'
import { identityRoutes } from '@truemark/protocol/routes/identity'
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
  await server.ok(desk.deskSupportMeChange, { token: ann, body: { shown: 'Annie', available: true } })
})
afterAll(() => server.stop())

async function person(): Promise<string> {
  people += 1
  return signUp(server, `ask${people}@example.com`, `+3361234${String(5_000 + people)}`)
}

function newKey(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

const photo = (shade: number) =>
  sharp({ create: { width: 24, height: 18, channels: 3, background: { r: shade, g: 90, b: 120 } } })
    .png()
    .toBuffer()

function formOf(fields: Readonly<Record<string, string>>, pictures: readonly Buffer[] = []): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const bytes of pictures) form.append('attachment', new Blob([Uint8Array.from(bytes)]), 'a.png')
  return form
}

const fields = { phone: '06 12 34 56 78', question: 'Where is my deposit?' }
const leave = (token: string, change: Readonly<Record<string, string>> = {}, pictures: readonly Buffer[] = []) =>
  server.call(routes.ticketMake, { token, key: newKey(), form: formOf({ ...fields, ...change }, pictures) })

async function left(token: string, question = fields.question): Promise<string> {
  const { data } = await leave(token, { question })
  if (data === null) throw new Error('it was not left')
  return data.id
}

async function filesKept(): Promise<number> {
  const { rows } = await server.database.query<{ count: string }>(
    `SELECT count(*) FROM file WHERE purpose = 'ticket' AND erased_at IS NULL`,
  )
  return Number(rows[0]?.count ?? 0)
}

describe('a ticket', () => {
  it('is left with five pictures, once for its key', async () => {
    const token = await person()
    const pictures = await Promise.all([1, 2, 3, 4, 5].map(photo))
    const key = newKey()
    const send = () => server.ok(routes.ticketMake, { token, key, form: formOf(fields, pictures) })
    const [first, again] = await Promise.all([send(), send()])
    const late = { token, key, form: formOf(fields, pictures) }
    expect(await server.call(routes.ticketMake, late)).toMatchObject({ code: 200, replayed: true })
    expect(again.id).toBe(first.id)
    expect(first).toMatchObject({ status: 'open', phone: '+33612345678', question: 'Where is my deposit?' })
    expect(first.lines[0]?.images).toHaveLength(5)
    expect((await server.ok(routes.tickets, { token })).items).toHaveLength(1)
    const other = { token, key, form: formOf({ ...fields, question: 'Another one' }, pictures) }
    expect((await server.call(routes.ticketMake, other)).reason).toBe('key_reused')
  })

  it('refuses each fault with its own reason, and keeps nothing of it', async () => {
    const token = await person()
    const before = await filesKept()
    const reasonOf = async (change: Readonly<Record<string, string>>, pictures: readonly Buffer[] = []) =>
      (await leave(token, change, pictures)).reason
    const image = await photo(9)
    expect(await reasonOf({ phone: ' ' })).toBe('information_incomplete')
    expect(await reasonOf({ question: ' \n' })).toBe('information_incomplete')
    expect(await reasonOf({ phone: '12' })).toBe('phone_invalid')
    expect(await reasonOf({ question: 'x'.repeat(2_001) })).toBe('field_malformed')
    expect(await reasonOf({}, [image, image, image, image, image, image])).toBe('files_too_many')
    expect(await reasonOf({}, [image, Buffer.from('%PDF-1.7')])).toBe('file_type_invalid')
    expect(await reasonOf({}, [Buffer.alloc(5 * 1024 ** 2 + 1)])).toBe('file_too_large')
    // 5 MB exactly are taken, and then found to be no picture
    expect(await reasonOf({}, [Buffer.alloc(5 * 1024 ** 2)])).toBe('file_type_invalid')
    expect(await filesKept()).toBe(before)
    expect((await server.ok(routes.tickets, { token })).items).toEqual([])
  })

  it('is bounded: ten that are not closed', async () => {
    const token = await person()
    const ids: string[] = []
    for (let count = 0; count < 10; count += 1) ids.push(await left(token, `question ${count}`))
    expect((await leave(token)).reason).toBe('tickets_too_many')
    await server.ok(routes.ticketClose, { token, params: { id: ids[0] ?? '' } })
    expect((await leave(token)).reason).toBeNull()
    const page = await server.ok(routes.tickets, { token, query: { limit: '4' } })
    const rest = await server.ok(routes.tickets, { token, query: { limit: '100', cursor: page.cursor ?? '' } })
    expect([page.items.length, rest.items.length, rest.cursor]).toEqual([4, 7, null])
  })

  it('is answered with a mail in its person’s language, and opens again when they write', async () => {
    const token = await person()
    await server.database.query(`UPDATE app_user SET lang = 'fre' WHERE email = $1`, [`ask${people}@example.com`])
    const id = await left(token, 'Where is my deposit?\nI sent it on Monday.')
    const body = { key: newKey(), text: 'We found it.' }
    const answered = await server.ok(desk.deskTicketAnswer, { token: ann, params: { id }, body })
    const again = await server.ok(desk.deskTicketAnswer, { token: ann, params: { id }, body })
    expect(again.lines).toEqual(answered.lines)
    expect(answered).toMatchObject({ status: 'answered', answered_by: 'Ann', lang: 'fre' })
    const { rows } = await server.database.query<{ locale: string; params: { lines: string; time: string } }>(
      `SELECT locale, params FROM outbox WHERE template = 'ticketAnswered' AND recipient = $1`,
      [`ask${people}@example.com`],
    )
    expect(rows.map(({ locale, params }) => [locale, params.lines])).toEqual([['fre', 'We found it.']])
    // in the app's zone, which is named
    expect(rows[0]?.params.time).toMatch(/^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2} UTC$/)
    expect((await server.ok(routes.tickets, { token })).items[0]).toMatchObject({ status: 'answered', unread: true })
    const read = await server.ok(routes.ticketRead, { token, params: { id } })
    expect(read.lines.map(({ author, name, text }) => [author, name, text])).toEqual([
      ['user', '', 'Where is my deposit?\nI sent it on Monday.'],
      ['desk', 'Annie', 'We found it.'],
    ])
    expect((await server.ok(routes.tickets, { token })).items[0]?.unread).toBe(false)
    const on = { token, key: newKey(), params: { id }, form: formOf({ question: 'Not yet.' }, [await photo(7)]) }
    expect(await server.ok(routes.ticketAnswer, on)).toMatchObject({ status: 'open' })
    const closing = { key: newKey(), text: 'Now it is.', close: true }
    const closed = await server.ok(desk.deskTicketAnswer, { token: ann, params: { id }, body: closing })
    expect(closed.status).toBe('closed')
    const more = { token, key: newKey(), params: { id }, form: formOf({ question: 'Thanks' }) }
    expect((await server.ok(routes.ticketAnswer, more)).status).toBe('open')
  })

  it('holds a bounded number of lines', async () => {
    const token = await person()
    const id = await left(token)
    await server.database.query(`UPDATE ticket SET lines = 100 WHERE question = $1`, [fields.question])
    const on = { token, key: newKey(), params: { id }, form: formOf({ question: 'more' }) }
    expect((await server.call(routes.ticketAnswer, on)).reason).toBe('ticket_full')
    const answer = { token: ann, params: { id }, body: { key: newKey(), text: 'more' } }
    expect((await server.call(desk.deskTicketAnswer, answer)).reason).toBe('ticket_full')
  })

  it('is nobody else’s: another’s id is told from none by nobody', async () => {
    const token = await person()
    const { data } = await leave(token, {}, [await photo(3)])
    const id = data?.id ?? ''
    const image = data?.lines[0]?.images[0] ?? ''
    const stranger = await person()
    for (const other of [id, 'nothing']) {
      const params = { id: other }
      expect((await server.call(routes.ticketRead, { token: stranger, params })).reason).toBe('ticket_unknown')
      expect((await server.call(routes.ticketClose, { token: stranger, params })).reason).toBe('ticket_unknown')
      const on = { token: stranger, key: newKey(), params, form: formOf({ question: 'mine?' }) }
      expect((await server.call(routes.ticketAnswer, on)).reason).toBe('ticket_unknown')
      const look = { token: stranger, params: { id: other, image } }
      expect((await server.call(routes.ticketImage, look)).reason).toBe('ticket_unknown')
    }
    const own = await left(stranger, 'my own')
    const look = { token: stranger, params: { id: own, image } }
    expect((await server.call(routes.ticketImage, look)).reason).toBe('file_unknown')
    expect((await server.raw(routes.ticketImage, { token, params: { id, image } })).headers.get('content-type')).toBe(
      'image/jpeg',
    )
  })

  it('is left by a demo account too, and never changed or deleted', async () => {
    const demo = (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
    const { data } = await leave(demo, { phone: '+33612345678' })
    expect(data?.status).toBe('open')
    for (const sql of [`UPDATE ticket_line SET text = 'other'`, 'DELETE FROM ticket_line']) {
      await expect(server.database.query(sql)).rejects.toThrow('append-only')
    }
  })
})

describe('the desk', () => {
  it('lists by status, and notes each look at a ticket and its pictures', async () => {
    const token = await person()
    const { data } = await leave(token, { question: 'seen by whom?' }, [await photo(4)])
    const id = data?.id ?? ''
    const { items, open } = await server.ok(desk.deskTickets, { token: ann, query: { limit: '100' } })
    expect(items.some((one) => one.id === id)).toBe(true)
    expect(open).toBe(items.length)
    await server.ok(desk.deskTicketRead, { token: ann, params: { id } })
    const image = data?.lines[0]?.images[0] ?? ''
    expect((await server.raw(desk.deskTicketImage, { token: ann, params: { id, image } })).status).toBe(200)
    const auditor = await makeOperator(server, 'auditor', 'Audit')
    const audit = await server.ok(deskRoutes.deskAudit, { token: auditor, query: { actor: 'Ann', limit: '3' } })
    expect(audit.items.map(({ action }) => action)).toEqual(['ticket_image_read', 'ticket_read', 'tickets_listed'])
    await server.ok(desk.deskTicketClose, { token: ann, params: { id } })
    const closed = await server.ok(desk.deskTickets, { token: ann, query: { status: 'closed' } })
    expect(closed.items[0]).toMatchObject({ id, status: 'closed' })
    const answer = { token: auditor, params: { id }, body: { key: newKey(), text: 'hello' } }
    expect((await server.call(desk.deskTicketAnswer, answer)).reason).toBe('permission_insufficient')
  })
})

describe('answers that are ready', () => {
  it('are written in English at least, changed, and taken off the list', async () => {
    const make = (texts: Readonly<Record<string, string>>) =>
      server.call(desk.deskCannedMake, { token: ann, body: { title: 'Hello', texts } })
    expect((await make({ fre: 'Bonjour' })).reason).toBe('canned_english_missing')
    expect((await make({ en: ' ' })).reason).toBe('canned_english_missing')
    const { data } = await make({ en: 'Good day', fre: 'Bonjour', th: '' })
    expect(data?.texts).toEqual({ en: 'Good day', fre: 'Bonjour' })
    const id = data?.id ?? ''
    const change = { token: ann, params: { id }, body: { title: 'Hi', texts: { en: 'Hello' } } }
    expect((await server.ok(desk.deskCannedChange, change)).title).toBe('Hi')
    expect(await server.ok(desk.deskCanned, { token: ann })).toHaveLength(1)
    await server.ok(desk.deskCannedRemove, { token: ann, params: { id } })
    expect(await server.ok(desk.deskCanned, { token: ann })).toEqual([])
    expect((await server.call(desk.deskCannedChange, change)).reason).toBe('canned_unknown')
  })
})

describe('the link of the operator’s own chat', () => {
  it('is signed for its caller, leads back to this app alone, and is none where none is set', async () => {
    const token = await person()
    expect((await server.ok(routes.supportLink, { token })).link).toBeNull()
    const admin = await makeOperator(server, 'administrator', 'Admin')
    const { app } = await server.ok(contentRoutes.appData)
    const body = { ...app, im_link: 'https://chat.example/x' }
    await server.ok(deskSettingsRoutes.deskAppDataChange, { token: admin, body })
    const { link } = await server.ok(routes.supportLink, { token, query: { back: '/home' }, lang: 'kor' })
    const url = new URL(link ?? '')
    expect([url.origin, url.searchParams.get('lang')]).toEqual(['https://chat.example', 'kr'])
    expect(url.searchParams.get('back_url')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/home$/)
    expect(url.searchParams.get('sign')).toMatch(/^[0-9a-f]{64}$/)
    const away = await server.call(routes.supportLink, { token, query: { back: '//evil.example' } })
    expect(away.reason).toBe('field_malformed')
    expect((await server.call(routes.supportLink)).reason).toBe('login_required')
  })
})
