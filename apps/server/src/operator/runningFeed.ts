import type { PriceKind } from '@truemark/core/book/mark'
import type { FeedSetting } from '../market/door.ts'

/** Where the prices of this run come from, as it was settled at its start. */
export interface RunningFeed {
  /** What operators had set by then. */
  readonly setting: FeedSetting
  /** The kind that the configuration fixes; null where operators choose. */
  readonly fixed: PriceKind | null
  readonly hasReplay: boolean
}
