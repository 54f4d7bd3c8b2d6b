import { holderRow } from '@truemark/core/ledger/holders'
import { riskAccess } from '@truemark/protocol/disclosureNeeds'
import { routes as all } from '@truemark/protocol/routes/all'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskOperatorRoutes } from '@truemark/protocol/routes/deskOperators'
import { deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { staffRoutes as routes } from '@truemark/protocol/routes/staff'
import { touchRoutes } from '@truemark/protocol/routes/touches'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp, understandRisks } from '../testing/people.ts'
import { settleStandings } from './door.ts'
import { findStaffFault, findStaffVolume, findUntoldTag } from './staff.store.ts'

let server: LiveServer
let ada = ''
let ben = ''
let token = ''
let uid = ''
let holder = 0
beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
  token = await signUp(server, 'both@example.org', '+33612345799')
  ;({ uid } = await server.ok(identityRoutes.user, { token }))
  await understandRisks(server, token)
  const { rows } = await server.database.query<{ real_holder: number }>(
    `SELECT real_holder FROM app_user WHERE email = 'both@example.org'`,
  )
  holder = rows[0]?.real_holder ?? -1
  const { exchange } = server.engine
  const standing = { type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' } as const
  expect((await exchange.command(house, standing)).ok).toBe(true)
  for (const product of ['spot', 'perpetual'] as const)
    expect((await exchange.command(house, { type: 'switchProduct', country: 'FR', product, on: true })).ok).toBe(true)
  const amount = 50_000_000_000n
  const two = { currency: 0, amount, asker: 1, approver: 2 } as const
  const move = { type: 'moveHouse', realm: 'real', from: 'external', to: 'treasury', ...two } as const
  expect(await exchange.command(house, move)).toMatchObject({ ok: true })
  const entry = { type: 'enterManually', holder, kind: 'deposit', ...two } as const
  expect(await exchange.command(house, entry)).toMatchObject({ ok: true })
})
afterAll(async () => {
  expect(await server.engine.imbalance()).toEqual([])
  await server.stop()
})

const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9900', quantity: '0.1' } as const
const place = (body: object = order) => server.call(spotRoutes.spotOrderPlace, { token, key: keyNow(), body })

async function tag(by: string, other: string, staff: boolean): Promise<void> {
  const asked = await server.call(routes.deskStaffAccount, {
    token: by,
    params: { id: uid },
    body: { staff, reason: 'mine' },
  })
  expect(asked.reason).toBe('approval_pending')
  const items = (await server.ok(proposals.deskProposals, { token: other })).items
  const found = items.find(({ kind }) => kind === 'staff_account')
  if (found === undefined) throw new Error('nothing waits')
  expect(found.detail).toEqual({ staff: `${!staff} → ${staff}`, operator: 'Ben' })
  const body = { approve: true, digest: found.digest, reason: 'seen' }
  expect(
    (await server.call(proposals.deskProposalDecide, { token: by, params: { id: found.id }, body })).code,
  ).not.toBe(200)
  await server.ok(proposals.deskProposalDecide, { token: other, params: { id: found.id }, body })
}

/** Whom the engine has tagged. */
async function tags(): Promise<number[]> {
  const reply = await server.engine.exchange.ask(house, { type: 'staffTags' })
  return reply.tags.map((one) => holderRow(one.holder))
}

const told = () => server.ok(routes.staffPublic, {})

it('asks each operator, and tells everyone what they said, by number', async () => {
  expect((await told()).operators).toMatchObject([
    { operator: 1, role: 'administrator', declared: 'undeclared', accounts: 0, since: null },
    { operator: 2, role: 'treasurer', declared: 'undeclared' },
  ])
  expect(await server.ok(routes.deskStaff, { token: ada })).toEqual({ declared: 'undeclared', accounts: [] })
  expect(await server.ok(routes.deskStaffNone, { token: ada })).toEqual({ declared: 'none', accounts: [] })
  expect((await told()).operators[0]).toMatchObject({ declared: 'none', accounts: 0 })
  expect(await findStaffFault(server.database)).toBeNull()
})

it('takes no new risk with real money while it is tagged by two people, and everyone reads what it trades all the same', async () => {
  expect((await place()).code).toBe(200)
  expect(await told()).toMatchObject({ accounts: 0, volume: [] })
  await tag(ben, ada, true)
  const { accounts } = await server.ok(routes.deskStaff, { token: ben })
  expect(accounts.map((one) => one.uid)).toEqual([uid])
  const refused = await place()
  expect(refused).toMatchObject({ code: 13_908, reason: 'staff_no_trading' })
  // at once, and in the session that the person has: nobody is signed out by it
  expect(server.ended).toEqual([])
  const perpetual = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1' }
  const body = { ...perpetual, reduce_only: false }
  const opening = await server.call(perpetualRoutes.perpetualOrderPlace, { token, key: keyNow(), body })
  expect(opening.reason).toBe('staff_no_trading')
  // what only reduces is answered by the market, which has no position of this account
  const reducing = { ...perpetual, reduce_only: true }
  const closing = await server.call(perpetualRoutes.perpetualOrderPlace, { token, key: keyNow(), body: reducing })
  expect(closing.reason).not.toBe('staff_no_trading')
  // its demo account is nobody's loss
  const demo = await server.ok(identityRoutes.simulationLogin, { token, body: {} })
  expect((await server.call(spotRoutes.spotOrderPlace, { token: demo.token, key: keyNow(), body: order })).code).toBe(
    200,
  )
  // the engine itself knows of it, and has ended the order of before
  await expect.poll(tags).toEqual([holder])
  await server.tick(980_000)
  expect((await server.ok(spotRoutes.spotOrders, { token, query: { status: 'open' } })).items).toEqual([])
  expect((await told()).volume).toEqual([])
  expect((await told()).operators[1]).toMatchObject({ declared: 'accounts', accounts: 1 })
  const seen = await server.ok(touchRoutes.accountTouches, { token })
  expect(seen.items.map(({ action }) => action)).toContain('staff_account_tagged')
  expect(await findStaffFault(server.database)).toBeNull()
})

it('is free again once its operator is disabled, or two take the tag away', async () => {
  const operators = await server.ok(deskOperatorRoutes.deskOperators, { token: ada })
  const id = operators.items.find(({ name }) => name === 'Ben')?.id ?? ''
  await tag(ben, ada, false)
  expect(await tags()).toEqual([])
  expect((await place()).code).toBe(200)
  await tag(ben, ada, true)
  expect((await place()).reason).toBe('staff_no_trading')
  const body = { disabled: true, reason: 'left' }
  await server.ok(deskOperatorRoutes.deskOperatorDisable, { token: ada, params: { id }, body })
  await expect.poll(async () => (await place()).code).toBe(200)
  expect(await tags()).toEqual([])
  expect(await told()).toMatchObject({ accounts: 0 })
  expect((await told()).operators).toHaveLength(1)
  expect((await server.call(deskRoutes.deskMe, { token: ben })).status).toBe(401)
})

it('is told of by every route that takes new risk', () => {
  const risky = Object.values<RouteDefinition>(all).filter(({ access }) => riskAccess.some((one) => one === access))
  expect(risky.length).toBeGreaterThan(10)
  for (const { path, errors } of risky) expect(errors, path).toContain('staff_no_trading')
})

it('finds a tag that was taken out, made up or given to another behind the server’s back', async () => {
  const find = async (change: string): Promise<string | null> => {
    let found: string | null = null
    await server.database
      .transaction(async (client) => {
        await client.query(change)
        found = await findStaffFault(client)
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    return found
  }
  const said = /^staff_account user_id=\d+: the audit log says something else$/
  expect(await find('DELETE FROM staff_account')).toMatch(said)
  expect(await find('UPDATE staff_account SET operator = 1 WHERE ended IS NULL')).toMatch(said)
  expect(await find('UPDATE staff_account SET ended = since WHERE ended IS NULL')).toMatch(said)
  expect(await find('UPDATE staff_declaration SET declared = declared + 1')).toBe(
    'staff_declaration of ada: the audit log says something else',
  )
  expect(await find('DELETE FROM staff_declaration')).toContain('staff_declaration of ada')
})

it('counts what a tagged account has traded all the same of each product, in the currency that was given', async () => {
  const { rows } = await server.database.query<{ since: string; until: string }>(
    'SELECT since, coalesce(ended, since + 1000) AS until FROM staff_account ORDER BY id LIMIT 1',
  )
  const [since, until] = [Number(rows[0]?.since), Number(rows[0]?.until)]
  const rowsOf = (holder: number, time: number, id: number): readonly string[] => [
    `INSERT INTO conversion VALUES (${id}, ${holder}, 0, 1, 11000000, 5, 0, 0, ${time})`,
    `INSERT INTO mining_order (id, holder, product, version, currency, amount, rate_min, rate_max, days, redemption_rate, first_day, opened_at, status)
     VALUES (${id}, ${holder}, 1, 1, 0, 12000000, 1, 1, 1, 0, 1, ${time}, 0)`,
    `INSERT INTO invest_order (id, holder, product, currency, coin, shares, amount, coin_payout, usdt_payout, bought_at)
     VALUES (${id}, ${holder}, 1, 0, 1, 1, 13000000, 0, 0, ${time})`,
    `INSERT INTO ieo_subscription (id, holder, project, applied, amount, subscribed_at)
     VALUES (${id}, ${holder}, 1, 1, 14000000, ${time})`,
  ]
  const before = await findStaffVolume(server.database)
  let counted = before
  await server.database
    .transaction(async (client) => {
      // during the tag, and not before it, after it, nor of anybody else
      for (const [at, [of, time]] of [
        [holder, since],
        [holder, since - 1],
        [holder, until],
        [holder + 1, since],
      ].entries())
        for (const statement of rowsOf(of ?? 0, time ?? 0, 900_000 + at)) await client.query(statement)
      counted = await findStaffVolume(client)
      throw new Error('rolled back')
    })
    .catch((error: unknown) => expect(error).toMatchObject({ message: 'rolled back' }))
  const added = counted.filter(({ product }) => before.every((one) => one.product !== product))
  expect(added).toEqual([
    { product: 'conversion', currency: 'USDT', scale: 6, trades: 1, notional: 11_000_000n },
    { product: 'ieo', currency: 'USDT', scale: 6, trades: 1, notional: 14_000_000n },
    { product: 'invest', currency: 'USDT', scale: 6, trades: 1, notional: 13_000_000n },
    { product: 'mining', currency: 'USDT', scale: 6, trades: 1, notional: 12_000_000n },
  ])
})

it('finds an account that the engine tags and the table does not, or the other way round', async () => {
  const later = Date.now() + 3_600_000
  expect(await findUntoldTag(server.database, new Set(), later)).toBeNull()
  expect(await findUntoldTag(server.database, new Set([holder]), later)).toBe(
    `staff_account of holder=${holder}: it is missing, though the journal tags it`,
  )
  // what was decided a moment ago may be on its way
  expect(await findUntoldTag(server.database, new Set([holder]), Date.now())).toBeNull()
  await server.database.query('UPDATE operator SET disabled_at = NULL')
  expect(await findUntoldTag(server.database, new Set(), later)).toBe(
    `staff_account of holder=${holder}: the journal has no tag of it`,
  )
  // as after a crash between the two, or an upgrade
  await settleStandings({ database: server.database, exchange: server.engine.exchange })
  expect(await tags()).toEqual([holder])
  expect(await findUntoldTag(server.database, new Set(await tags()), later)).toBeNull()
})
