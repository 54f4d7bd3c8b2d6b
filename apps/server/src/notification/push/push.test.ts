import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testSealing } from '../../testing/testKeys.ts'
import { portOf } from '../../platform/http/listen.ts'
import { startPost } from '../../platform/mail/post.ts'
import { renderMail } from '../../platform/mail/render.ts'
import { sentMessages } from '../../testing/outbox.ts'
import { listMessages } from '../../platform/mail/store.ts'
import { type TestDatabase, createTestDatabase } from '../../platform/postgres/testDatabase.ts'
import { createPublicIds } from '../../platform/publicId.ts'
import { loadTranslate } from '../../platform/texts/translator.ts'
import type { PersonalNews } from '../news.ts'
import { notify } from '../notify.ts'
import { writeSetting, readSettings } from '../setting.store.ts'
import { type TellOptions, tellRound } from '../tell.ts'
import type { Rounds } from '../../platform/rounds.ts'
import { payloadOf, startPushing } from './push.ts'
import { browsersOf, putSubscription } from './push.store.ts'
import { openPush } from './testing/openPush.ts'
import { openVapid } from './vapid.ts'

const translate = await loadTranslate()
const noon = Date.parse('2026-03-01T12:00:00Z')

interface Arrived {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A push service on this machine; `statuses` are answered in turn, 201 once they are used up. */
async function pushService(statuses: readonly number[] = []) {
  const arrived: Arrived[] = []
  const left = [...statuses]
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      arrived.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      const status = left.shift() ?? 201
      response.writeHead(status).end(status === 403 ? '{"reason":"BadJwtToken"}' : '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { arrived, origin: `http://127.0.0.1:${portOf(server)}`, close: () => server.close() }
}

function browser() {
  const reader = createECDH('prime256v1')
  const p256dh = reader.generateKeys().toString('base64url')
  const auth = randomBytes(16)
  return {
    keys: { p256dh, auth: auth.toString('base64url') },
    read: (body: Buffer): unknown => JSON.parse(openPush(body, reader.getPrivateKey(), auth)),
  }
}

const refusals: unknown[] = []
const sealing = testSealing()
let test: TestDatabase
let userId: number
const open: (() => unknown)[] = []

beforeEach(async () => {
  test = await createTestDatabase()
  const { rows } = await test.database.query<{ id: string }>(
    `INSERT INTO app_user (email, phone, verified, password_hash, lang, real_holder, demo_holder)
     VALUES ('ada@example.org', '+33612345678', 'email', 'x', 'fre', 40, 41) RETURNING id`,
  )
  userId = Number(rows[0]?.id)
})
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
  await test.drop()
})

async function session(): Promise<number> {
  const { rows } = await test.database.query<{ id: string }>(
    `INSERT INTO session (token_hash, user_id, realm) VALUES ($1, $2, 'real') RETURNING id`,
    [randomBytes(32), userId],
  )
  return Number(rows[0]?.id)
}

async function subscribe(
  endpoint: string,
  keys: { p256dh: string; auth: string },
  hideAmounts = false,
): Promise<number> {
  const sessionId = await session()
  await putSubscription(test.database, { endpoint, ...keys, userId, sessionId, lang: 'spa', hideAmounts })
  return sessionId
}

function tell(now = noon) {
  const post = startPost({ database: test.database, sealing, translate, mail: null, sms: null, onError: raise })
  open.push(() => post.close())
  const heard: unknown[] = []
  const options: TellOptions = {
    database: test.database,
    ids: createPublicIds(randomBytes(16)),
    hub: { isOpen: (holder) => holder === 40, toHolder: (...message) => heard.push(message) },
    post,
    appName: () => 'Truemark',
    publicUrl: 'https://trade.example.org',
    now: () => now,
    onError: raise,
    pushed: () => undefined,
  }
  return { options, heard }
}

async function pusher(origin: string): Promise<Rounds> {
  const vapid = await openVapid(test.database, sealing, 'mailto:ops@example.org')
  const started = startPushing({
    database: test.database,
    ids: createPublicIds(Buffer.alloc(16, 1)),
    translate,
    vapid,
    origins: [origin],
    appName: () => 'Truemark',
    now: Date.now,
    onError: raise,
    refused: (...refusal) => void refusals.push(refusal),
  })
  open.push(() => started.stop())
  return started
}

function raise(error: unknown): never {
  throw error
}

const deposit = (once: string): PersonalNews => ({
  userId,
  realm: 'real',
  kind: 'deposit_completed',
  params: { amount: '250', currency: 'USDT' },
  ref: 1,
  once,
})

async function left(): Promise<number> {
  const { rows } = await test.database.query<{ count: string }>('SELECT count(*) AS count FROM push_delivery')
  return Number(rows[0]?.count)
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 8_000
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('it did not come to pass')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('a notification that is told', () => {
  it('goes once to mail, push and socket, whoever asks again', async () => {
    await subscribe('https://fcm.googleapis.com/fcm/send/a', browser().keys)
    await notify(test.database, { ...deposit('d1'), kind: 'entry_credited' })
    const { options, heard } = tell()
    const counts = await Promise.all([tellRound(options), tellRound(options)])
    expect(Math.max(...counts)).toBe(1)
    expect(counts[0] + counts[1]).toBe(1)
    expect(await tellRound(options)).toBe(0)
    expect(heard).toHaveLength(1)
    expect(heard[0]).toMatchObject([40, 9, { unread: 1, notification: { kind: 'entry_credited' } }])
    expect(await left()).toBe(1)
    const [mail, ...others] = await sentMessages({ database: test.database, keys: { sealing } }, 'true')
    expect(others).toEqual([])
    expect(mail?.locale).toBe('fre')
    const rendered = renderMail(translate, { template: 'notification', locale: 'fre', params: mail?.params ?? {} })
    expect(rendered.subject).toBe('Truemark : Montant crédité')
    expect(rendered.text).toContain('L’opérateur a crédité 250 USDT.')
    expect(rendered.text).toContain('https://trade.example.org/setting/account-change')
  })

  it('is pushed to the browsers of its own person alone, however many are told at once', async () => {
    await subscribe('https://fcm.googleapis.com/fcm/send/a', browser().keys)
    await subscribe('https://fcm.googleapis.com/fcm/send/b', browser().keys)
    const ended = await subscribe('https://fcm.googleapis.com/fcm/send/c', browser().keys)
    await test.database.query('UPDATE session SET ended_at = now() WHERE id = $1', [ended])
    const { rows } = await test.database.query<{ id: string }>(
      `INSERT INTO app_user (email, phone, verified, password_hash)
       VALUES ('bo@example.org', '+33612345679', 'email', 'x') RETURNING id`,
    )
    const other = Number(rows[0]?.id)
    for (const once of ['d1', 'd2']) await notify(test.database, deposit(once))
    await notify(test.database, { ...deposit('d3'), userId: other })
    const { options } = tell()
    let pushed = 0
    expect(await tellRound({ ...options, pushed: () => (pushed += 1) })).toBe(3)
    expect(pushed).toBe(1)
    const queued = await test.database.query<{ endpoint: string; once: string }>(
      `SELECT p.endpoint, n.once FROM push_delivery AS d JOIN push_subscription AS p ON p.id = d.subscription_id
       JOIN notification AS n ON n.id = d.notification_id ORDER BY n.once, p.endpoint`,
    )
    expect(queued.rows.map(({ endpoint, once }) => `${once} ${endpoint.at(-1)}`)).toEqual([
      'd1 a',
      'd1 b',
      'd2 a',
      'd2 b',
    ])
    await notify(test.database, { ...deposit('d4'), userId: other })
    expect(await tellRound({ ...options, pushed: () => (pushed += 1) })).toBe(1)
    expect(pushed).toBe(1)
  })

  it('rests in quiet hours, but for what is about security; and as the person chose', async () => {
    await subscribe('https://fcm.googleapis.com/fcm/send/a', browser().keys)
    const first = (await readSettings(test.database, [userId]))(userId)
    const channels = { ...first.channels, news: { mail: true, push: false } }
    await writeSetting(test.database, userId, {
      channels,
      quiet: { from: 20 * 60, to: 23 * 60 },
      timezone: 'Asia/Tokyo',
    })
    const night = tell(noon)
    await notify(test.database, deposit('quiet'))
    await notify(test.database, { ...deposit('safe'), kind: 'second_factor_off', realm: null, params: {} })
    await tellRound(night.options)
    expect(night.heard).toHaveLength(2)
    expect(await left()).toBe(1)
    const mails = (await listMessages(test.database, 10, null)).map(({ params }) => params['kind'])
    expect(mails).toEqual(['second_factor_off'])
    const day = tell(noon + 4 * 3_600_000)
    await notify(test.database, { ...deposit('news'), kind: 'news_published', realm: null })
    await tellRound(day.options)
    expect(await left()).toBe(1)
    expect(await listMessages(test.database, 10, null)).toHaveLength(2)
  })

  it('is mailed in quiet hours too, whatever was chosen, where it must be known in time', async () => {
    await subscribe('https://fcm.googleapis.com/fcm/send/a', browser().keys)
    const first = (await readSettings(test.database, [userId]))(userId)
    const channels = { ...first.channels, margin: { mail: false, push: true } }
    const quiet = { from: 20 * 60, to: 23 * 60 }
    await writeSetting(test.database, userId, { channels, quiet, timezone: 'Asia/Tokyo' })
    const params = { symbol: 'BTCUSDT', when: '2026-12-01 12:00 UTC' }
    await notify(test.database, { ...deposit('must'), kind: 'brackets_announced', realm: null, params })
    await tellRound(tell(noon).options)
    expect(await left()).toBe(0)
    const [mail] = await sentMessages({ database: test.database, keys: { sealing } }, 'true')
    const rendered = renderMail(translate, { template: 'notification', locale: 'fre', params: mail?.params ?? {} })
    expect(rendered.text).toContain('À partir du 2026-12-01 12:00 UTC')
  })

  it('of a demo account is pushed but never mailed', async () => {
    await subscribe('https://fcm.googleapis.com/fcm/send/a', browser().keys)
    await notify(test.database, { ...deposit('demo'), realm: 'demo' })
    await tellRound(tell().options)
    expect(await left()).toBe(1)
    expect(await listMessages(test.database, 10, null)).toEqual([])
  })
})

describe('a push', () => {
  it('is read by its browser in its language, and bears no amount where it hides them', async () => {
    const service = await pushService()
    open.push(service.close)
    const [plain, hidden] = [browser(), browser()]
    await subscribe(`${service.origin}/plain`, plain.keys)
    await subscribe(`${service.origin}/hidden`, hidden.keys, true)
    await notify(test.database, deposit('d1'))
    await tellRound(tell().options)
    void (await pusher(service.origin)).now()
    await until(() => service.arrived.length === 2)
    await until(async () => (await left()) === 0)
    const at = (path: string): Arrived | undefined => service.arrived.find((one) => one.path === path)
    expect(plain.read(at('/plain')?.body ?? Buffer.alloc(0))).toMatchObject({
      title: 'Depósito completado',
      body: 'Se abonaron 250 USDT.',
      path: '/recharge/recharge-records',
    })
    expect(hidden.read(at('/hidden')?.body ?? Buffer.alloc(0))).toMatchObject({
      title: 'Depósito completado',
      body: '',
    })
    expect(at('/plain')?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(at('/plain')?.headers.authorization).toMatch(/^vapid t=[^,]+, k=[A-Za-z0-9_-]{87}$/)
  })

  it.each([
    ['en', 'Demo: Liquidated: BTCUSDT'],
    ['fre', 'Démo : '],
    ['th', 'ทดลอง: '],
    ['jp', 'デモ：'],
    ['kor', '모의: '],
    ['vie', 'Mô phỏng: '],
    ['spa', 'Demostración: '],
    ['zh', '模擬：'],
  ])('of the demo says so before all else in %s, also where amounts are hidden', (lang, title) => {
    const shape = {
      id: '1',
      kind: 'liquidated_position',
      category: 'margin',
      path: '/',
      time: noon,
      read: false,
    } as const
    const params = { symbol: 'BTCUSDT', game: 'perpetual' }
    const parts = { translate, appName: () => 'Truemark' }
    const said = (realm: 'real' | 'demo', hideAmounts: boolean): unknown =>
      Reflect.get(JSON.parse(String(payloadOf(parts, { ...shape, params, realm }, { lang, hideAmounts }))), 'title')
    for (const hidden of [true, false]) {
      expect(said('demo', hidden)).toMatch(new RegExp(`^${title}`))
      expect(said('real', hidden)).not.toContain(title.slice(0, 4))
    }
  })

  it('FC-110 that its service refuses is told to the operator, once an hour', async () => {
    const service = await pushService([403, 403])
    open.push(service.close)
    await subscribe(`${service.origin}/one`, browser().keys)
    await subscribe(`${service.origin}/two`, browser().keys)
    await notify(test.database, deposit('d1'))
    await tellRound(tell().options)
    void (await pusher(service.origin)).now()
    await until(async () => service.arrived.length === 2 && (await left()) === 0)
    expect(refusals).toEqual([[new URL(service.origin).host, 403, '{"reason":"BadJwtToken"}']])
    // each of the browsers is marked, so that its owner sees that nothing arrives there
    const marked = async () => (await browsersOf(test.database, userId)).map(({ refusedAt }) => refusedAt !== null)
    await until(async () => (await marked()).every(Boolean))
    expect(await marked()).toEqual([true, true])
    // the same subscription told anew changes nothing of it; one that was made anew is a new start
    await subscribe(`${service.origin}/one`, browser().keys)
    expect(await marked()).toEqual([true, false])
  })

  it('goes again after a fault of its service, and no more to a browser that is gone', async () => {
    const service = await pushService([503, 201, 410])
    open.push(service.close)
    await subscribe(`${service.origin}/one`, browser().keys)
    await notify(test.database, deposit('d1'))
    await tellRound(tell().options)
    const started = await pusher(service.origin)
    void started.now()
    await until(() => service.arrived.length === 1)
    expect(await left()).toBe(1)
    await until(async () => {
      await test.database.query('UPDATE push_delivery SET due_at = now()')
      void started.now()
      return (await left()) === 0
    })
    expect(service.arrived).toHaveLength(2)
    await notify(test.database, deposit('d2'))
    await tellRound(tell().options)
    void started.now()
    await until(() => service.arrived.length === 3)
    await until(async () => (await test.database.query('SELECT 1 FROM push_subscription')).rows.length === 0)
  })

  it('goes to no session that has ended, and to ten browsers at most', async () => {
    const first = await subscribe('https://fcm.googleapis.com/fcm/send/0', browser().keys)
    await test.database.query('UPDATE session SET ended_at = now() WHERE id = $1', [first])
    await notify(test.database, deposit('d1'))
    await tellRound(tell().options)
    expect(await left()).toBe(0)
    for (let at = 1; at <= 12; at += 1) await subscribe(`https://fcm.googleapis.com/fcm/send/${at}`, browser().keys)
    const { rows } = await test.database.query<{ endpoint: string }>(
      'SELECT endpoint FROM push_subscription ORDER BY id',
    )
    expect(rows).toHaveLength(10)
    expect(rows[0]?.endpoint).toBe('https://fcm.googleapis.com/fcm/send/3')
  })
})
