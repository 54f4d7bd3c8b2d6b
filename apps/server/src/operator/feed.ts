import { realms } from '@truemark/core/ledger/holders'
import { type DeskFeed, deskFeedRoutes as routes } from '@truemark/protocol/routes/deskFeed'
import type { BodyOf } from '@truemark/protocol/routes/route'
import * as z from 'zod/mini'
import { hasRealPositions } from '../derivative/door.ts'
import { house } from '../engine/door.ts'
import { type FeedSetting, findFeed, keepFeed, offeredSources, usedSources } from '../market/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import type { ActingOperator } from './acting.ts'
import { appendAudit } from './audit.store.ts'
import { type DeskPorts, actorOf } from './ports.ts'

const payload = z.omit(routes.deskFeedChange.body, { reason: true })
type Wanted = z.output<typeof payload>

/** Binds where prices come from: the kind and each symbol's venues, which hold from the next start on. */
export function bindFeed(gateway: Gateway, ports: DeskPorts): void {
  const { database, proposals } = ports
  proposals.define('feed', {
    access: 'desk_market_write',
    payload,
    plan: async (wanted) => {
      const refusal = refusalOf(ports, wanted) ?? (await openRefusal(ports, wanted))
      if (refusal !== null) return refusal
      const detail = changesOf(ports, await findFeed(database), settingOf(ports, wanted))
      return done({ subject: 'feed', detail })
    },
    within: async (client, wanted, { actor, reason }) => {
      await change(ports, client, wanted, { actor, reason })
      return done(null)
    },
  })
  gateway.bind(routes.deskFeedRead, async () => done(await shapeOf(ports)))
  gateway.bind(routes.deskFeedChange, async ({ caller, body }) => {
    const { reason, ...wanted } = body
    const refusal = refusalOf(ports, wanted) ?? (await openRefusal(ports, wanted))
    if (refusal !== null) return refusal
    const gate = await proposals.gate(caller, 'feed', wanted, reason)
    if (gate !== null) return gate
    const actor = await actorOf(ports, caller)
    await database.transaction((client) => change(ports, client, wanted, { actor, reason }))
    return done(await shapeOf(ports))
  })
}

async function shapeOf({ catalogue, database, feed, market, symbols: { specs } }: DeskPorts): Promise<DeskFeed> {
  const setting = await findFeed(database)
  return {
    running: market.view.kind,
    kind: setting.kind,
    due: feed.waitsOn !== null || JSON.stringify(sorted(setting)) !== JSON.stringify(sorted(feed.setting)),
    waits: feed.waitsOn !== null,
    fixed: feed.fixed,
    replay: feed.hasReplay,
    symbols: catalogue.listings.map(({ code: symbol }) => ({
      symbol,
      offered: offeredSources(specs, symbol),
      sources: usedSources(specs, setting.sources, symbol),
      heard: market.view.status(symbol)?.sources ?? 0,
    })),
  }
}

function sorted({ kind, sources }: FeedSetting) {
  return [kind, Object.entries(sources).toSorted(([a], [b]) => (a < b ? -1 : 1))]
}

function refusalOf(
  { catalogue, feed, symbols: listed }: DeskPorts,
  { kind, symbols }: BodyOf<typeof routes.deskFeedChange> | Wanted,
) {
  if (feed.fixed !== null && kind !== 'auto' && kind !== feed.fixed) return refused('feed_fixed')
  if (kind === 'replay' && !feed.hasReplay) return refused('replay_file_missing')
  for (const { symbol, sources } of symbols) {
    if (catalogue.byCode(symbol) === undefined) return refused('symbol_unknown')
    const offered = offeredSources(listed.specs, symbol)
    if (!sources.every((source) => offered.includes(source))) return refused('field_malformed')
  }
  return null
}

// an option settles on the prices that it was bought on, and a real position could not be closed on prices of the demo
async function openRefusal({ database, exchange, market }: DeskPorts, { kind }: Pick<Wanted, 'kind'>) {
  if (kind === 'auto' || kind === market.view.kind) return null
  for (const realm of realms) {
    const { exposure } = await exchange.ask(house, { type: 'optionExposure', realm })
    if (exposure.some(({ up, down }) => up + down > 0n)) return refused('feed_positions_open')
  }
  return (await hasRealPositions(database)) ? refused('feed_positions_open') : null
}

// a symbol that takes every venue is not named, so that a venue that lists it later is heard as well
function settingOf(ports: Pick<DeskPorts, 'catalogue' | 'symbols'>, { kind, symbols }: Wanted): FeedSetting {
  const partly = symbols.filter(
    ({ symbol, sources }) => new Set(sources).size < offeredSources(ports.symbols.specs, symbol).length,
  )
  return {
    kind,
    sources: Object.fromEntries(
      partly
        .filter(({ symbol }) => ports.catalogue.byCode(symbol) !== undefined)
        .map(({ symbol, sources }) => [symbol, [...new Set(sources)].toSorted()]),
    ),
  }
}

function changesOf(
  { catalogue, symbols: { specs } }: DeskPorts,
  before: FeedSetting,
  after: FeedSetting,
): Record<string, string> {
  const changes = catalogue.listings.flatMap(({ code }): [string, string][] => {
    const was = usedSources(specs, before.sources, code).join(', ')
    const wanted = usedSources(specs, after.sources, code).join(', ')
    return was === wanted ? [] : [[code, `${was} → ${wanted}`]]
  })
  const kind: [string, string][] = before.kind === after.kind ? [] : [['kind', `${before.kind} → ${after.kind}`]]
  return Object.fromEntries([...kind, ...changes])
}

async function change(
  ports: DeskPorts,
  client: Queryable,
  wanted: Wanted,
  { actor, reason }: { readonly actor: ActingOperator; readonly reason: string },
): Promise<void> {
  const before = await findFeed(client)
  const after = settingOf(ports, wanted)
  const detail = changesOf(ports, before, after)
  await appendAudit(client, { actor, action: 'feed_changed', subject: 'feed', reason, detail })
  await keepFeed(client, after)
}
