import { deskMailRoutes as routes } from '@truemark/protocol/routes/deskMail'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { type Mailbox, openMailbox } from '../testing/mailbox.ts'
import { makeOperator } from '../testing/people.ts'
import { isMailProven, mailSettingOf } from './mailTest.ts'

const desk = 'desk@example.org'

let box: Mailbox
let server: LiveServer
beforeAll(async () => {
  box = await openMailbox()
  server = await startLiveServer({ smtpUrl: box.url })
})
afterAll(async () => {
  await server.stop()
  await box.close()
})

it('counts a mail server once a mail through it was read by who asked, and another setting not', async () => {
  const token = await makeOperator(server, 'administrator', 'Ada')
  const other = await makeOperator(server, 'administrator', 'Ben')
  const support = await makeOperator(server, 'support', 'Sam')
  expect((await server.call(routes.deskMailTest, { token: support, body: { email: desk } })).code).toBe(556)
  expect(await server.ok(routes.deskMail, { token })).toEqual({ configured: true, proven: null, waiting: false })
  expect((await server.call(routes.deskMailTest, { token, body: { email: 'nobody' } })).reason).toBe('email_invalid')
  expect((await server.ok(routes.deskMailTest, { token, body: { email: desk } })).waiting).toBe(true)
  expect((await server.call(routes.deskMailTest, { token, body: { email: desk } })).reason).toBe('code_too_soon')
  const code = /[0-9]{6}/.exec((await box.wait(desk, /[0-9]{6}/)).text)?.[0] ?? ''
  const prove = (by: string, typed: string) => server.call(routes.deskMailProve, { token: by, body: { code: typed } })
  expect((await prove(token, code === '111111' ? '222222' : '111111')).reason).toBe('code_invalid')
  // another operator has no test under way, and cannot use this one
  expect((await prove(other, code)).reason).toBe('code_invalid')
  expect((await prove(token, code)).data?.proven).toBeGreaterThan(0)
  expect((await prove(token, code)).reason).toBe('code_invalid')
  const { rows } = await server.database.query(`SELECT 1 FROM audit WHERE action = 'mail_proven'`)
  expect(rows).toHaveLength(1)
  expect(await isMailProven(server.database, mailSettingOf(box.url, desk))).toBe(true)
  expect(await isMailProven(server.database, mailSettingOf(box.url, 'else@example.org'))).toBe(false)
  expect(await isMailProven(server.database, mailSettingOf('smtp://other.example.org', desk))).toBe(false)
  expect(await isMailProven(server.database, null)).toBe(false)
})

it('takes five tries for a code and no more', async () => {
  const token = await makeOperator(server, 'administrator', 'Cleo')
  await server.ok(routes.deskMailTest, { token, body: { email: 'cleo@example.org' } })
  const code = /[0-9]{6}/.exec((await box.wait('cleo@example.org', /[0-9]{6}/)).text)?.[0] ?? ''
  const wrong = code === '111111' ? '222222' : '111111'
  for (let tries = 0; tries < 5; tries += 1) {
    await server.call(routes.deskMailProve, { token, body: { code: wrong } })
  }
  expect((await server.call(routes.deskMailProve, { token, body: { code } })).reason).toBe('code_invalid')
})
