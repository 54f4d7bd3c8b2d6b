import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { deskWaiting } from '@truemark/protocol/routes/deskWaiting'
import { walletRoutes as routes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLetters } from '../identity/door.ts'
import { Catalogue } from '../engine/door.ts'
import { startEscalationMails } from '../operator/door.ts'
import { smtpCarrier } from '../platform/mail/carriers.ts'
import { startPost } from '../platform/mail/post.ts'
import { loadTranslate } from '../platform/texts/translator.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { openMailbox } from '../testing/mailbox.ts'
import { decisionLetter } from '../verification/letter.ts'
import { startDecisionMails } from './decisionMail.ts'
import {
  type Person,
  bringIn,
  formOf,
  key,
  openWallet,
  person,
  proof,
  transaction,
  saveAddress,
  ownTron,
  voucher,
} from './testing/walletRun.ts'
import { sentMessages } from '../testing/outbox.ts'

let server: LiveServer
let treasurer = ''

beforeAll(async () => {
  server = await startLiveServer()
  ;({ treasurer } = await openWallet(server))
})
afterAll(() => server.stop())

async function speaking(lang: string): Promise<Person> {
  const who = await person(server)
  await server.database.query('UPDATE app_user SET lang = $2 WHERE email = $1', [who.email, lang])
  return who
}

async function mailsTo({ email }: Person) {
  const sent = await sentMessages(
    server,
    `recipient = $1 AND (template LIKE 'deposit%' OR template LIKE 'withdrawal%')`,
    [email],
  )
  return sent.map(({ template, locale, params }) => ({ template, locale, params }))
}

describe('the mail of a decision', () => {
  it('says in the user’s language what was credited, or why it was not; once, whoever clicks again', async () => {
    const who = await speaking('spa')
    const deposit = async () => server.ok(routes.depositMake, { token: who.token, form: formOf({}, [await voucher()]) })
    const first = await deposit()
    const body = { currency: 'USDT', received: '499.5', reason: 'seen on the chain' }
    const complete = { token: treasurer, params: { id: first.id }, key: key(), body }
    await Promise.all([
      server.call(desk.deskDepositComplete, complete),
      server.call(desk.deskDepositComplete, complete),
    ])
    await server.call(desk.deskDepositComplete, complete)
    const { id } = await deposit()
    const no = { reason: 'duplicate', note: 'seen before' } as const
    await server.ok(desk.deskDepositReject, { token: treasurer, params: { id }, body: no })
    const [credited, rejected, ...more] = await mailsTo(who)
    expect(more).toEqual([])
    expect(credited).toMatchObject({ template: 'depositCompleted', locale: 'spa' })
    expect(credited?.params).toMatchObject({ amount: '499.5', currency: 'USDT', account: who.email })
    expect(rejected).toMatchObject({ template: 'depositRejected', locale: 'spa' })
    expect(rejected?.params['reason']).toMatch(/ya/i)
    expect(JSON.stringify(rejected)).not.toContain('seen before')
    for (const [state, ids] of [
      ['pending', []],
      ['completed', [first.id]],
      ['rejected', [id]],
    ] as const) {
      const { items } = await server.ok(routes.deposits, { token: who.token, query: { state } })
      expect(items.map((one) => one.id)).toEqual(ids)
    }
  })

  it('says that a withdrawal was paid and by what it is found, or why it was not', async () => {
    const who = await speaking('jp')
    await bringIn(server, who, '500')
    const payee_id = await saveAddress(server, who)
    const ask = async () => {
      const body = {
        currency: 'USDT',
        amount: '100',
        method: 'address',
        payee_id,
        ...(await proof(server, who)),
      } as const
      return server.ok(routes.withdrawalMake, { token: who.token, key: key(), body })
    }
    const first = { token: treasurer, params: { id: (await ask()).id } }
    await server.ok(desk.deskWithdrawalApprove, { ...first, body: { amount: '100', currency: 'USDT' } })
    const paidBy = transaction()
    await server.ok(desk.deskWithdrawalPay, { ...first, body: { transaction_id: paidBy } })
    const second = { token: treasurer, params: { id: (await ask()).id } }
    await server.ok(desk.deskWithdrawalReject, { ...second, body: { reason: 'payee_invalid', note: '' } })
    const [paid, rejected, ...more] = await mailsTo(who)
    expect(more).toEqual([])
    expect(paid).toMatchObject({ template: 'withdrawalPaid', locale: 'jp' })
    expect(paid?.params).toMatchObject({ amount: '99.9', payee: ownTron, transaction: paidBy })
    expect(rejected).toMatchObject({ template: 'withdrawalRejected', locale: 'jp' })
    expect(rejected?.params['reason']).toMatch(/[ぁ-ん]/)
  })

  it('is sent later where a crash kept it from being, and arrives in the user’s language', async () => {
    const who = await speaking('spa')
    await bringIn(server, who, '20')
    // the engine's own command decided it: nobody was told, as after a crash between the two
    const deposit = await creditedDeposit('20000000')
    const { rows: claims } = await server.database.query<{ id: string }>(
      `INSERT INTO deposit_claim (user_id, network, transaction_id, file_id)
       SELECT u.id, 'TRC20', '', (SELECT max(id) FROM file) FROM app_user AS u WHERE u.email = $1 RETURNING id`,
      [who.email],
    )
    await server.database.query('UPDATE deposit SET claim = $2 WHERE id = $1', [deposit, claims[0]?.id])
    const translate = await loadTranslate()
    const box = await openMailbox()
    const mail = smtpCarrier(box.url, 'Truemark <no-reply@example.org>')
    const post = startPost({
      database: server.database,
      sealing: server.keys.sealing,
      translate,
      mail,
      sms: null,
      onError: raise,
    })
    const letters = openLetters({ post, translate, appName: () => 'Truemark' })
    const catalogue = await Catalogue.load(server.engine.exchange)
    const ports = { database: server.database, catalogue, letters, now: Date.now }
    // and once more: it is told once
    const stops = [startDecisionMails(ports, raise), startDecisionMails(ports, raise)]
    const { rows: people } = await server.database.query<{ id: string }>('SELECT id FROM app_user WHERE email = $1', [
      who.email,
    ])
    const fault = { field: 'front', reason: 'expired', note: '' } as const
    await letters.write(server.database, Number(people[0]?.id), decisionLetter('rejected', 'primary', [fault]))
    // as its reader's mail server gets them, from the outbox's own dispatcher
    const credited = await box.wait(who.email, /Se abonaron 20 USDT en su cuenta/)
    const refused = await box.wait(who.email, /Anverso del documento: El documento ha caducado/)
    for (const stop of stops) await stop()
    await post.close()
    await box.close()
    expect(box.mails.filter(({ to }) => to === who.email)).toHaveLength(2)
    expect(credited.subject).toBe('Truemark: su depósito se ha abonado')
    expect(refused.subject).toContain('verificación')
  })
})

describe('a deadline that passes', () => {
  it('puts a request first in its queue, counts it, and tells the administrators once, with nothing personal', async () => {
    const { database } = server
    const asked: string[] = []
    for (const who of [await person(server), await person(server)]) {
      await bringIn(server, who, '500')
      const payee_id = await saveAddress(server, who)
      const wanted = { currency: 'USDT', amount: '100', method: 'address', payee_id } as const
      const body = { ...wanted, ...(await proof(server, who)) }
      asked.push((await server.ok(routes.withdrawalMake, { token: who.token, key: key(), body })).id)
      await server.ok(routes.depositMake, { token: who.token, form: formOf({}, [await voucher()]) })
    }
    const queue = async () => (await server.ok(desk.deskWithdrawals, { token: treasurer })).items
    expect((await queue()).map(({ id }) => id)).toEqual(asked)
    const before = await server.ok(deskWaiting, { token: treasurer })
    expect(before).toMatchObject({ deposits: { open: 2, escalated: 0 }, withdrawals: { open: 2, escalated: 0 } })
    const stop = () => startEscalationMails({ ...ports, deskMail: null }, raise)()
    const kept = async () => {
      const { rows } = await database.query<{ recipient: string; state: string; params: object }>(
        `SELECT recipient, state, params FROM outbox WHERE template = 'escalated'`,
      )
      return rows
    }
    const post = startPost({
      database,
      sealing: server.keys.sealing,
      translate: await loadTranslate(),
      mail: null,
      sms: null,
      onError: raise,
    })
    const ports = { database, post, now: Date.now, appData: { name: 'Truemark' } }
    await stop()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await kept()).toEqual([])
    // as the engine's sample of the second does it
    await database.query('UPDATE withdrawal SET escalated_at = 1 WHERE id = (SELECT max(id) FROM withdrawal)')
    await database.query('UPDATE deposit SET created_at = created_at - 86400001 WHERE status = 0')
    expect((await queue()).map(({ id, escalated }) => [id, escalated])).toEqual([
      [asked[1], true],
      [asked[0], false],
    ])
    const rest = await server.ok(desk.deskWithdrawals, { token: treasurer, query: { limit: '1' } })
    expect(rest.items[0]?.id).toBe(asked[1])
    const next = { token: treasurer, query: { limit: '1', cursor: rest.cursor ?? '' } }
    expect((await server.ok(desk.deskWithdrawals, next)).items[0]?.id).toBe(asked[0])
    const { items } = await server.ok(desk.deskDeposits, { token: treasurer })
    expect(items.map(({ escalated }) => escalated)).toEqual([true, true])
    expect(await server.ok(deskWaiting, { token: treasurer })).toMatchObject({
      deposits: { open: 2, escalated: 2 },
      withdrawals: { open: 2, escalated: 1 },
    })
    await stop()
    await expect.poll(async () => (await kept()).length).toBe(1)
    await stop()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await kept()).toEqual([
      {
        recipient: 'administrators',
        state: 'outbox',
        params: { app: 'Truemark', deposit: '2', withdrawal: '1', verification: '0' },
      },
    ])
    await post.close()
  })
})

async function creditedDeposit(units: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await server.database.query<{ id: string }>('SELECT id FROM deposit WHERE received = $1', [units])
    if (rows[0] !== undefined) return rows[0].id
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  throw new Error('the deposit was not projected')
}

function raise(error: unknown): never {
  throw error
}
