import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { closeCode } from '../../packages/protocol/stream.ts'
import { call, listAt, newKey, openDemo, placeOrder, textAt } from '../client.ts'
import { registerPerson } from '../person.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'

const folder = makeFolder()
let product: Product

beforeAll(async () => {
  product = await startProduct(folder)
})

afterAll(async () => {
  await product.stop()
  await folder.remove()
})

const password = 'violet-harbour-27'
let people = 0

/** Registers somebody new, gives their account and the token of a login. */
async function person(): Promise<{ account: string; token: string }> {
  people += 1
  const account = `person${people}@example.org`
  await registerPerson(product, { email: account, password })
  const { code, data } = await logIn(account, password)
  expect(code).toBe(200)
  return { account, token: textAt(data, 'token') }
}

const logIn = (account: string, secret: string) =>
  call(product.address, '/login', { method: 'POST', body: { account, password: secret } })

async function openSocket(token: string): Promise<{ socket: WebSocket; closed: Promise<number> }> {
  const { data } = await call(product.address, '/data', { token })
  const address = product.address.replace('http', 'ws')
  const socket = new WebSocket(`${address}/ws?token=${encodeURIComponent(textAt(data, 'ws', 'token'))}`)
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { socket, closed }
}

const limit = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '20000', quantity: '0.01' }

describe('a session that has ended', () => {
  it('is told so within a second, over HTTP and on its socket, for a real and a demo token', async () => {
    for (const token of [(await person()).token, (await openDemo(product.address)).token]) {
      const { closed } = await openSocket(token)
      expect((await call(product.address, '/user', { token })).code).toBe(200)
      expect((await call(product.address, '/user/logout', { method: 'POST', token })).code).toBe(200)
      const since = performance.now()
      const after = await call(product.address, '/user', { token })
      expect([after.status, after.code]).toEqual([401, 551])
      expect(await closed).toBe(closeCode.sessionEnded)
      expect(performance.now() - since).toBeLessThan(5_000)
      expect((await placeOrder(product.address, token, limit)).code).toBe(551)
    }
  })

  it('ends alone; ending the others leaves the own one', async () => {
    const { account, token } = await person()
    const other = textAt((await logIn(account, password)).data, 'token')
    expect(listAt((await call(product.address, '/user/sessions', { token })).data, 'items')).toHaveLength(2)
    expect((await call(product.address, '/user/sessions', { method: 'DELETE', token })).code).toBe(200)
    expect((await call(product.address, '/user', { token: other })).code).toBe(551)
    expect((await call(product.address, '/user', { token })).code).toBe(200)
  })
})

describe('an order', () => {
  it('is its owner’s alone: not a guest’s, another’s, nor that of the same person’s other account', async () => {
    const { token: real } = await person()
    const own = textAt(
      (await call(product.address, '/simulation/login', { method: 'POST', token: real })).data,
      'token',
    )
    const { token: other } = await openDemo(product.address)
    const id = textAt((await placeOrder(product.address, own, limit)).data, 'order_id')
    const path = `/spot/orders/${id}`
    const change = { method: 'PATCH', body: { quantity: '0.005' } }
    for (const token of [other, real]) {
      expect((await call(product.address, path, { method: 'DELETE', token, key: newKey() })).code).toBe(11_304)
      expect((await call(product.address, path, { ...change, token, key: newKey() })).code).toBe(11_304)
    }
    const guest = await call(product.address, path, { method: 'DELETE', key: newKey() })
    expect([guest.status, guest.code]).toEqual([401, 551])
    const unknown = `/spot/orders/${'0'.repeat(id.length)}`
    expect((await call(product.address, unknown, { method: 'DELETE', token: own, key: newKey() })).code).toBe(12_213)
    expect((await call(product.address, path, { ...change, token: own, key: newKey() })).code).toBe(200)
    expect((await call(product.address, path, { method: 'DELETE', token: own, key: newKey() })).code).toBe(200)
    expect((await call(product.address, path, { method: 'DELETE', token: own, key: newKey() })).code).toBe(12_247)
    const list = await call(product.address, `/spot/orders?status=open&uid=1`, { token: other })
    expect(listAt(list.data, 'items')).toEqual([])
  })
})

describe('the realm', () => {
  it('is that of the token, whatever the request says', async () => {
    const { token: real } = await person()
    const demo = textAt(
      (await call(product.address, '/simulation/login', { method: 'POST', token: real })).data,
      'token',
    )
    const realm = async (token: string) =>
      textAt((await call(product.address, '/account/assets?realm=demo', { token })).data, 'realm')
    expect([await realm(real), await realm(demo)]).toEqual(['real', 'demo'])
    expect(
      (await call(product.address, '/simulation/reset', { method: 'POST', token: real, key: newKey() })).code,
    ).toBe(12_118)
    expect((await placeOrder(product.address, real, limit)).code).not.toBe(200)
  })

  it('of the demo is 100 000 USDT again after a reset, its orders gone', async () => {
    const { token } = await openDemo(product.address)
    await placeOrder(product.address, token, limit)
    await placeOrder(product.address, token, { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' })
    expect((await call(product.address, '/simulation/reset', { method: 'POST', token, key: newKey() })).code).toBe(200)
    const { data } = await call(product.address, '/account/assets', { token })
    expect(textAt(data, 'total_value')).toBe('100000')
    expect(listAt((await call(product.address, '/spot/orders?status=open', { token })).data, 'items')).toEqual([])
  })
})

describe('whether an account exists', () => {
  it('is told by neither the answer of a login nor its time', async () => {
    const times = { known: [] as number[], unknown: [] as number[] }
    const answers = new Set<string>()
    const attempt = async (who: 'known' | 'unknown', account: string): Promise<void> => {
      const since = performance.now()
      const answer = await logIn(account, 'wrong-password-1')
      times[who].push(performance.now() - since)
      answers.add(JSON.stringify(answer))
    }
    for (let index = 0; index < 3; index += 1) {
      const { account } = await person()
      // After five wrong tries the next ones wait, of whichever account.
      for (let tries = 0; tries < 4; tries += 1) {
        await attempt('known', account)
        await attempt('unknown', `nobody${index}@example.org`)
      }
    }
    expect([...answers]).toHaveLength(1)
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
  })

  it('is told by neither a code that is sent nor a wrong one', async () => {
    const { account } = await person()
    const send = (email: string) =>
      call(product.address, '/send_email', { method: 'POST', body: { type: 'forgot', email } })
    expect(await send(account)).toEqual(await send('nobody@example.org'))
    const reset = (name: string) =>
      call(product.address, '/forgot_password', {
        method: 'POST',
        body: { account: name, type: 'email', verify_code: '000000', password: 'another-harbour-9' },
      })
    expect(await reset(account)).toEqual(await reset('nobody@example.org'))
  })
})

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
