import { contractRoutes } from '@truemark/protocol/routes/contract'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { apiKeyRoutes } from '@truemark/protocol/routes/apiKeys'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { spotOrder, spotRoutes } from '@truemark/protocol/routes/spot'
import { closeCode } from '@truemark/protocol/stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { must, saver } from '../invest/testing/saver.ts'
import { type CallingSocket, openByKey, openCalling, refusedByKey } from '../testing/callingSocket.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { byHmac, makeProgram, strangersProgram } from '../testing/program.ts'
import { derivativeDemo } from '../testing/trader.ts'

let server: LiveServer
const sockets: CallingSocket[] = []
beforeAll(async () => {
  server = await startLiveServer()
  await must(server, { type: 'switchProduct', country: 'FR', product: 'spot', on: true })
})
afterAll(async () => {
  for (const { socket } of sockets) socket.terminate()
  await server.stop()
})
beforeEach(() => server.tick(1_000_000))

const demo = async () => (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
const kept = (socket: CallingSocket): CallingSocket => {
  sockets.push(socket)
  return socket
}
const open = async (token: string) => kept(await openCalling(server, token))
const resting = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9000', quantity: '0.001' } as const
const { spotOrderAmend, spotOrderCancel, spotOrderPlace, spotOrdersCancel, spotOrders } = spotRoutes
const openOrders = async (token: string) => (await server.ok(spotOrders, { token, query: { status: 'open' } })).items

describe('over a socket', () => {
  it('an order is placed, changed and cancelled, and answered as over HTTP', async () => {
    const token = await demo()
    const { ask } = await open(token)
    const placed = await ask(spotOrderPlace, { body: resting })
    expect(placed).toMatchObject({ status: 200, code: 200, reason: null })
    const order = z.parse(spotOrder, placed.data)
    expect(await openOrders(token)).toEqual([order])
    const params = { id: order.order_id }
    const amended = await ask(spotOrderAmend, { params, body: { price: '9001' } })
    expect(amended.data).toMatchObject({ order_id: order.order_id, price: '9001', status: 'new' })
    expect((await ask(spotOrderCancel, { params })).data).toMatchObject({ status: 'canceled', reason: 'by_owner' })
    expect(await openOrders(token)).toEqual([])
    const again = await ask(spotOrderCancel, { params })
    const overHttp = await server.call(spotOrderCancel, { token, params, key: keyNow() })
    expect([again.reason, again.code, again.status]).toEqual(['order_done', overHttp.code, overHttp.status])
  })

  it('orders of contracts and perpetuals are placed and ended', async () => {
    const { ask } = await open(await derivativeDemo(server))
    const lots = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1' } as const
    const ticket = await ask(contractRoutes.contractOrderPlace, { body: { ...lots, multiple: 10 } })
    expect(ticket).toMatchObject({ reason: null, data: { symbol: 'BTCUSDT' } })
    expect(await ask(perpetualRoutes.perpetualOrderPlace, { body: lots })).toMatchObject({ reason: null })
  })

  it('all orders of one symbol are cancelled by the query, and none where it says something else', async () => {
    const token = await demo()
    const { ask } = await open(token)
    await ask(spotOrderPlace, { body: resting })
    const malformed = ['?symbl=BTCUSDT', '?symbol=BTCUSDT&symbol=BTCUSDT']
    for (const query of malformed) expect((await ask(spotOrdersCancel, { query })).reason).not.toBeNull()
    expect(await openOrders(token)).toHaveLength(1)
    expect((await ask(spotOrdersCancel, { query: '?symbol=NOUSDT' })).reason).toBe('symbol_unknown')
    expect((await ask(spotOrdersCancel, { query: '?symbol=BTCUSDT' })).data).toEqual({ canceled: 1 })
  })

  it('a call under a key is done once, whichever way it comes and comes again', async () => {
    const token = await demo()
    const [one, other] = [await open(token), await open(token)]
    const key = keyNow()
    const call = { key, body: resting }
    const answers = await Promise.all([
      one.ask(spotOrderPlace, call),
      server.call(spotOrderPlace, { token, ...call }),
      other.ask(spotOrderPlace, call),
    ])
    const again = await one.ask(spotOrderPlace, call)
    const ids = [...answers.map(({ data }) => data), again.data].map((data) => z.parse(spotOrder, data).order_id)
    expect(new Set(ids).size).toBe(1)
    // which of them did it is known; the others say that it had been done
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(again.replayed).toBe(true)
    expect(await server.call(spotOrderPlace, { token, ...call })).toMatchObject({ code: 200, replayed: true })
    expect((await one.ask(spotOrderPlace, { body: resting })).replayed).toBe(false)
    expect(await openOrders(token)).toHaveLength(2)
    const changed = { key, body: { ...resting, quantity: '0.002' } }
    expect((await one.ask(spotOrderPlace, changed)).reason).toBe('key_reused')
    expect((await one.ask(spotOrderPlace, { key: 'none', body: resting })).reason).toBe('field_malformed')
    expect(await openOrders(token)).toHaveLength(2)
  })

  it('eight are under way at once, and each has its own answer', async () => {
    const { ask } = await open(await demo())
    const prices = Array.from({ length: 8 }, (_, at) => String(8_000 + at))
    const answers = await Promise.all(prices.map((price) => ask(spotOrderPlace, { body: { ...resting, price } })))
    expect(answers.map(({ data }) => z.parse(spotOrder, data).price)).toEqual(prices)
  })

  it('nothing else is called, and nobody’s order but one’s own', async () => {
    const token = await demo()
    const { ask, socket, closed } = await open(token)
    const order = z.parse(spotOrder, (await ask(spotOrderPlace, { body: resting })).data)
    const other = await open(await demo())
    expect((await other.ask(spotOrderCancel, { params: { id: order.order_id } })).reason).toBe('not_owner')
    expect(
      (await ask(accountRoutes.transferMake, { body: { from: 'coin', to: 'contract', amount: '1' } })).reason,
    ).toBe('route_unknown')
    const guest = await open('')
    expect((await guest.ask(spotOrderPlace, { body: resting })).reason).toBe('login_required')
    expect((await ask(spotOrderPlace, { body: { ...resting, surprise: 1 } })).reason).toBe('request_malformed')
    expect((await ask(spotOrderPlace, { body: 'none' })).reason).not.toBeNull()
    expect(await openOrders(token)).toHaveLength(1)
    // a name twice, as nobody means it
    socket.send('{"type":"call","id":"x","method":"POST","path":"/api/v3/spot/orders","key":"a","key":"b"}')
    expect(await closed).toBe(closeCode.malformed)
  })

  it('a session that ends takes its sockets with it, and what they still ask for is not done', async () => {
    const token = await demo()
    const { ask, closed } = await open(token)
    await server.ok(identityRoutes.logout, { token })
    const late = ask(spotOrderPlace, { body: resting }).then(
      ({ reason }) => reason,
      () => 'closed',
    )
    expect(await Promise.race([closed, late])).toSatisfy(
      (said) => said === closeCode.sessionEnded || said === 'login_required',
    )
    expect(await closed).toBe(closeCode.sessionEnded)
  })
})

describe('a program', () => {
  const person = async (name: string) => {
    const email = `${name}@example.com`
    return { email, token: (await saver(server, email, { usdt: 1_000_000_000n })).token }
  }

  it('opens a socket by the signature of its upgrade, and trades where its key may', async () => {
    const who = await person('trader')
    const trading = kept(await openByKey(server, await makeProgram(server, who, { kind: 'ed25519' })))
    const placed = await trading.ask(spotOrderPlace, { body: resting })
    expect(placed.reason).toBeNull()
    expect(await openOrders(who.token)).toEqual([placed.data])
    const reading = kept(await openByKey(server, await makeProgram(server, who, { scope: 'read' })))
    expect((await reading.ask(spotOrderPlace, { body: resting })).reason).toBe('api_scope_missing')
    expect(await openOrders(who.token)).toHaveLength(1)
  })

  it('is let in by nothing else', async () => {
    const program = await makeProgram(server, await person('outside'), {})
    const far = await makeProgram(server, await person('far'), { addresses: ['192.0.2.7'] })
    const { reason } = z.object({ reason: z.string() }).shape
    const told = (text: string) => z.parse(z.object({ data: z.object({ reason }) }), JSON.parse(text)).data.reason
    for (const [one, time, why] of [
      [strangersProgram(), undefined, 'api_key_wrong'],
      [byHmac(program.id, 'AAAA'), undefined, 'api_key_wrong'],
      [far, undefined, 'api_key_wrong'],
      [program, Date.now() - 60_000, 'api_clock_off'],
    ] as const) {
      const [status, text] = await refusedByKey(server, one, time)
      expect([told(text), status >= 400]).toEqual([why, true])
    }
  })

  it('is told of balances and orders alone, and that something passed', async () => {
    const who = await person('hearer')
    const program = kept(await openByKey(server, await makeProgram(server, who)))
    const page = await open(who.token)
    const { rows } = await server.database.query<{ holder: number }>(
      'SELECT real_holder AS holder FROM app_user WHERE email = $1',
      [who.email],
    )
    const holder = rows[0]?.holder ?? -1
    for (const type of [8, 5, 6, 3, 9]) server.hub.toHolder(holder, type, { about: `type ${type}` })
    const seen = ({ messages }: CallingSocket) =>
      messages.flatMap((one) => {
        const { data, success } = z.safeParse(z.object({ type: z.unknown(), seq: z.int() }), one)
        return success && data.type !== 'subscribed' ? [data] : []
      })
    await expect.poll(() => [seen(program).length, seen(page).length]).toEqual([5, 5])
    expect(seen(page).map(({ type }) => type)).toEqual([8, 5, 6, 3, 9])
    expect(seen(program).map(({ type }) => type)).toEqual(['passed', 5, 'passed', 3, 'passed'])
    expect(seen(program).map(({ seq }) => seq)).toEqual(seen(page).map(({ seq }) => seq))
    expect(JSON.stringify(program.messages)).not.toMatch(/type (8|6|9)/)
  })

  it('loses its sockets with its key, at once', async () => {
    const who = await person('ender')
    const program = await makeProgram(server, who)
    const { ask, closed } = kept(await openByKey(server, program))
    await ask(spotOrderPlace, { body: resting })
    await server.ok(apiKeyRoutes.apiKeyEnd, { token: who.token, params: { id: program.id } })
    expect(await closed).toBe(closeCode.sessionEnded)
    const [status] = await refusedByKey(server, program)
    expect(status).toBe(401)
    expect(await openOrders(who.token)).toHaveLength(1)
  })

  it('loses them when its key comes to its end', { timeout: 40_000 }, async () => {
    const who = await person('late')
    const { closed } = kept(await openByKey(server, await makeProgram(server, who, { expires: Date.now() + 3_000 })))
    expect(await closed).toBe(closeCode.sessionEnded)
  })
})
