import type { PriceKind } from '@truemark/core/book/mark'
import { realms } from '@truemark/core/ledger/holders'
import { type Exchange, house } from './engine/door.ts'
import { type FeedSetting, findFeed, findRanKind } from './market/door.ts'
import type { RunningFeed } from './operator/door.ts'
import type { Config } from './platform/config/config.ts'
import type { Queryable } from './platform/postgres/database.ts'

/** Where prices come from in this run: the operator's configuration before what operators set in the desk. */
export async function feedAtStart(config: Config, client: Queryable): Promise<RunningFeed> {
  const setting = await findFeed(client)
  return { setting, fixed: fixedKind(config), hasReplay: config.replayFile !== null, waitsOn: null }
}

function fixedKind({ feed }: Config): PriceKind | null {
  return feed === 'auto' ? null : feed
}

/** The kind that the market is to start with; a replay without its file goes on with the kind that ran last. */
export function kindToStart({ setting, fixed, hasReplay, waitsOn }: RunningFeed): FeedSetting['kind'] {
  if (waitsOn !== null) return waitsOn
  if (fixed !== null) return fixed
  return setting.kind === 'replay' && !hasReplay ? 'auto' : setting.kind
}

/** The kind whose prices ran last, where this start is to take another; else null. */
export async function endingKind(feed: RunningFeed, client: Queryable): Promise<PriceKind | null> {
  const ran = await findRanKind(client)
  if (ran === null) return null
  const kind = kindToStart(feed)
  // a replay without its file can't go on, whatever comes in its place
  if (kind === 'auto') return ran === 'replay' && !feed.hasReplay ? ran : null
  return kind === ran ? null : ran
}

/**
 * Ends one kind of prices before the first price of another: what is open on the demo realm ends at the last prices of
 * the old kind. While an option is open, which settles on the prices that it was bought on, or a real position, which
 * could not be closed on prices of the demo, this run goes on with the old kind. Gives the feed of this run.
 */
export async function endKind(exchange: Exchange, ran: PriceKind, feed: RunningFeed): Promise<RunningFeed> {
  const canGoOn = ran !== 'replay' || feed.hasReplay
  if (canGoOn && (await keepsKind(exchange))) return { ...feed, waitsOn: ran }
  for (let more = true; more;) {
    const settled = await exchange.command(house, { type: 'settleDemo' })
    if (!settled.ok) throw new Error(`the demo could not be settled: ${settled.reason}`)
    more = settled.answer.type === 'tick' && settled.answer.more
  }
  return feed
}

async function keepsKind(exchange: Exchange): Promise<boolean> {
  for (const realm of realms) {
    const { exposure } = await exchange.ask(house, { type: 'optionExposure', realm })
    if (exposure.some(({ up, down }) => up + down > 0n)) return true
  }
  const { positions } = await exchange.ask(house, { type: 'derivativeHouse', realm: 'real' })
  return positions.some(({ longLots, shortLots }) => longLots + shortLots > 0)
}
