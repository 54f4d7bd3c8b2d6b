import type { ListingId } from '../book/listing.ts'
import { makeBrackets, type Bracket, type BracketTerms } from '../margin/brackets.ts'
import type { DerivativeState, ListingBrackets } from './state.ts'

// A position keeps the maintenance brackets under which its order was accepted, as an order keeps its fees. Versions of
// a listing's brackets are numbered from 1 in the order in which they came into force, and none is ever changed.

/** How long before it holds a measure for open positions is announced, at least. */
export const bracketNoticeMinMs = 86_400_000
/** And at most, so that a measure is not forgotten by those whom it concerns. */
export const bracketNoticeMaxMs = 90 * bracketNoticeMinMs

/** What bears a version: an open position, or an order whose fills will take it. */
export interface BracketBearer {
  readonly listing: ListingId
  readonly bracketVersion: number
}

/** A listing's versions, made at its first terms. */
export function listingBrackets(state: Pick<DerivativeState, 'brackets'>, listing: ListingId): ListingBrackets {
  return (state.brackets[listing] ??= { versions: [], measure: null })
}

/** The number of the brackets in force: those that an order accepted now will bear. */
export function bracketVersionInForce(state: Pick<DerivativeState, 'brackets'>, listing: ListingId): number {
  return state.brackets[listing]?.versions.length ?? 0
}

/** The brackets of a version; throws where the caller's promise that there is one does not hold. */
export function bracketsOfVersion(
  state: Pick<DerivativeState, 'brackets'>,
  { listing, bracketVersion }: BracketBearer,
): readonly Bracket[] {
  const brackets = state.brackets[listing]?.versions[bracketVersion - 1]
  if (!brackets) throw new RangeError(`listing ${listing} has no brackets ${bracketVersion}`)
  return brackets
}

/** The version of a position after a fill of an order that opens or increases it: the later of the two. */
export function bracketVersionAfter(
  position: Pick<BracketBearer, 'bracketVersion'> | undefined,
  order: Pick<BracketBearer, 'bracketVersion'>,
): number {
  return Math.max(position?.bracketVersion ?? 0, order.bracketVersion)
}

/** Whether two scales of brackets are the same. */
export function sameBrackets(one: readonly BracketTerms[], other: readonly BracketTerms[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ floor, maintenanceRate, multipleMax }, at) => {
      const beside = other[at]
      return floor === beside.floor && maintenanceRate === beside.maintenanceRate && multipleMax === beside.multipleMax
    })
  )
}

/** Brings brackets into force for what is accepted from now on; the same ones make no new version. */
export function enforceBrackets(state: DerivativeState, listing: ListingId, brackets: readonly Bracket[]): void {
  const { versions } = listingBrackets(state, listing)
  const last = versions.at(-1)
  if (!last || !sameBrackets(last, brackets)) versions.push(brackets)
}

/** Puts all open positions and orders of a listing under the brackets in force. */
export function moveOpenBrackets(state: DerivativeState, listing: ListingId): void {
  const version = bracketVersionInForce(state, listing)
  for (const order of state.orders.values()) if (order.listing === listing) order.bracketVersion = version
  for (const position of state.positions.values()) {
    if (position.listing !== listing || position.bracketVersion === version) continue
    position.bracketVersion = version
    state.touched.positions.add(position.id)
    state.touched.holders.add(position.holder)
  }
}

/** Brackets from what an operator set; throws where they are none, since they were when they were accepted. */
export function bracketsFrom(terms: readonly BracketTerms[]): readonly Bracket[] {
  const brackets = makeBrackets(terms)
  if (!brackets) throw new RangeError('these are no brackets')
  return brackets
}
