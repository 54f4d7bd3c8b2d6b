import { type ParsedMail, simpleParser } from 'mailparser'
import { closingRoutes } from '@truemark/protocol/routes/closing'
import { readHeads } from '@truemark/protocol/evidence/headMail'
import { headMailRoutes as routes } from '@truemark/protocol/routes/headMail'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPost } from '../platform/mail/post.ts'
import { smtpCarrier } from '../platform/mail/carriers.ts'
import { loadTranslate } from '../platform/texts/translator.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { personPassword } from '../testing/people.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { addHeadMail, countHeadMails, endHeadMail } from './headMail.store.ts'
import { checkHeads } from './headCheck.ts'
import { witnessRound } from './witnessSweep.ts'

const dayMs = 86_400_000
const guest = 'Reader@example.org'
const arrived: { readonly mail: ParsedMail; readonly raw: string }[] = []
let smtp: SMTPServer
let server: LiveServer
let url = ''

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const read = async (): Promise<void> => {
        const chunks: Uint8Array[] = []
        for await (const chunk of stream) chunks.push(chunk)
        const raw = Buffer.concat(chunks).toString('latin1')
        arrived.push({ mail: await simpleParser(Buffer.from(raw, 'latin1')), raw })
        done()
      }
      void read()
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  url = `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  server = await startLiveServer({ smtpUrl: url })
  await server.tick(1_000_000)
  await derivativeDemo(server)
})
afterAll(async () => {
  await server.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

/** A round of the sweep at a moment, whose mails have arrived when it ends. */
async function round(now: number): Promise<void> {
  const { database, keys } = server
  const translate = await loadTranslate()
  const mail = smtpCarrier(url, 'desk@example.org')
  const post = startPost({
    database,
    sealing: server.keys.sealing,
    translate,
    mail,
    sms: null,
    onError: () => undefined,
  })
  const mails = { post, appName: () => 'Truemark', momentText: (time: number) => new Date(time).toISOString() }
  await witnessRound({ database, signing: keys.signing, witnesses: new Map(), mails, now: () => now })
  await post.close()
  for (let tries = 0; tries < 400 && (await waiting()) > 0; tries += 1) await new Promise((go) => setTimeout(go, 25))
}

async function waiting(): Promise<number> {
  const { rows } = await server.database.query(`SELECT id FROM outbox WHERE template = 'head' AND state = 'waiting'`)
  await server.database.query(`UPDATE outbox SET due_at = now() WHERE template = 'head' AND state = 'waiting'`)
  return rows.length
}

const headsTo = (to: string) =>
  arrived.filter(({ mail }) => JSON.stringify(mail.to).includes(to) && mail.subject?.includes('head') === true)

it('subscribes a guest whose address a code has proved, and nobody else', async () => {
  await server.ok(identityRoutes.sendEmail, { body: { type: 'heads', email: guest } })
  expect((await server.call(routes.headMailStart, { body: { email: guest, code: '000000' } })).reason).toBe(
    'code_invalid',
  )
  expect(await countHeadMails(server.database)).toBe(0)
  await until(() => codeOf(guest) !== null)
  await server.ok(routes.headMailStart, { body: { email: guest, code: codeOf(guest) } })
  // a code is good once
  const second = await server.call(routes.headMailStart, { body: { email: guest, code: codeOf(guest) } })
  expect(second.reason).toBe('code_invalid')
  expect(await countHeadMails(server.database)).toBe(1)
})

// the last that was sent, whatever other mails have come after it
function codeOf(to: string): string | null {
  const codes = arrived.flatMap(({ mail }) => {
    const code = JSON.stringify(mail.to).includes(to) ? /\b(\d{6})\b/.exec(mail.text ?? '')?.[1] : undefined
    return code === undefined ? [] : [code]
  })
  return codes.at(-1) ?? null
}

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 15_000
  while (!condition()) {
    if (performance.now() > end) throw new Error('it did not come to pass')
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

it('mails the head of the day once, signed, so that the mail alone can be checked', async () => {
  const noon = Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2
  const chinese = {
    address: 'reader@example.com',
    locale: 'zh',
    origin: 'https://example.org',
    token: 'other',
  } as const
  await addHeadMail(server.database, chinese, 2)
  await round(noon)
  await round(noon + 3_600_000)
  expect(headsTo(guest)).toHaveLength(1)
  const [{ mail, raw } = { mail: null, raw: '' }] = headsTo(guest)
  const said: string[] = []
  // as it was saved, and as it was copied out of the mail program
  expect(await checkHeads(raw, { key: null, keysFile: null }, (one) => said.push(one))).toBe(0)
  expect(await checkHeads(mail?.text ?? '', { key: null, keysFile: null }, () => undefined)).toBe(0)
  // a text of another script is encoded on its way, by some servers as base64
  const other = arrived.find(({ mail: { to } }) => JSON.stringify(to).includes(chinese.address))
  expect(other?.raw).toContain('Content-Transfer-Encoding: quoted-printable')
  const base64 = Buffer.from(other?.mail.text ?? '')
    .toString('base64')
    .replaceAll(/(.{76})/g, '$1\r\n')
  for (const saved of [other?.raw ?? '', `Content-Transfer-Encoding: base64\r\n\r\n${base64}\r\n`])
    expect(await checkHeads(saved, { key: null, keysFile: null }, () => undefined)).toBe(0)
  await endHeadMail(server.database, chinese.token)
  expect(said[0]).toContain(new Date(noon).toISOString())
  const [head] = readHeads(mail?.text ?? '')
  const [shown] = (await server.ok(transparencyRoutes.witnessedHeads, { query: {} })).items
  expect(head?.statement).toBe(shown?.statement)
  const { journal } = shown?.said ?? { journal: { seq: 0, digest: '' } }
  expect(await server.ok(transparencyRoutes.rowDigest, { params: { row: String(journal.seq) } })).toEqual({
    digest: journal.digest,
  })
  const { generations } = await server.ok(transparencyRoutes.signingKeys, {})
  expect(mail?.text).toContain(`under this key: ${generations.at(-1)?.keys.evidence}`)
  // the next day brings the next
  await derivativeDemo(server)
  await round(noon + dayMs)
  expect(headsTo(guest)).toHaveLength(2)
})

it('finds a head that is altered, or signed by another key', async () => {
  const { text = '' } = headsTo(guest)[0]?.mail ?? {}
  const none = { key: null, keysFile: null }
  const say = () => undefined
  expect(await checkHeads(text.replace('\\"seq\\":', '\\"seq\\":1'), none, say)).toBe(1)
  expect(await checkHeads(text, { key: 'ab'.repeat(32), keysFile: null }, say)).toBe(1)
  expect(await checkHeads('nothing', none, say)).toBe(1)
})

it('ends by the link of a mail, which opens nothing else, and by no other', async () => {
  const { mail } = headsTo(guest)[0] ?? {}
  const link = /\/transparency\/mail-end#(\S+)/.exec(mail?.text ?? '')
  expect(mail?.headers.get('list')).toMatchObject({ unsubscribe: { url: expect.stringContaining('/mail-end#') } })
  const token = link?.[1] ?? ''
  expect((await server.call(identityRoutes.user, { token })).reason).toBe('login_required')
  await server.ok(routes.headMailEnd, { body: { token: `${token}-` } })
  expect(await countHeadMails(server.database)).toBe(1)
  await server.ok(routes.headMailEnd, { body: { token } })
  await server.ok(routes.headMailEnd, { body: { token } })
  expect(await countHeadMails(server.database)).toBe(0)
})

/** Registers a person whose code is read out of the mail that arrived. */
async function signUpBySmtp(email: string, phone: string): Promise<string> {
  await server.ok(identityRoutes.sendEmail, { body: { type: 'register', email } })
  await until(() => codeOf(email) !== null)
  const form = { account: email, email, phone, type: 'email', invite_code: '', country: 'FR', password: personPassword }
  await server.ok(identityRoutes.register, { body: { ...form, verify_code: codeOf(email) } })
  return (await server.ok(identityRoutes.login, { body: { account: email, password: personPassword } })).token
}

it('is a switch for whose own address is proved, is in the copy of their data, and ends with the account', async () => {
  const email = 'ada@example.org'
  const token = await signUpBySmtp(email, '+33612345678')
  expect(await server.ok(routes.headMailRead, { token })).toEqual({ address: email, since: null })
  const on = await server.ok(routes.headMailChange, { token, body: { on: true } })
  expect(on.since).not.toBeNull()
  expect(await server.ok(routes.headMailRead, { token })).toEqual(on)
  expect((await server.ok(routes.headMailChange, { token, body: { on: false } })).since).toBeNull()
  await server.ok(routes.headMailChange, { token, body: { on: true } })
  arrived.length = 0
  await server.ok(identityRoutes.sendEmail, { token, body: { type: 'confirm', email } })
  await until(() => codeOf(email) !== null)
  await server.ok(closingRoutes.accountClose, { token, body: { password: personPassword, verify_code: codeOf(email) } })
  expect(await countHeadMails(server.database)).toBe(0)
})

it('takes no more addresses than there is room for, and none where no mail leaves this server', async () => {
  const { database } = server
  const other = { locale: 'fre', origin: 'https://example.org' } as const
  expect(await addHeadMail(database, { ...other, address: 'one@example.org', token: 'one' }, 1)).toBe(true)
  expect(await addHeadMail(database, { ...other, address: 'two@example.org', token: 'two' }, 1)).toBe(false)
  // who is there already is no other
  expect(await addHeadMail(database, { ...other, address: 'ONE@example.org', token: 'three' }, 1)).toBe(true)
  const quiet = await startLiveServer()
  try {
    const body = { email: guest, code: '000000' }
    expect((await quiet.call(routes.headMailStart, { body })).reason).toBe('messages_unsent')
  } finally {
    await quiet.stop()
  }
})
