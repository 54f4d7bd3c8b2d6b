import { createServer } from 'node:http'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { portOf } from '../http/listen.ts'
import { type TestDatabase, createTestDatabase } from '../postgres/testDatabase.ts'
import { openMailbox } from '../../testing/mailbox.ts'
import { sentMessages } from '../../testing/outbox.ts'
import { testSealing } from '../../testing/testKeys.ts'
import { httpSmsCarrier, smtpCarrier } from './carriers.ts'
import { type Post, startPost } from './post.ts'
import { loadTranslate } from '../texts/translator.ts'
import { renderMail } from './render.ts'
import { listMessages } from './store.ts'

const translate = await loadTranslate()
const sealing = testSealing()
let test: TestDatabase
let post: Post | null = null
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(async () => {
  await post?.close()
  await test.drop()
})

const letter = {
  to: 'ada@example.org',
  template: 'code',
  locale: 'en',
  params: { app: 'Truemark', code: '482913', minutes: '30', purpose: 'register' },
} as const

describe('without a provider', () => {
  it('messages stay in the outbox, labelled, with what they say', async () => {
    post = startPost({ database: test.database, sealing, translate, mail: null, sms: null, onError: () => undefined })
    await post.sendMail(letter)
    await post.sendSms({ ...letter, to: '+819012345678' })
    const rows = await listMessages(test.database, 10, null)
    expect(rows.map((row) => [row.channel, row.recipient, row.state])).toEqual([
      ['sms', '+819012345678', 'outbox'],
      ['email', 'ada@example.org', 'outbox'],
    ])
    const messages = await sentMessages({ database: test.database, keys: { sealing } }, 'true')
    expect(messages.map(({ params }) => params)).toEqual([letter.params, letter.params])
    expect(post.staysInOutbox('email')).toBe(true)
  })

  it('keep what lets their reader in sealed, each for itself, and never hand out another’s', async () => {
    post = startPost({ database: test.database, sealing, translate, mail: null, sms: null, onError: () => undefined })
    await post.sendMail(letter)
    await post.sendMail({ ...letter, params: { ...letter.params, code: '771204' } })
    const { rows } = await test.database.query<{ text: string }>(
      `SELECT encode(secrets, 'escape') || params AS text FROM outbox`,
    )
    expect(rows).toHaveLength(2)
    for (const { text } of rows) expect(text).not.toMatch(/482913|771204/)
    await test.database.query('UPDATE outbox SET secrets = (SELECT secrets FROM outbox ORDER BY id LIMIT 1)')
    const [first] = await sentMessages(
      { database: test.database, keys: { sealing } },
      'id = (SELECT min(id) FROM outbox)',
    )
    expect(first?.params['code']).toBe('482913')
    await expect(sentMessages({ database: test.database, keys: { sealing } }, 'true')).rejects.toThrow()
  })

  it('a message of a transaction that rolls back was never there', async () => {
    post = startPost({ database: test.database, sealing, translate, mail: null, sms: null, onError: () => undefined })
    const sender = post
    const failing = test.database.transaction(async (client) => {
      await sender.sendMail(letter, client)
      throw new Error('the deed failed')
    })
    await expect(failing).rejects.toThrow('the deed failed')
    expect(await listMessages(test.database, 10, null)).toEqual([])
  })
})

describe('a provider that was taken away', () => {
  it('leaves what waited for it to the operator, instead of passing it for sent', async () => {
    const nowhere = smtpCarrier('smtp://127.0.0.1:1', 'Truemark <no-reply@example.org>')
    post = startPost({
      database: test.database,
      sealing,
      translate,
      mail: nowhere,
      sms: null,
      onError: () => undefined,
    })
    await test.database.transaction(async (client) => post?.sendMail(letter, client))
    await post.close()
    await test.database.query(`UPDATE outbox SET due_at = now(), state = 'waiting'`)
    post = startPost({ database: test.database, sealing, translate, mail: null, sms: null, onError: () => undefined })
    await until(async () => (await listMessages(test.database, 1, null))[0]?.state === 'outbox')
    const [kept] = await sentMessages({ database: test.database, keys: { sealing } }, 'true')
    expect(kept?.params).toEqual(letter.params)
  })
})

describe('with a provider', () => {
  it('a mail arrives with its code, and its code is then erased', async () => {
    const arrived: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        const read = async (): Promise<void> => {
          const mail = await simpleParser(stream)
          arrived.push(`${mail.subject}\n${mail.text}`)
          done()
        }
        void read()
      },
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const address = smtp.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    post = startPost({
      database: test.database,
      sealing,
      translate,
      mail: smtpCarrier(`smtp://127.0.0.1:${port}`, 'Truemark <no-reply@example.org>'),
      sms: null,
      onError: () => undefined,
    })
    await post.sendMail(letter)
    await until(async () => (await listMessages(test.database, 1, null))[0]?.state === 'sent')
    expect(arrived).toHaveLength(1)
    expect(arrived[0]).toContain('482913')
    expect((await listMessages(test.database, 1, null))[0]).toMatchObject({ params: {}, secrets: null })
    await post.close()
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
  })

  it('a text message is tried again when the gateway fails', async () => {
    const bodies: string[] = []
    const gateway = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        bodies.push(`${request.headers.authorization} ${body}`)
        response.writeHead(bodies.length === 1 ? 500 : 204).end()
      })
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    post = startPost({
      database: test.database,
      sealing,
      translate,
      mail: null,
      sms: httpSmsCarrier(`http://127.0.0.1:${portOf(gateway)}/`, 'secret'),
      onError: () => undefined,
    })
    await post.sendSms({ ...letter, to: '+819012345678' })
    await until(async () => (await listMessages(test.database, 1, null))[0]?.fault !== null)
    expect((await listMessages(test.database, 1, null))[0]).toMatchObject({
      state: 'waiting',
      attempts: 1,
      fault: 'the gateway answered with 500',
    })
    await test.database.query('UPDATE outbox SET due_at = now()')
    await until(async () => (await listMessages(test.database, 1, null))[0]?.state === 'sent')
    expect(bodies[1]).toMatch(/^Bearer secret .*482913/)
    await new Promise((resolve) => gateway.close(resolve))
  })
})

describe('a rendered mail', () => {
  it('has no header injected by a value (T094)', () => {
    const params = { ...letter.params, app: 'X\r\nBcc: evil@example.org' }
    expect(renderMail(translate, { ...letter, params }).subject).not.toMatch(/[\r\n]/)
  })

  it('reaches whom it is for and nobody else, whatever line breaks its values hold', async () => {
    const box = await openMailbox()
    const carrier = smtpCarrier(box.url, 'Truemark <no-reply@example.org>')
    const breaks = [
      '\r\nBcc: evil@example.org',
      '\nRCPT TO:<evil@example.org>',
      '\r\n.\r\nMAIL FROM:<evil@example.org>\r\n',
    ]
    for (const [at, odd] of breaks.entries()) {
      await carrier.send('ada@example.org', { subject: `Hello${odd}`, text: `Hello ${at}${odd}`, leave: null })
      const { to } = await box.wait('ada@example.org', new RegExp(`Hello ${at}`))
      expect(to).toBe('ada@example.org')
      await carrier
        .send(`ada@example.org${odd}`, { subject: 'Hello', text: 'Hello', leave: null })
        .catch(() => undefined)
    }
    expect(box.mails.filter(({ to }) => to.includes('evil'))).toEqual([])
    carrier.close()
    await box.close()
  })
})

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 15_000
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('it did not come to pass')
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
