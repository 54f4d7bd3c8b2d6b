import type { NotificationKind, NotificationParams } from '@truemark/protocol/notifications'
import type { Realm } from '@truemark/protocol/values'

/** What somebody is to be told. */
export interface News {
  readonly kind: NotificationKind
  /** Texts alone: canonical decimals, symbols, codes. The sentence is made from them when it is read. */
  readonly params: NotificationParams
  /** The number of the cause, of which the kind knows what it is; null for none. */
  readonly ref: number | null
  /** Names the happening: whoever was told of it is not told again. At most 100 characters. */
  readonly once: string
}

export interface PersonalNews extends News {
  readonly userId: number
  /** The account that it is about; null where it is about the person. */
  readonly realm: Realm | null
}
