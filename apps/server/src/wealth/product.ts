import type { HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import type { NotificationKind } from '@truemark/protocol/notifications'
import type { TermKind } from '@truemark/protocol/terms'
import type { Coin, Market, TermFigure } from '../platform/termFigure.ts'

type Figure =
  | { readonly as: 'amount'; readonly currency: number; readonly units: bigint }
  | { readonly as: 'currency'; readonly currency: number }

/** What an event tells one holder. */
interface ProductNote {
  readonly holder: HolderId
  readonly kind: NotificationKind
  /** The number of the order. */
  readonly ref: number
  readonly params: Readonly<Record<string, Figure>>
}

/** Finds the part of an event that an entry of the ledger was made of. */
export type PartOf = <T extends { readonly holder: HolderId; readonly amount: bigint }>(
  lines: readonly T[],
) => T | undefined

/** What an event says of profit: an order that was paid for, one that has paid, or what day its income is for. */
export interface Earned {
  /** Amount in smallest units. */
  readonly stake?: { readonly ref: number; readonly currency: number; readonly amount: bigint }
  readonly paid?: { readonly ref: number; readonly holder: HolderId }
  /** Days since 1970 in UTC, where it is not that of the event. */
  readonly day?: number
}

/** How a product's currencies and markets are written, and a figure of an item's terms as it stands. */
export interface Known {
  readonly coin: (id: number) => Coin
  readonly market: (id: number) => Market
  readonly figure: (item: number, name: string) => TermFigure | undefined
}

/** The terms of an item: all of them with whom they are about, one that is another now, or news that no term keeps. */
export type SaidTerms =
  | { readonly item: number; readonly subject: string; readonly figures: readonly TermFigure[] }
  | { readonly item: number; readonly figure: TermFigure }
  | { readonly item: number; readonly news: readonly TermFigure[] }

/** What the other slices know of a product that pays later: all of it follows from facts alone. */
export interface ServedProduct {
  /** Its tables that are made from the journal alone. */
  readonly tables: readonly string[]
  /** The version of its risks, raised with every change of its lines in any language, and SHA-256 over these. */
  readonly risks: { readonly version: number; readonly digest: string }
  /** The number of the order that an entry of a fact is about; null where it is none of its own. */
  readonly reference: (event: Event, partOf: PartOf) => number | null
  /** The facts that tell of its profit, and what each says. */
  readonly profits: readonly Event['type'][]
  readonly earned: (event: Event) => Earned
  /** The facts that tell somebody something, and what. */
  readonly noted: readonly Event['type'][]
  readonly notes: (event: Event) => readonly ProductNote[]
  /** What kind its terms are of, by which facts they change, and the figure that says when an item ends. */
  readonly terms: { readonly kind: TermKind; readonly changedBy: readonly Event['type'][]; readonly ends?: string }
  readonly termsOf: (event: Event, known: Known) => SaidTerms | null
  /** Whose an order is: a query for the holder by its kind ($1) and number ($2). */
  readonly owner: string
  /** What the holders of `tagged` put in while they were: product, currency and amount, from an alias `t` on. */
  readonly putIn: string
}
