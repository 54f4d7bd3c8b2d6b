import { quoteAsk, exchangeMake, transferMake } from '@truemark/protocol/routes/account'
import { walletRoutes as routes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { type Person, bringIn, key, openWallet, person, proof, saveAddress, usdtOf } from './testing/walletRun.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
  await openWallet(server)
})
afterAll(() => server.stop())

async function holderOf({ email }: Person): Promise<number> {
  const { rows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [email],
  )
  return rows[0]?.real_holder ?? -1
}

it('one balance is spent once, whatever asks for it at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const who = await person(server)
    const { token } = who
    await bringIn(server, who, '100')
    const payee = await saveAddress(server, who)
    const proved = await proof(server, who)
    const withdraw = { currency: 'USDT', amount: '100', method: 'address', payee_id: payee, ...proved } as const
    const transfer = { from: 'coin', to: 'contract', amount: '100' } as const
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        at % 2 === 0
          ? server.call(routes.withdrawalMake, { token, body: withdraw, key: key() })
          : server.call(transferMake, { token, body: transfer, key: key() }),
      ),
    )
    const done = answers.filter(({ code }) => code === 200)
    expect(done).toHaveLength(1)
    const isWithdrawn = answers.some(({ code }, at) => code === 200 && at % 2 === 0)
    expect(await usdtOf(server, who)).toEqual(['0', isWithdrawn ? '100' : '0'])
    expect(await server.engine.imbalance()).toEqual([])
  }
})

it('a frozen amount can be neither traded, transferred nor exchanged', async () => {
  const who = await person(server)
  const { token } = who
  await bringIn(server, who, '100')
  const holder = await holderOf(who)
  const standing = { type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' } as const
  await server.engine.exchange.command(house, standing)
  await server.engine.exchange.command(house, { type: 'switchProduct', country: 'FR', product: 'spot', on: true })
  const body = { currency: 'USDT', amount: '100', method: 'address', payee_id: await saveAddress(server, who) } as const
  await server.ok(routes.withdrawalMake, { token, body: { ...body, ...(await proof(server, who)) } })
  const transfer = { from: 'coin', to: 'option', amount: '0.000001' } as const
  expect((await server.call(transferMake, { token, body: transfer })).code).toBe(11_902)
  const quoted = await server.call(quoteAsk, { token, body: { source: 'USDT', target: 'BTC', amount: '50' } })
  expect(quoted.code).not.toBe(200)
  expect((await server.call(exchangeMake, { token, body: { quote_id: 'nothing' } })).code).not.toBe(200)
  expect(await usdtOf(server, who)).toEqual(['0', '100'])
})

it('a disabled user’s open withdrawal is still paid or given back', async () => {
  const who = await person(server)
  await bringIn(server, who, '100')
  const body = { currency: 'USDT', amount: '60', method: 'address', payee_id: await saveAddress(server, who) } as const
  await server.ok(routes.withdrawalMake, { token: who.token, body: { ...body, ...(await proof(server, who)) } })
  const holder = await holderOf(who)
  const { exchange } = server.engine
  const disabled = { type: 'setStanding', holder, disabled: true, realName: 'missing', country: 'FR' } as const
  expect((await exchange.command(house, disabled)).ok).toBe(true)
  const { view } = await exchange.ask(house, { type: 'wallet', holder })
  const withdrawal = view.withdrawal?.withdrawal ?? 0
  const act = { type: 'decideWithdrawal', holder, withdrawal, operator: 1, reason: '' } as const
  expect((await exchange.command(house, { ...act, act: 'approve' })).ok).toBe(true)
  expect((await exchange.command(house, { ...act, act: 'pay' })).ok).toBe(true)
  expect(await server.engine.imbalance()).toEqual([])
})
