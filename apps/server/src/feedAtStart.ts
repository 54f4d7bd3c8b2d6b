import type { PriceKind } from '@truemark/core/book/mark'
import { type FeedSetting, findFeed } from './market/door.ts'
import type { RunningFeed } from './operator/door.ts'
import type { Config } from './platform/config/config.ts'
import type { Queryable } from './platform/postgres/database.ts'

/** Where prices come from in this run: the operator's configuration before what operators set in the desk. */
export async function feedAtStart(config: Config, client: Queryable): Promise<RunningFeed> {
  return { setting: await findFeed(client), fixed: fixedKind(config), hasReplay: config.replayFile !== null }
}

function fixedKind({ feed }: Config): PriceKind | null {
  return feed === 'auto' ? null : feed
}

/** The kind that the market is to start with; a replay without its file goes on with the kind that ran last. */
export function kindToStart({ setting, fixed, hasReplay }: RunningFeed): FeedSetting['kind'] {
  if (fixed !== null) return fixed
  return setting.kind === 'replay' && !hasReplay ? 'auto' : setting.kind
}
