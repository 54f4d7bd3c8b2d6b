import type { PriceKind } from '@truemark/core/book/mark'
import type { FeedSetting } from '../market/door.ts'

/** Where the prices of this run come from, as it was settled at its start. */
export interface RunningFeed {
  /** What operators had set by then. */
  readonly setting: FeedSetting
  /** The kind that the configuration fixes; null where operators choose. */
  readonly fixed: PriceKind | null
  readonly hasReplay: boolean
  /**
   * The kind that this run goes on with, although another was to begin: an option or a real position was open at the
   * start. Null where the start took what was set.
   */
  readonly waitsOn: PriceKind | null
}
