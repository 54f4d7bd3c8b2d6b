import { deskContentRoutes as content } from '@truemark/protocol/routes/deskContent'
import { deskOperatorRoutes as operators } from '@truemark/protocol/routes/deskOperators'
import { type Proposal, deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { deskSettingsRoutes as settings } from '@truemark/protocol/routes/deskSettings'
import { deskSupportRoutes as support } from '@truemark/protocol/routes/deskSupport'
import { deskWalletRoutes as wallet } from '@truemark/protocol/routes/deskWallet'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../../apps/server/src/engine/door.ts'
import { firstBadAudit } from '../../apps/server/src/operator/audit.store.ts'
import type { CallOptions } from '../../apps/server/src/testing/liveCalls.ts'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { makeOperator } from '../../apps/server/src/testing/people.ts'
import { ethereum, formOf, key, person, usdtOf, voucher } from '../../apps/server/src/wallet/testing/walletRun.ts'

const many = 20

let server: LiveServer
let ada = ''
let ben = ''
beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'administrator', 'Ben')
})
afterAll(() => server.stop())

/** Calls at once, each of its own; gives what each was told: the reason of a refusal, or `done`. */
async function apart(
  route: RouteDefinition,
  options: (at: number) => CallOptions,
  times = many,
): Promise<readonly string[]> {
  const answers = await Promise.all(Array.from({ length: times }, (_, at) => server.call(route, options(at))))
  return answers.map(({ reason }) => reason ?? 'done')
}

async function open(): Promise<Proposal[]> {
  return (await server.ok(proposals.deskProposals, { token: ben })).items.filter(({ state }) => state === 'open')
}

const decision = ({ digest }: Proposal, approve: boolean) => ({ approve, digest, reason: 'looked at it' })

describe('twenty at the desk at once', () => {
  it('ask one question, which is decided one way by two of another mind', async () => {
    const body = { fee_rate_taker: '0.0017', reason: 'a new tariff' }
    const asking = { token: ada, params: { symbol: 'BTCUSDT' }, body }
    expect(new Set(await apart(settings.deskSymbolChange, () => asking))).toEqual(new Set(['approval_pending']))
    const [asked, ...others] = await open()
    if (asked === undefined) throw new Error('nothing waits')
    expect(others).toEqual([])
    await apart(proposals.deskProposalDecide, (at) => ({
      token: at % 2 === 0 ? ben : ada,
      params: { id: asked.id },
      // who asked takes it back at the moment that the other grants it
      body: decision(asked, at % 2 === 0),
    }))
    const [past] = (await server.ok(proposals.deskProposals, { token: ada, query: { queue: 'done' } })).items
    const fee = (await server.ok(settings.deskSymbols, { token: ada }))[0]?.fee_rate_taker
    expect(past?.state === 'applied').toBe(fee === '0.0017')
    const { rows } = await server.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM audit WHERE action IN ('proposal_approved', 'proposal_refused', 'proposal_withdrawn')`,
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  it('credit one transaction that two people claim once alone, and again by two people alone', async () => {
    const network = { currency: 'USDT', network: 'ERC20', form: 'ERC20', address: ethereum, reason: 'opening' }
    await server.call(wallet.deskNetworkPut, { token: ada, body: { ...network, deposit: true, withdraw: true } })
    for (const one of await open()) {
      await server.ok(proposals.deskProposalDecide, {
        token: ben,
        params: { id: one.id },
        body: decision(one, true),
      })
    }
    const transaction_id = randomBytes(32).toString('hex')
    const claims = await Promise.all(
      [1, 2].map(async () => {
        const who = await person(server)
        const { rows } = await server.database.query<{ holder: number }>(
          'SELECT real_holder AS holder FROM app_user WHERE email = $1',
          [who.email],
        )
        const holder = rows[0]?.holder ?? -1
        const standing = { type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' } as const
        expect((await server.engine.exchange.command(house, standing)).ok).toBe(true)
        const form = formOf({ network: 'ERC20', amount: '12000', transaction_id }, [await voucher()])
        const { id } = await server.ok(walletRoutes.depositMake, { token: who.token, form, key: key() })
        return { who, id }
      }),
    )
    const body = { currency: 'USDT', received: '12000', reason: 'seen on the chain' }
    await apart(wallet.deskDepositComplete, (at) => ({
      token: ada,
      params: { id: claims[at % 2]?.id ?? '' },
      body,
      key: key(),
    }))
    const asked = await open()
    expect(asked.map(({ subject }) => subject).toSorted()).toEqual(claims.map(({ id }) => id).toSorted())
    // both at one moment: whichever is second was approved by somebody who was not shown the first, and waits anew
    await apart(proposals.deskProposalDecide, (at) => {
      const one = asked[at % 2]
      if (one === undefined) throw new Error('two were asked for')
      return { token: ben, params: { id: one.id }, body: decision(one, true) }
    })
    const sums = await Promise.all(claims.map(async ({ who }) => (await usdtOf(server, who))[0]))
    expect(sums.toSorted()).toEqual(['0', '12000'])
    expect(await server.engine.imbalance()).toEqual([])
  })

  it('keep no more ready answers than there is room for', async () => {
    const texts = { en: 'Hello' }
    await server.database.query(
      `INSERT INTO canned (title, texts, updated_by)
       SELECT 'filled ' || n, '{"en":"Hello"}', (SELECT min(id) FROM operator) FROM generate_series(1, 195) AS n`,
    )
    const told = await apart(support.deskCannedMake, (at) => ({ token: ada, body: { title: `Answer ${at}`, texts } }))
    expect(told.filter((one) => one === 'done')).toHaveLength(5)
    expect(new Set(told)).toEqual(new Set(['done', 'canned_too_many']))
    expect(await server.ok(support.deskCanned, { token: ada })).toHaveLength(200)
  })

  it('write one version upon the one that all have seen, and publish it once', async () => {
    const { id } = await server.ok(content.deskPieceMake, { token: ada, body: { kind: 'news' } })
    const told = await apart(content.deskVersionWrite, (at) => ({
      token: ada,
      params: { id, lang: 'en' },
      body: { title: `Title ${at}`, summary: '', content: 'A text.', seen: 0 },
    }))
    expect(told.filter((one) => one === 'done')).toHaveLength(1)
    const body = { versions: [{ lang: 'en', number: 1 }], at: null, reason: 'as planned' }
    const shown = await apart(content.deskPiecePublish, (at) => ({
      token: at % 2 === 0 ? ada : ben,
      params: { id },
      body,
    }))
    expect(shown.filter((one) => one === 'done').length).toBeGreaterThan(0)
    const { rows } = await server.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM piece_release WHERE canceled_at IS NULL',
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  it('leave one administrator where each disables the other, and one chain of deeds', async () => {
    const { items } = await server.ok(operators.deskOperators, { token: ada })
    const idOf = (name: string) => items.find((one) => one.name === name)?.id ?? ''
    const body = { disabled: true, reason: 'for the test' }
    const told = await apart(operators.deskOperatorDisable, (at) =>
      at % 2 === 0
        ? { token: ada, params: { id: idOf('Ben') }, body }
        : { token: ben, params: { id: idOf('Ada') }, body },
    )
    expect(told).toContain('done')
    const { rows } = await server.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM operator WHERE role = 'administrator' AND disabled_at IS NULL`,
    )
    expect(rows).toEqual([{ count: 1 }])
    expect(await firstBadAudit(server.database)).toBeNull()
  })
})
