import type { SessionEndCode } from '@truemark/protocol/stream'
import type { OwnCheckName } from '@truemark/protocol/ownChecks'
import type { RealCondition } from '@truemark/core/book/realMoney'
import type { Catalogue, Exchange, Reads } from '../engine/door.ts'
import type { AppData } from '../content/door.ts'
import type { ListedSymbols, MarketView, SymbolSpec } from '../market/door.ts'
import type { Caller } from '../platform/http/session.ts'
import type { SealingKeys } from '../platform/keys/sealingKeys.ts'
import type { ReadOnly } from '../platform/http/readOnly.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Post } from '../platform/mail/post.ts'
import type { PublicIds } from '../platform/publicId.ts'
import type { Translate } from '../platform/texts/translator.ts'
import { type ActingOperator, actingOf } from './acting.ts'
import type { Proposals } from './proposals.ts'
import type { RunningFeed } from './runningFeed.ts'

/** What is missing for real money on this installation. */
export interface RealMoneyPort {
  /** By what the exchange was told last. */
  readonly unmet: () => Promise<readonly RealCondition[]>
  /** Looked at anew. */
  readonly look: () => Promise<readonly RealCondition[]>
}

/** A check of the server of itself, and what it found; times in UTC ms. */
interface OwnCheckFound {
  readonly name: OwnCheckName
  readonly checked: number
  readonly holds: boolean
  readonly failedLast: number | null
  readonly detail: string
}

/** What the desk stands on. */
export interface DeskPorts {
  readonly database: Database
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly reads: Reads
  readonly market: { readonly view: MarketView }
  /** Whence each market's price comes, and how each currency is called. */
  readonly symbols: ListedSymbols
  /** Tells the market's thread of a symbol that is new, or another now. */
  readonly tellSymbol: (spec: SymbolSpec) => void
  /** Where the prices of this run come from. */
  readonly feed: RunningFeed
  readonly appData: AppData
  readonly ids: PublicIds
  readonly translate: Translate
  readonly post: Post
  /** What the mail setting of this run is known by; null where no mail server is set. */
  readonly mailSetting: Buffer | null
  readonly secret: Uint8Array
  /** Seals the secrets of operators' apps. */
  readonly sealing: SealingKeys
  readonly sessionsEnded: (sessionIds: readonly string[], code?: SessionEndCode) => void
  /** Another thing is allowed to a person from their next call on. */
  readonly personChanged: (userId: number) => void
  readonly realMoney: RealMoneyPort
  /** What needs a second person, shared with the wallet's desk. */
  readonly proposals: Proposals
  /** Whether anything can be changed here now. */
  readonly readOnly: ReadOnly
  readonly now: () => number
  /** How far (ms) the exchange's time runs ahead of the machine's clock. */
  readonly clockLead: () => number
  /** What the server checked of itself. */
  readonly ownChecks: () => Promise<readonly OwnCheckFound[]>
}

/** Under what an operator's deeds stand in the audit log. */
export function actorOf(ports: Pick<DeskPorts, 'database'>, caller: Caller): Promise<ActingOperator> {
  return actingOf(ports.database, caller)
}
