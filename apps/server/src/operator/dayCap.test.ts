import { deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { deskTreasuryRoutes as treasury } from '@truemark/protocol/routes/deskTreasury'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Catalogue, house } from '../engine/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import {
  type Person,
  bringIn,
  formOf,
  key,
  openWallet,
  person,
  proof,
  saveAddress,
  voucher,
} from '../wallet/testing/walletRun.ts'
import { DayCap } from './dayCap.ts'

const max = 1_000
const usdt = 1_000_000n

let server: LiveServer
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ operatorDayMax: max })
  ;({ treasurer: ada, second: ben } = await openWallet(server))
})
afterAll(() => server.stop())
afterEach(() => server.database.query('DELETE FROM operator_completion'))

async function withdrawal(amount: string): Promise<string> {
  const who = await person(server)
  await bringIn(server, who, amount)
  const address = await saveAddress(server, who)
  const body = { currency: 'USDT', amount, method: 'address', payee_id: address, ...(await proof(server, who)) }
  return (await server.ok(walletRoutes.withdrawalMake, { token: who.token, key: key(), body })).id
}

async function deposit(who: Person, amount: string): Promise<string> {
  const form = formOf({ amount }, [await voucher()])
  return (await server.ok(walletRoutes.depositMake, { token: who.token, form })).id
}

const approve = (token: string, id: string, amount: string) =>
  server.call(desk.deskWithdrawalApprove, { token, key: key(), params: { id }, body: { amount, currency: 'USDT' } })

const complete = (token: string, id: string, received: string) =>
  server.call(desk.deskDepositComplete, {
    token,
    key: key(),
    params: { id },
    body: { received, currency: 'USDT', reason: 'seen on the chain' },
  })

function decide(token: string, { id, digest }: { id: string; digest: string }) {
  const body = { approve: true, digest, reason: 'read it' }
  return server.call(proposals.deskProposalDecide, { token, params: { id }, body })
}

describe('what one operator may complete in a day', () => {
  it('is bounded by its worth at the index, whoever asks at once, and begins anew each day of UTC', async () => {
    const { rows } = await server.database.query<{ id: string }>('SELECT min(id) AS id FROM operator')
    const operator = Number(rows[0]?.id)
    let now = Date.UTC(2026, 0, 1, 23, 59)
    let index: string | null = '10000'
    const catalogue = await Catalogue.load(server.engine.exchange)
    const terms = async () => ({ fourEyesMin: 200n * usdt })
    const ports = { catalogue, indexOf: () => index, now: () => now, max, terms }
    const cap = new DayCap({ database: server.database, ...ports })
    const take = async (subject: string, amount: bigint, currency = 0, isOwed = false) => {
      const outcome = await cap.takeNow({ subject, operator, currency, amount, isOwed })
      return outcome.ok ? outcome.data : outcome.reason
    }
    const heard = await Promise.all(Array.from({ length: 10 }, (_, at) => take(`at once ${at}`, 300n * usdt)))
    expect(heard.filter((one) => one === true)).toHaveLength(3)
    expect(heard.filter((one) => one === 'operator_day_reached')).toHaveLength(7)
    expect(await take('the rest', 100n * usdt)).toBe(true)
    expect(await take('the rest', 100n * usdt)).toBe(false)
    expect(await take('a unit', 1n)).toBe('operator_day_reached')
    await cap.giveBack({ subject: 'the rest' })
    // a thousandth of a bitcoin at 10 000 is ten
    expect(await take('bitcoin', 1_000_001n, 1)).toBe('operator_day_reached')
    expect(await take('bitcoin', 1_000_000n, 1)).toBe(true)
    now += 60_000
    index = null
    expect(await take('of unknown worth', 1n, 1)).toBe(true)
    expect(await take('after it', 1n)).toBe('operator_day_reached')
    now += 86_400_000
    expect(await take('more than a day holds', 5_000n * usdt)).toBe('operator_day_reached')
    expect(await take('a large claim', 5_000n * usdt, 0, true)).toBe(true)
  })

  it('bounds what is done alone by the last 24 hours, whoever it is for, and each kind by itself', async () => {
    const { rows } = await server.database.query<{ id: string }>('SELECT min(id) AS id FROM operator')
    const operator = Number(rows[0]?.id)
    let now = Date.UTC(2026, 0, 1, 23, 59)
    let fourEyesMin = 200n * usdt
    const catalogue = await Catalogue.load(server.engine.exchange)
    const terms = async () => ({ fourEyesMin })
    const ports = { catalogue, indexOf: () => null, now: () => now, max, terms }
    const cap = new DayCap({ database: server.database, ...ports })
    const take = async (subject: string, amount: bigint, kind: 'credit' | 'payout' = 'credit', currency = 0) => {
      const outcome = await cap.takeAlone({ subject, operator, currency, amount, kind })
      return outcome.ok ? outcome.data.isNew : outcome.reason
    }
    const heard = await Promise.all(Array.from({ length: 20 }, (_, at) => take(`alone ${at}`, 150n * usdt)))
    expect(heard.filter((one) => one === true)).toHaveLength(6)
    expect(heard.filter((one) => one === 'operator_alone_reached')).toHaveLength(14)
    // below the bound and never at it
    expect(await take('up to it', 100n * usdt)).toBe('operator_alone_reached')
    expect(await take('below it', 100n * usdt - 1n)).toBe(true)
    expect(await take('below it', 100n * usdt - 1n)).toBe(false)
    expect(await take('paid', 999n * usdt, 'payout')).toBe(true)
    expect(await take('of unknown worth', 1n, 'payout', 1)).toBe('operator_alone_reached')
    await cap.giveBackAlone({ kind: 'credit', subject: 'below it' })
    // another day of UTC is no other 24 hours
    now += 60_000
    expect(await take('tomorrow', 100n * usdt)).toBe('operator_alone_reached')
    now += 86_400_000 - 60_000 - 1
    expect(await take('a moment before', 100n * usdt)).toBe('operator_alone_reached')
    now += 1
    expect(await take('a day later', 999n * usdt)).toBe(true)
    fourEyesMin = 0n
    expect(await take('nothing alone', 0n)).toBe('operator_alone_reached')
    await server.database.query('DELETE FROM operator_alone')
  })

  it('stops a payout that would pass it, which another operator takes', async () => {
    const [first, second] = [await withdrawal('600'), await withdrawal('600')]
    expect((await approve(ada, first, '600')).code).toBe(200)
    const stopped = await approve(ada, second, '600')
    expect(stopped).toMatchObject({ code: 13_133, reason: 'operator_day_reached' })
    expect(stopped.message).toContain('1000 USDT')
    // refused by the engine: what was counted is not taken away, and nothing is counted again
    expect((await approve(ada, first, '600')).reason).toBe('withdrawal_in_payment')
    expect((await approve(ada, second, '600')).reason).toBe('operator_day_reached')
    expect((await approve(ben, second, '600')).code).toBe(200)
  })

  it('stops a deposit that would pass it, and gives the room back where the engine refuses', async () => {
    const who = await person(server)
    const other = await person(server)
    const first = await deposit(who, '600')
    expect((await complete(ada, first, '600')).code).toBe(200)
    const second = await deposit(other, '600')
    expect((await complete(ada, second, '600')).reason).toBe('operator_day_reached')
    await server.ok(desk.deskDepositReject, {
      token: ada,
      key: key(),
      params: { id: second },
      body: { reason: 'not_received' },
    })
    expect((await complete(ben, second, '600')).reason).toBe('deposit_done')
    const { rows } = await server.database.query('SELECT subject FROM operator_completion')
    expect(rows).toEqual([{ subject: first }])
  })

  it('stops the credit of a deposit before a second person has decided it', async () => {
    const { rows } = await server.database.query<{ id: string }>('SELECT min(id) AS id FROM operator')
    const from = { requestId: 'r-1', address: '127.0.0.1' }
    const nobody = { sessionId: 'x', kind: 'operator', holder: -1, realm: 'real', guest: false } as const
    const asker = { ...nobody, userId: Number(rows[0]?.id), actor: 'treasurer', from } as const
    const ask = async () => {
      await deposit(await person(server), '600')
      const { rows: made } = await server.database.query<{ id: string }>('SELECT max(id) AS id FROM deposit')
      const payload = { deposit: Number(made[0]?.id), received: String(600n * usdt) }
      const asked = await server.proposals.ask(asker, 'deposit_credit', payload, 'a large sum')
      if (!asked.ok) throw new Error(asked.reason)
      return asked.data
    }
    expect((await decide(ben, await ask())).data?.proposal.state).toBe('applied')
    const second = await ask()
    expect((await decide(ben, second)).reason).toBe('operator_day_reached')
    const { items } = await server.ok(proposals.deskProposals, { token: ben })
    expect(items.find(({ id }) => id === second.id)?.state).toBe('open')
  })

  it('stops an entry by hand before it is decided, so that another may approve it', async () => {
    const fund = { type: 'moveHouse', realm: 'real', from: 'external', to: 'treasury', currency: 0 } as const
    const moved = await server.engine.exchange.command(house, { ...fund, amount: 5_000n * usdt, asker: 1, approver: 2 })
    expect(moved.ok).toBe(true)
    const { uid } = await server.ok(identityRoutes.user, { token: (await person(server)).token })
    const ask = async (token: string, amount: string) => {
      const body = { uid, kind: 'deposit', currency: 'USDT', amount, evidence: 'statement 7', reason: 'a bonus' }
      return server.ok(treasury.deskManualEntry, { token, body })
    }
    const first = await ask(ada, '600')
    const second = await ask(ada, '601')
    expect((await decide(ben, first)).data?.proposal.state).toBe('applied')
    expect((await decide(ben, second)).reason).toBe('operator_day_reached')
    const { items } = await server.ok(proposals.deskProposals, { token: ben })
    expect(items.find(({ id }) => id === second.id)?.state).toBe('open')
    const third = await ask(ben, '700')
    expect((await decide(ada, third)).data?.proposal.state).toBe('applied')
  })
})
