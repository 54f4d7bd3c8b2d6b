import { codeOf } from '@truemark/protocol/errors'
import { closeCode, streamType } from '@truemark/protocol/stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BucketServer,
  bucketKey,
  startBucketServer,
} from '../../apps/server/src/platform/files/testing/bucketServer.ts'
import { voucher } from '../../apps/server/src/wallet/testing/walletRun.ts'
import { call, fillOrder, listAt, newKey, openDemo, placeOrder, textAt, valueAt } from '../client.ts'
import { makeSupporter, openChat } from './gatewayChat.ts'
import { Installation, type Server, listenAt, says, toldOf } from './gatewayServers.ts'
import { natsProgram } from './natsServer.ts'
import { type Ground, expectKept, makeWishes, untilAllAnswered } from './wishes.ts'

const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '0.001', price: '10000' }
/** The death comes when so many orders have been acknowledged. */
const endAfter = 60
const slowly = { timeout: 20_000, interval: 50 }

describe.skipIf(natsProgram === null)('a core and two gateways', () => {
  let at: Installation
  let core: Server
  let one: Server
  let other: Server
  let bucket: BucketServer
  beforeAll(async () => {
    bucket = await startBucketServer()
    const { keyId, secret } = bucketKey
    at = await Installation.open({ FILES_URL: bucket.url, FILES_KEY_ID: keyId, FILES_SECRET: secret })
    core = await at.start('core')
    ;[one, other] = await Promise.all([at.start('gateway'), at.start('gateway')])
  })
  afterAll(async () => {
    await at.close()
    await bucket.stop()
  })

  it('serve one exchange: what is placed at one is told at the other, read there at once, and done once for its key', async () => {
    const { token } = await openDemo(one.address)
    const ears = await listenAt(other, token)
    ears.socket.send(
      JSON.stringify({ type: 'subscribe', symbols: ['BTCUSDT_Obook', 'BTCUSDT_24H', 'BTCUSDT_1m_Kline'] }),
    )
    const key = newKey()
    const placed = await placeOrder(one.address, token, order, key)
    expect(placed.code).toBe(200)
    const id = textAt(placed.data, 'order_id')
    const list = await call(other.address, '/spot/orders?status=open&limit=100', { token })
    expect(listAt(list.data, 'items').map((item) => textAt(item, 'order_id'))).toEqual([id])
    await expect
      .poll(() => toldOf(ears, streamType.order).map((told) => textAt(told, 'order_id') || textAt(told, 'id')), slowly)
      .toContain(id)
    const again = await placeOrder(other.address, token, order, key)
    expect([again.code, again.data]).toEqual([200, placed.data])
    expect(again.receipt).toEqual(placed.receipt)
    // each gateway has prices and books of its own
    const filled = await fillOrder(other.address, token, {
      symbol: 'BTCUSDT',
      side: 'buy',
      type: 'market',
      quantity: '0.01',
    })
    expect(textAt(filled.data, 'status')).toBe('filled')
    const records = await call(one.address, '/spot/orders?status=history&limit=100', { token })
    expect(listAt(records.data, 'items').map((item) => textAt(item, 'order_id'))).toContain(
      textAt(filled.data, 'order_id'),
    )
    await expect.poll(() => toldOf(ears, streamType.balance).length, slowly).toBeGreaterThan(0)
    for (const type of [streamType.book, streamType.day, streamType.kline])
      await expect.poll(() => toldOf(ears, type).length, slowly).toBeGreaterThan(2)
    ears.socket.close()
  })

  it('show a picture wherever it was sent, out of the bucket that they share', async () => {
    const { token } = await openDemo(one.address)
    const headers = { authorization: `Bearer ${token}` }
    const body = new FormData()
    body.append('avatar', new Blob([Uint8Array.from(await voucher())]), 'me.png')
    const sent = await fetch(`${one.address}/api/v3/user/profile`, { method: 'PUT', headers, body })
    const answer: unknown = await sent.json()
    expect(answer).toMatchObject({ code: 200 })
    const path = `/api/v3/user/avatar/${textAt(answer, 'data', 'avatar')}`
    const seen = await Promise.all(
      [one, other, core].map(async ({ address }) => (await fetch(`${address}${path}`, { headers })).arrayBuffer()),
    )
    expect(seen[0]?.byteLength).toBeGreaterThan(100)
    expect(new Set(seen.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(1)
  })

  it('end a session everywhere', async () => {
    const { token } = await openDemo(one.address)
    const sockets = await Promise.all([core, one, other].map((server) => listenAt(server, token)))
    expect((await call(one.address, '/user/logout', { method: 'POST', token })).code).toBe(200)
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([
      closeCode.sessionEnded,
      closeCode.sessionEnded,
      closeCode.sessionEnded,
    ])
    await expect
      .poll(async () => (await call(other.address, '/user', { token })).code, slowly)
      .toBe(codeOf('login_required'))
  })

  it('tell of a price that was waited for at one of them on a socket at the other', async () => {
    const { token } = await openDemo(one.address)
    const ears = await listenAt(other, token)
    const { data } = await call(one.address, '/market/BTCUSDT/trades', { token })
    const last = Number(textAt(data, 'items', 0, 'price') || textAt(data, 0, 'price'))
    expect(last).toBeGreaterThan(0)
    const wait = async (direction: 'above' | 'below', price: number): Promise<number> => {
      const body = { symbol: 'BTCUSDT', direction, source: 'last', price: price.toFixed(1), repeats: false }
      return (await call(one.address, '/price_alerts', { method: 'POST', token, body })).code
    }
    // one of them is passed within a moment
    await expect
      .poll(async () => [await wait('above', last + 0.2), await wait('below', last - 0.2)], slowly)
      .toContain(200)
    await expect.poll(() => toldOf(ears, streamType.notification).length, slowly).toBeGreaterThan(0)
    ears.socket.close()
  })

  it('carry a chat: each line is heard once wherever its person is and at the desk, and stands once for its key', async () => {
    const ann = await makeSupporter(at, core)
    const { token } = await openDemo(one.address)
    const [here, there, desk] = await openChat({ one, other, core, token, operator: ann })
    const keys = Array.from({ length: 8 }, () => newKey())
    // each at both at once, as an app does whose answer was lost
    const said = await Promise.all(
      keys.flatMap((key) => [one, other].map((server) => say(server, token, { key, text: `line ${key}` }))),
    )
    expect(said.map(({ code }) => code)).toEqual(said.map(() => 200))
    const wanted = ['1 started', ...keys.map((_, line) => `${line + 2} `)]
    for (const ears of [here, there]) await expect.poll(() => ears.lines().toSorted(byNumber), slowly).toEqual(wanted)
    const list = await call(core.address, '/desk/support/chats?queue=open', { token: ann })
    const id = textAt(list.data, 'items', 0, 'id')
    const taken = await call(core.address, `/desk/support/chats/${id}/take`, { method: 'POST', token: ann })
    expect(taken.code).toBe(200)
    const path = `/desk/support/chats/${id}/messages`
    const answer = { key: newKey(), text: 'I am here' }
    expect((await call(core.address, path, { method: 'POST', token: ann, body: answer })).code).toBe(200)
    for (const ears of [here, there])
      await expect.poll(() => ears.lines().toSorted(byNumber), slowly).toEqual([...wanted, '10 taken', '11 '])
    // what is typed, said and read at one is told at the desk and at the other
    expect((await call(other.address, '/support/chat/typing', { method: 'POST', token })).code).toBe(200)
    await expect.poll(() => desk.kinds(), slowly).toContain('typing')
    const thanks = await say(other, token, { key: newKey(), text: 'thank you' })
    expect(thanks.code).toBe(200)
    await expect.poll(() => desk.lines().at(-1), slowly).toBe('12 ')
    await call(one.address, '/support/chat/seen', { method: 'POST', token, body: { delivered: 12, read: 11 } })
    await expect.poll(() => there.read(), slowly).toBe(11)
    const page = await call(other.address, '/support/chat/messages?limit=100', { token })
    expect(listAt(page.data, 'items').map((line) => valueAt(line, 'seq'))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
  })

  it('leave the desk to the core', async () => {
    expect((await fetch(`${one.address}/desk/`)).status).toBe(404)
    const login = { method: 'POST', body: { account: 'a', password: 'b', code: '000000' } }
    expect((await call(one.address, '/desk/login', login)).status).toBe(404)
    expect((await call(core.address, '/desk/login', login)).status).not.toBe(404)
  })

  it('go on when one of them is killed: whoever was there comes back at the other', async () => {
    const third = await at.start('gateway')
    const { token } = await openDemo(third.address)
    const ears = await listenAt(third, token)
    third.child.kill('SIGKILL')
    await ears.closed
    const back = await listenAt(other, token)
    const placed = await placeOrder(one.address, token, order)
    expect(placed.code).toBe(200)
    await expect.poll(() => toldOf(back, streamType.order).length, slowly).toBeGreaterThan(0)
    back.socket.close()
  })

  it('wait for a bus that is away, and go on by themselves', async () => {
    const { token } = await openDemo(one.address)
    await at.bus.kill()
    await says(one, /^503 the bus is away/)
    const waiting = placeOrder(one.address, token, order)
    await at.bus.start()
    const placed = await waiting
    expect(placed.code).toBe(200)
    await says(one, /^200/)
    await says(other, /^200/)
    const list = await call(other.address, '/spot/orders?status=open&limit=100', { token })
    expect(listAt(list.data, 'items').map((item) => valueAt(item, 'order_id'))).toEqual([
      valueAt(placed.data, 'order_id'),
    ])
  })
})

const say = ({ address }: Server, token: string, body: { readonly key: string; readonly text: string }) =>
  call(address, '/support/chat/messages', { method: 'POST', token, body })

const byNumber = (a: string, b: string): number => Number.parseInt(a, 10) - Number.parseInt(b, 10)

/** How the core ends, and whether the bus ends with it and comes back. */
const deaths = [
  ['SIGKILL', false],
  ['SIGTERM', false],
  ['SIGKILL', true],
] as const

/** Calls several gateways in turn, as a balancer does. */
function between(at: Installation, servers: readonly Server[]): Ground {
  let turn = 0
  return {
    address: () => servers[(turn += 1) % servers.length]?.address ?? '',
    database: () => at.test.database,
    patience: 15_000,
  }
}

describe.skipIf(natsProgram === null)('gateways whose core dies amid orders', () => {
  it('lose nothing and do nothing twice, whether it is killed, ended in order, or the bus with it: their calls wait for the one that stood by', async () => {
    const at = await Installation.openByTls()
    try {
      const pair = { STANDBY: 'yes' }
      let core = await at.start('core', pair)
      const gateways = await Promise.all([at.start('gateway'), at.start('gateway')])
      const ground = between(at, gateways)
      for (const [signal, withBus] of deaths) {
        const next = await at.launch('core', pair)
        await says(next, /^503 standing by at row/)
        const wishes = await makeWishes(ground)
        await untilAllAnswered(ground, wishes, (count) => {
          if (count !== endAfter) return
          core.child.kill(signal)
          if (withBus) void at.bus.kill().then(() => at.bus.start())
        })
        await next.serves
        await expectKept(ground, wishes)
        core = next
      }
      for (const gateway of gateways) await says(gateway, /^200/)
    } finally {
      await at.close()
    }
  })
})

const reported = { client_version: '1', error_message: 'of a test', error_url: 'https://example.org' }
/** How often an address may report in a minute. */
const reportsMax = 30

describe.skipIf(natsProgram === null)('the allowances of people', () => {
  it('hold over all gateways', async () => {
    const at = await Installation.open({ RATE_LIMIT_SCALE: '1' })
    try {
      await at.start('core')
      const [one, other] = await Promise.all([at.start('gateway'), at.start('gateway')])
      const report = async ({ address }: Server): Promise<number> =>
        (await call(address, '/log_error', { method: 'POST', body: reported })).code
      const tooMany = codeOf('rate_limited')
      const first = await Promise.all(Array.from({ length: reportsMax + 1 }, () => report(one)))
      expect(first.filter((code) => code === tooMany)).toHaveLength(1)
      await expect.poll(() => report(other), { timeout: 3_000, interval: 400 }).toBe(tooMany)
    } finally {
      await at.close()
    }
  })
})
