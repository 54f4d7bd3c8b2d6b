import { randomBytes } from 'node:crypto'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { ethereum, formOf, key, person, usdtOf, voucher } from './testing/walletRun.ts'

let server: LiveServer
let ada = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false, readPatience: 500 })
  ada = await makeOperator(server, 'treasurer', 'Ada')
  await server.database.query(`INSERT INTO wallet_network (currency, network, form, address, deposit, withdraw)
    VALUES ('USDT', 'ERC20', 'ERC20', '${ethereum}', true, true)`)
})
afterAll(() => server.stop())

const complete = (id: string) => {
  const body = { currency: 'USDT', received: '100', reason: 'seen on the chain' }
  return server.call(desk.deskDepositComplete, { token: ada, params: { id }, body, key: key() })
}

it('FC-97 one transaction is not credited twice by one person while the read models are behind', async () => {
  const transaction_id = randomBytes(32).toString('hex')
  const people = [await person(server), await person(server)]
  const ids: string[] = []
  for (const { email, token } of people) {
    const { rows } = await server.database.query<{ real_holder: number }>(
      'SELECT real_holder FROM app_user WHERE email = $1',
      [email],
    )
    const holder = rows[0]?.real_holder ?? -1
    const standing = { type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' } as const
    expect((await server.engine.exchange.command(house, standing)).ok).toBe(true)
    const form = formOf({ network: 'ERC20', amount: '100', transaction_id }, [await voucher()])
    ids.push((await server.ok(walletRoutes.depositMake, { token, form, key: key() })).id)
  }
  const [first = '', second = ''] = ids
  await server.database.transaction(async (client) => {
    // nothing reaches the read model of deposits for as long
    await client.query('LOCK TABLE deposit IN SHARE MODE')
    expect((await complete(first)).code).toBe(200)
    expect((await complete(second)).reason).toBe('server_busy')
  })
  await expect.poll(async () => (await complete(second)).reason, { timeout: 20_000 }).toBe('approval_pending')
  expect(await Promise.all(people.map((who) => usdtOf(server, who)))).toEqual([
    ['100', '0'],
    ['0', '0'],
  ])
  expect(await server.engine.imbalance()).toEqual([])
})
