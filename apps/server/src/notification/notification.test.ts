import { accountRoutes } from '@truemark/protocol/routes/account'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import type { Notification } from '@truemark/protocol/notificationMessage'
import { notificationRoutes } from '@truemark/protocol/routes/notification'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { personPassword, signUp } from '../testing/people.ts'
import { notify, notifyEveryone } from './notify.ts'
import { sweepNotifications } from './store.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

async function told(token: string, query: Record<string, string> = {}): Promise<readonly Notification[]> {
  return (await server.ok(notificationRoutes.notifications, { token, query })).items
}

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const end = performance.now() + 15_000
  for (;;) {
    const value = await read()
    if (holds(value)) return value
    if (performance.now() > end) throw new Error(`it did not come to pass: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

async function demo(): Promise<string> {
  return (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
}

async function userIdOf(token: string): Promise<number> {
  const { uid } = await server.ok(identityRoutes.user, { token })
  const { rows } = await server.database.query<{ id: string; nickname: string }>('SELECT id FROM app_user ORDER BY id')
  expect(uid).not.toBe('')
  return Number(rows.at(-1)?.id)
}

describe('the centre', () => {
  it('tells of an order that waited and was filled, with how much, in its account alone', async () => {
    const token = await demo()
    const body = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9900', quantity: '0.1' }
    const order = await server.ok(spotRoutes.spotOrderPlace, { token, body, key: keyNow() })
    expect(await told(token)).toEqual([])
    await server.tick(980_000)
    const items = await until(
      () => told(token),
      (found) => found.length > 0,
    )
    await server.tick(1_000_000)
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      kind: 'spot_filled',
      category: 'trades',
      realm: 'demo',
      read: false,
      path: `/market/trade/orderDetails?game=spot&id=${order.order_id}`,
      params: { game: 'spot', symbol: 'BTCUSDT', side: 'buy', quantity: '0.1', base: 'BTC', amount: '990' },
    })
  })

  it('does not tell of what filled in the moment it was placed', async () => {
    const token = await demo()
    const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' }
    await server.ok(spotRoutes.spotOrderPlace, { token, body, key: keyNow() })
    await server.ok(accountRoutes.records, { token, query: { type: 'coin' } })
    expect(await told(token)).toEqual([])
  })

  it('counts what is unread, pages, filters, and marks as read', async () => {
    const token = await demo()
    const userId = await userIdOf(token)
    for (let at = 0; at < 5; at += 1) {
      const kind = at % 2 === 0 ? 'second_factor_on' : 'support_answered'
      const news = { userId, realm: null, kind, params: {}, ref: null, once: `n${at}` } as const
      await notify(server.database, news)
      await notify(server.database, news)
    }
    await notify(server.database, { userId, realm: 'real', kind: 'login_new', params: {}, ref: null, once: 'real' })
    expect(await server.ok(notificationRoutes.notificationsUnread, { token })).toEqual({ unread: 5 })
    const first = await server.ok(notificationRoutes.notifications, { token, query: { limit: '3' } })
    const next = { limit: '3', cursor: first.cursor ?? '' }
    const second = await server.ok(notificationRoutes.notifications, { token, query: next })
    expect([...first.items, ...second.items].map(({ kind }) => kind)).toEqual([
      'second_factor_on',
      'support_answered',
      'second_factor_on',
      'support_answered',
      'second_factor_on',
    ])
    expect(second.cursor).toBeNull()
    expect(await told(token, { category: 'support' })).toHaveLength(2)
    const ids = first.items.slice(0, 2).map(({ id }) => id)
    expect(await server.ok(notificationRoutes.notificationsRead, { token, body: { ids } })).toEqual({ unread: 3 })
    expect(await server.ok(notificationRoutes.notificationsRead, { token, body: {} })).toEqual({ unread: 0 })
    const refusal = await server.call(notificationRoutes.notifications, {
      token,
      query: { cursor: ids[0]?.slice(1) ?? '' },
    })
    expect(refusal.reason).toBe('field_malformed')
  })

  it('marks nothing of another person', async () => {
    const [mine, others] = [await demo(), await demo()]
    const userId = await userIdOf(others)
    await notify(server.database, { userId, realm: null, kind: 'login_new', params: {}, ref: null, once: 'x' })
    const [item] = await told(others)
    await server.ok(notificationRoutes.notificationsRead, { token: mine, body: { ids: [item?.id ?? ''] } })
    await server.ok(notificationRoutes.notificationsRead, { token: mine, body: {} })
    expect(await server.ok(notificationRoutes.notificationsUnread, { token: others })).toEqual({ unread: 1 })
  })

  it('is told nothing by a deed that is undone', async () => {
    const token = await demo()
    const userId = await userIdOf(token)
    const failing = server.database.transaction(async (client) => {
      await notify(client, { userId, realm: null, kind: 'login_new', params: {}, ref: null, once: 'undone' })
      throw new Error('the deed failed')
    })
    await expect(failing).rejects.toThrow('the deed failed')
    expect(await told(token)).toEqual([])
  })
})

describe('a person', () => {
  it('is told of logins, changes of the account and announcements; a guest of no announcement', async () => {
    const token = await signUp(server, 'nora@example.org', '+33612345601')
    const guest = await demo()
    await server.ok(identityRoutes.login, { body: { account: 'nora@example.org', password: personPassword } })
    const params = { title_en: 'Hello', title_fre: 'Bonjour' }
    await notifyEveryone(server.database, { kind: 'news_published', params, ref: 7, once: 'news:7' })
    await notifyEveryone(server.database, { kind: 'news_published', params, ref: 7, once: 'news:7' })
    const items = await told(token)
    expect(items.map(({ kind }) => kind)).toEqual(['news_published', 'login_new', 'login_new'])
    expect(items[0]?.path).toMatch(/^\/news\/[0-9a-z]{26}$/)
    expect(await told(guest)).toEqual([])
  })

  it('chooses channels and quiet hours; a zone that there is not is refused', async () => {
    const token = await signUp(server, 'ned@example.org', '+33612345602')
    const first = await server.ok(notificationRoutes.notificationSettingRead, { token })
    expect(first.channels.margin).toEqual({ mail: true, push: true })
    expect(first.channels.trades).toEqual({ mail: false, push: true })
    expect(first.quiet).toBeNull()
    const body = {
      ...first,
      channels: { ...first.channels, trades: { mail: true, push: false } },
      quiet: { from: 1_320, to: 420 },
      timezone: 'Asia/Tokyo',
    }
    expect(await server.ok(notificationRoutes.notificationSettingChange, { token, body })).toEqual(body)
    expect(await server.ok(notificationRoutes.notificationSettingRead, { token })).toEqual(body)
    const wrong = { ...body, timezone: 'Mars/Olympus' }
    expect((await server.call(notificationRoutes.notificationSettingChange, { token, body: wrong })).reason).toBe(
      'field_malformed',
    )
  })
})

it('what is old or beyond the newest thousand goes', async () => {
  const token = await demo()
  const userId = await userIdOf(token)
  await server.database.query(
    `INSERT INTO notification (user_id, kind, category, params, once, happened_at)
     SELECT $1, 'login_new', 'security', '{}', 'old' || n,
       now() - CASE WHEN n <= 5 THEN interval '91 days' ELSE interval '1 day' END
     FROM generate_series(1, 1010) AS n`,
    [userId],
  )
  await sweepNotifications(server.database)
  const { rows } = await server.database.query<{ count: string; first: string }>(
    'SELECT count(*) AS count, min(id) AS first FROM notification WHERE user_id = $1',
    [userId],
  )
  expect(rows[0]?.count).toBe('1000')
})
