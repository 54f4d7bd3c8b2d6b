import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deskPayoutRoutes as payouts } from '@truemark/protocol/routes/deskPayouts'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { accountTouches } from '@truemark/protocol/routes/touches'
import { aloneFault } from '../../operator/door.ts'
import { sequenceAfter, sequenceJumpMax } from '../../platform/chain/message.ts'
import { lastSequence } from '../chain/payments.store.ts'
import { followKey } from '../chain/sequences.ts'
import { assertWatched } from '../chain/open.ts'
import { lastPayoutSequence } from './payouts.store.ts'
import { type PayoutRun, aTransaction, startPayoutRun } from '../testing/payoutRun.ts'
import { tron, usdtOf } from '../testing/walletRun.ts'

let run: PayoutRun
beforeAll(async () => {
  run = await startPayoutRun()
})
afterAll(() => run.stop())
beforeEach(() => run.somebody())
afterEach(async () => {
  expect(await run.parts.server.engine.imbalance()).toEqual([])
})
const has = () => usdtOf(run.parts.server, run.who)
const stateOf = async (payout: number) => (await run.orders()).find((one) => one.payout === payout)?.state

describe('a payout that is let go', () => {
  it('is one of the payee and the amount that were ordered', async () => {
    const { payout } = await run.ordered()
    expect(await run.take(payout, { address: tron })).toEqual({ go: false, why: 'payout_changed' })
    expect(await run.take(payout, { amount: '99.8' })).toEqual({ go: false, why: 'payout_changed' })
    expect(await stateOf(payout)).toBe('ordered')
    const bare = { payout, pledge: 'input', txid: '' }
    expect((await run.post('/payouts/take', bare)).status).toBe(400)
    expect(await run.take(payout)).toEqual({ go: true, why: '' })
  })

  it('keeps its pledge, whatever bars it later', async () => {
    const { payout } = await run.ordered()
    expect(await run.take(payout, { pledge: 'a' })).toEqual({ go: true, why: '' })
    const { ada: token, server } = run.parts
    const turn = (paused: boolean) =>
      server.call(payouts.deskPayoutsSwitch, { token, body: { network: 'TRC20', paused, reason: 'drill' } })
    await turn(true)
    expect(await run.take(payout, { pledge: 'a' })).toEqual({ go: false, why: 'payout_paused' })
    await turn(false)
    await run.approveAll()
    expect(await run.take(payout, { pledge: 'b' })).toEqual({ go: false, why: 'payout_taken' })
    expect(await run.take(payout, { pledge: 'a' })).toEqual({ go: true, why: '' })
  })

  it.each(['payee_invalid', 'network_unavailable', ''] as const)(
    'goes back by no word of a machine (%s), which is believed again once it says that it was sent',
    async (reason) => {
      const { id, payout } = await run.ordered()
      await run.take(payout)
      await run.say(run.unsent(payout, reason), run.unsent(payout, reason))
      const order = { state: 'lost', reason: 'payout_unsent' }
      expect(await run.shown(id)).toMatchObject({ status: 'approved', order })
      expect(await has()).toEqual(['800', '100'])
      const { day_used: used } = await run.parts.server.ok(payouts.deskPayouts, { token: run.parts.ada })
      expect(Number(used)).toBeGreaterThanOrEqual(100)
      await run.say(run.said(payout, { confirmations: 3 }))
      expect(await run.own(id)).toMatchObject({ status: 'paid' })
    },
  )

  it('shows its owner no transaction that was only named', async () => {
    const { id, payout } = await run.ordered()
    await run.take(payout)
    await run.say(run.said(payout, { state: 'lost', reason: 'payout_gone' }))
    expect(await run.own(id)).toMatchObject({ transaction_id: '' })
    const second = aTransaction()
    await run.say(run.said(payout, { txid: second }))
    expect(await run.own(id)).toMatchObject({ transaction_id: second })
  })
})

describe('what went back after it was let go', () => {
  it('is watched, and told of once where it is mined all the same', async () => {
    const { id, payout } = await run.ordered()
    await run.take(payout)
    const txid = aTransaction()
    await run.say(run.said(payout, { txid, confirmations: 1 }))
    // the program contradicts itself, and two people find nothing in the chain
    await run.say(run.unsent(payout))
    expect(await run.settle(id, { outcome: 'returned' })).toBe('approval_pending')
    expect(await has()).toEqual(['900', '0'])
    expect(await stateOf(payout)).toBe('returned')
    await run.say(run.said(payout, { txid, confirmations: 0 }))
    expect((await run.shown(id))?.order?.lost).toBeNull()
    await run.say(run.said(payout, { txid, confirmations: 1 }))
    expect((await run.shown(id))?.order?.lost).not.toBeNull()
    const lost = { token: run.parts.ada, query: { queue: 'lost' } }
    const { items } = await run.parts.server.ok(desk.deskWithdrawals, lost)
    expect(items.map((one) => one.id)).toContain(id)
    await run.settle(id, { outcome: 'noted' })
    expect((await run.shown(id))?.order?.lost).toBeNull()
    await run.say(run.said(payout, { txid, confirmations: 2 }))
    expect((await run.shown(id))?.order?.lost).toBeNull()
    expect(await has()).toEqual(['900', '0'])
    const { database } = run.parts.server
    await database.query('UPDATE payout SET updated_at = updated_at - $2 WHERE id = $1', [payout, 31 * 86_400_000])
    expect(await stateOf(payout)).toBeUndefined()
  })

  it('is not given back while its program says that it was sent', async () => {
    const { id, payout } = await run.ordered()
    await run.take(payout)
    await run.say(run.said(payout, { state: 'lost', reason: 'payout_gone' }))
    // as a crash leaves it, between the word and the engine
    await run.parts.server.database.query(`UPDATE payout_order SET said = 'sent' WHERE payout = $1`, [payout])
    expect(await run.settle(id, { outcome: 'returned' })).toBe('payout_running')
    expect(await has()).toEqual(['800', '100'])
  })
})

describe('a payout whose program is silent', () => {
  it('is said to be lost by two people after a day, and is found again where it speaks', async () => {
    const { id, payout } = await run.ordered()
    await run.take(payout)
    expect(await run.settle(id, { outcome: 'lost' })).toBe('payout_running')
    const age = () =>
      run.parts.server.database.query('UPDATE payout_order SET updated_at = updated_at - 86400000 WHERE payout = $1', [
        payout,
      ])
    await age()
    expect((await run.shown(id))?.order).toMatchObject({ silent: true })
    expect(await run.settle(id, { outcome: 'lost' })).toBe('approval_pending')
    expect(await run.shown(id)).toMatchObject({ order: { state: 'lost', reason: 'payout_silent', silent: false } })
    expect(await has()).toEqual(['800', '100'])
    await run.say(run.said(payout, { confirmations: 1 }))
    expect((await run.shown(id))?.order).toMatchObject({ state: 'sent', reason: '' })
    await age()
    await run.post('/alive', { height: 7 })
    expect((await run.shown(id))?.order).toMatchObject({ silent: false })
  })
})

describe('the numbers of messages', () => {
  const refused = async (path: string, message: unknown) => (await run.post(path, message)).status

  it('come near each other, so that none keeps all later ones from saying anything', async () => {
    const { id, payout } = await run.ordered()
    await run.take(payout)
    const far = { ...run.said(payout), sequence: Number.MAX_SAFE_INTEGER }
    expect(await refused('/payouts/said', { payouts: [run.said(payout), far] })).toBe(400)
    const payment = { txid: aTransaction(), output: 0, currency: 'USDT', address: tron, amount: '1', confirmations: 0 }
    const one = { ...payment, sequence: sequenceJumpMax + 1, height: null, block: '', removed: false }
    expect(await refused('/payments', { payments: [one] })).toBe(400)
    expect(await refused('/payments', { payments: [{ ...one, sequence: sequenceJumpMax }] })).toBe(200)
    expect(await refused('/payments', { payments: [{ ...one, sequence: 2 * sequenceJumpMax }] })).toBe(200)
    await run.say(run.said(payout, { confirmations: 3 }))
    expect(await run.own(id)).toMatchObject({ status: 'paid' })
  })

  it('begin anew with another key, and at no other start', async () => {
    const { payout } = await run.ordered()
    await run.take(payout)
    await run.say(run.said(payout))
    const { database } = run.parts.server
    const lasts = async () => [await lastSequence(database, 'TRC20'), await lastPayoutSequence(database, 'TRC20')]
    const before = await lasts()
    expect(Math.min(...before)).toBeGreaterThan(0)
    const ports = { database, now: () => 5 }
    await followKey(ports, run.parts.network)
    expect(await lasts()).toEqual(before)
    await followKey(ports, { ...run.parts.network, key: new Uint8Array(32) })
    expect(await lasts()).toEqual([0, 0])
    await followKey(ports, run.parts.network)
  })

  it('are followed by programs', () => {
    expect(sequenceAfter(5, 7)).toBe(7)
    expect(sequenceAfter(9, 7)).toBe(9)
    expect(sequenceAfter(sequenceJumpMax, 7)).toBe(7)
  })
})

describe('what was handed over', () => {
  it('is noted of each payout, also where one withdrawal is handed over twice', async () => {
    const { id } = await run.ordered()
    const { ada: token, server } = run.parts
    await server.ok(payouts.deskWithdrawalRecall, { token, params: { id }, body: { reason: 'another look' } })
    expect((await run.release(id)).code).toBe(200)
    const { rows } = await server.database.query<{ subject: string }>(
      `SELECT subject FROM audit WHERE action = 'withdrawal_released' AND detail ->> 'withdrawal' = $1`,
      [id],
    )
    expect(new Set(rows.map(({ subject }) => subject)).size).toBe(2)
  })

  it('by whoever approved it is found where the table of what one did alone forgets it, and counted once however often', async () => {
    const { ada: token, server } = run.parts
    const id = await run.approved()
    const body = { amount: '100', currency: 'USDT' }
    const release = () => server.call(payouts.deskWithdrawalRelease, { token, params: { id }, body })
    expect((await release()).code).toBe(200)
    await server.ok(payouts.deskWithdrawalRecall, { token, params: { id }, body: { reason: 'another look' } })
    expect((await release()).code).toBe(200)
    expect(await aloneFault(server.database)).toBeNull()
    const { rows } = await server.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM audit WHERE action = 'withdrawal_released' AND detail ->> 'withdrawal' = $1
         AND detail ? 'alone'`,
      [id],
    )
    expect(rows).toEqual([{ count: 2 }])
    const undone = server.database.transaction(async (client) => {
      await client.query('DELETE FROM operator_alone WHERE subject = $1', [id])
      throw new Error((await aloneFault(client)) ?? 'nothing was found')
    })
    await expect(undone).rejects.toThrow(`operator_alone kind=payout subject=${id}: it is missing`)
  })

  it('is told its owner as done, and no more as asked for', async () => {
    const { server } = run.parts
    await run.ordered()
    const { items } = await server.ok(accountTouches, { token: run.who.token })
    const actions = items.map(({ action }) => action)
    expect(actions).toContain('withdrawal_released')
    expect(actions).not.toContain('withdrawal_released_asked')
  })

  it('keeps its network told of: a start without it refuses', async () => {
    await run.ordered()
    const { network, server } = run.parts
    const ports = { database: server.database, now: Date.now }
    await expect(assertWatched({ ...ports, chain: [network] })).resolves.toBeUndefined()
    const opened = assertWatched({ ...ports, chain: [] })
    await expect(opened).rejects.toThrow('Payouts of TRC20 are under way')
  })
})
