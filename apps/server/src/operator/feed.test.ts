import { optionTerms } from '@truemark/core/testing/optionFixture'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { deskFeedRoutes as routes } from '@truemark/protocol/routes/deskFeed'
import { deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { optionRoutes } from '@truemark/protocol/routes/option'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { findFeed } from '../market/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'

let server: LiveServer
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
})
afterAll(() => server.stop())

const twoVenues = { symbol: 'BTCUSDT', sources: ['kraken', 'binance'] as const }

function ask(kind: 'auto' | 'live' | 'replay' | 'simulated', symbols: readonly object[] = []) {
  return server.call(routes.deskFeedChange, { token: ada, body: { kind, symbols, reason: 'a venue is down' } })
}

describe('where prices come from', () => {
  it('is changed by two people, for the next start', async () => {
    expect(await server.ok(routes.deskFeedRead, { token: ben })).toMatchObject({
      kind: 'auto',
      due: false,
      fixed: null,
    })
    expect((await ask('live', [twoVenues])).reason).toBe('approval_pending')
    expect((await findFeed(server.database)).kind).toBe('auto')
    const [asked] = (await server.ok(deskProposalRoutes.deskProposals, { token: ben })).items
    if (asked === undefined) throw new Error('nothing waits')
    expect(asked).toMatchObject({
      kind: 'feed',
      detail: { kind: 'auto → live', BTCUSDT: 'binance, coinbase, kraken, okx → binance, kraken' },
    })
    const decide = (token: string) =>
      server.call(deskProposalRoutes.deskProposalDecide, {
        token,
        params: { id: asked.id },
        body: { approve: true, digest: asked.digest, reason: 'looked at it' },
      })
    expect((await decide(ada)).reason).toBe('second_person_needed')
    expect((await decide(ben)).data?.proposal.state).toBe('applied')
    expect(await findFeed(server.database)).toEqual({ kind: 'live', sources: { BTCUSDT: ['binance', 'kraken'] } })
    const feed = await server.ok(routes.deskFeedRead, { token: ada })
    expect(feed).toMatchObject({ kind: 'live', due: true })
    expect(feed.symbols[0]?.sources).toEqual(['binance', 'kraken'])
  })

  it('keeps its kind while an option is open, which settles on the prices that it was bought on', async () => {
    await server.engine.exchange.command(house, { type: 'configureOption', listing: 0, terms: optionTerms })
    const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    await server.ok(accountRoutes.transferMake, { token, body: { from: 'coin', to: 'option', amount: '100' } })
    const body = { symbol: 'BTCUSDT', type: 'up', trade_mode: 3_600, amount: '100' }
    await server.ok(optionRoutes.optionOrderPlace, { token, body })
    expect((await ask('live')).reason).toBe('feed_positions_open')
    expect((await ask('auto')).reason).toBe('approval_pending')
  })

  it('refuses what cannot be', async () => {
    expect((await ask('replay')).reason).toBe('replay_file_missing')
    expect((await ask('live', [{ symbol: 'XYZUSDT', sources: ['okx'] }])).reason).toBe('symbol_unknown')
    expect((await ask('live', [{ symbol: 'BTCUSDT', sources: [] }])).reason).toBe('field_malformed')
    expect((await ask('live', [{ symbol: 'BTCUSDT', sources: ['okx', 'mine'] }])).reason).toBe('field_malformed')
  })
})
