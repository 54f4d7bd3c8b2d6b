import { setTimeout as pause } from 'node:timers/promises'
import { operatorRoles } from '@truemark/protocol/access'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { makeOperatorLink } from '../../apps/server/src/operator/door.ts'
import { keyNow } from '../../apps/server/src/testing/keys.ts'
import { appCode } from '../../apps/server/src/testing/people.ts'
import { call, listAt, newKey, openDemo, placeOrder, textAt } from '../client.ts'
import { registerPerson } from '../person.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'
import { faultsOf } from '../system/books.ts'
import { Found } from './found.ts'
import { type OpenSocket, openSocket, socketToken } from './listener.ts'
import { closeCodeAfter, rawFrames } from './rawFrames.ts'
import type { Asker, Cast } from './requests.ts'
import { Tally, madeOf, sendAll } from './run.ts'
import { openLine } from './send.ts'
import { revive } from './stage.ts'

/** Set by `npm run fuzz -- --built`. */
const asked = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)
const seed = asked('FUZZ_SEED', 1)
const from = asked('FUZZ_FROM', 0)
const requests = asked('FUZZ_REQUESTS', 400)
const minutesMax = asked('FUZZ_MINUTES', Number.POSITIVE_INFINITY)
/** After so many requests those who ask are let in again, and it is told how far the run is. */
const stretch = 20_000
const connections = 32
const password = 'violet-harbour-27'

const folder = makeFolder()
const tokens = new Map<Asker, string>()
const sockets = new Map<Asker, OpenSocket>()
let product: Product
let port = 0

async function operatorToken(role: (typeof operatorRoles)[number]): Promise<string> {
  const path = await makeOperatorLink(product.database(), role, `Of ${role}`)
  const token = path.slice(path.lastIndexOf('/') + 1)
  const link = await call(product.address, '/desk/links/open', { method: 'POST', body: { token } })
  const totp = appCode(textAt(link.data, 'totp_secret'))
  const body = { token, name: `Of ${role}`, password: 'Seven-quiet-rivers', totp }
  return textAt((await call(product.address, '/desk/links/complete', { method: 'POST', body })).data, 'token')
}

beforeAll(async () => {
  product = await startProduct(folder)
  port = Number(new URL(product.address).port)
  for (const asker of ['owner', 'demo'] as const) tokens.set(asker, (await openDemo(product.address)).token)
  const email = 'user@example.org'
  await registerPerson(product, { email, password })
  const login = await call(product.address, '/login', { method: 'POST', body: { account: email, password } })
  tokens.set('user', textAt(login.data, 'token'))
  for (const role of operatorRoles) tokens.set(role, await operatorToken(role))
  tokens.set('unknown', 'op_nobodys')
  for (const asker of ['guest', 'owner', 'demo', 'user', 'support', 'administrator'] as const) {
    sockets.set(asker, await openSocket(port, await socketToken(product.address, tokens.get(asker) ?? '')))
  }
}, 120_000)

afterAll(async () => {
  await product.stop()
  await folder.remove()
})

/** The orders of an account, open and done with. */
async function ordersOf(token: string): Promise<string[]> {
  const lists = ['open', 'history'].map((status) =>
    call(product.address, `/spot/orders?status=${status}&limit=100`, { token }),
  )
  return (await Promise.all(lists)).flatMap(({ data }) => listAt(data, 'items').map((one) => textAt(one, 'order_id')))
}

async function fuzz(cast: Cast): Promise<readonly string[]> {
  const line = openLine(port, connections, cast.programs)
  const tally = new Tally(seed)
  try {
    for (let first = from; first < from + requests && tally.minutes < minutesMax; first += stretch) {
      const count = Math.min(stretch, from + requests - first)
      await sendAll(line, madeOf(seed, first, count, cast), (sent) => tally.take(sent, cast.found))
      await revive(product.database())
      process.stdout.write(`${tally.told()}\n`)
    }
  } finally {
    line.close()
  }
  return tally.faults
}

describe(`the built server under requests ${from} to ${from + requests} of seed ${seed}, with sockets open`, () => {
  const traders = ['owner', 'demo'] as const

  it('answers each as the protocol says, and its books hold', { timeout: 0 }, async () => {
    const placing = traders.flatMap((trader) =>
      Array.from({ length: 12 }, (_, at) => {
        const buy = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: `${20_000 + at}`, quantity: '0.001' }
        return placeOrder(product.address, tokens.get(trader) ?? '', buy, newKey())
      }),
    )
    const ids = (await Promise.all(placing)).map(({ data }) => textAt(data, 'order_id'))
    expect(await fuzz({ tokens, programs: new Map(), ids, found: new Found(), newKey: keyNow })).toEqual([])
    expect(await faultsOf(product.database())).toEqual([])
  })

  it('tells each socket what is its person’s own alone, without a gap', async () => {
    const own = new Map(
      await Promise.all(traders.map(async (one) => [one, await ordersOf(tokens.get(one) ?? '')] as const)),
    )
    for (const [asker, { hearing }] of sockets) expect([asker, hearing.faults]).toEqual([asker, []])
    for (const trader of traders) {
      const ids = sockets.get(trader)?.hearing.ids ?? new Set()
      expect(own.get(trader)?.filter((id) => ids.has(id)).length).toBeGreaterThanOrEqual(12)
      for (const [asker, { hearing }] of sockets) {
        if (asker !== trader) expect([...ids].filter((id) => hearing.ids.has(id))).toEqual([])
      }
    }
    expect(sockets.get('guest')?.hearing.own).toBe(0)
  })

  it('ends a socket of hostile bytes by its code, and no other', async () => {
    const askers = ['guest', 'owner', 'support'] as const
    const sent = rawFrames.map(async ([what, bytes, codes], at) => {
      const token = await socketToken(product.address, tokens.get(askers[at % askers.length] ?? 'guest') ?? '')
      const code = await closeCodeAfter(port, token, bytes, codes.includes(0)).catch(String)
      expect(codes, `${what} → ${code}`).toContain(code)
    })
    await Promise.all(sent)
    await pause(100)
    for (const [asker, { socket, hearing, closed }] of sockets) {
      expect([asker, socket.readyState, hearing.faults]).toEqual([asker, WebSocket.OPEN, []])
      socket.close()
      await closed
    }
  })
})
