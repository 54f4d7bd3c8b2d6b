import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { deskDerivativeOpen, DeskDerivative } from '@truemark/protocol/routes/deskDerivative'
import type { DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { draftOf, termsBody, type Draft } from './terms.ts'

/** First terms as the form holds them: another market's, with this one's contract size in coins. */
export interface OpeningDraft extends Draft {
  readonly size: string
}

type Sized = Pick<DeskSymbol, 'base' | 'price_decimals' | 'level_quantity'>

/** A market that has terms: they are the model, and its spot says how large its levels are beside another market's. */
export interface Model {
  readonly terms: DeskDerivative
  readonly market: Sized
}

const scale = 18
const lotsDecimals = 2
const refillShare = 2n
const figuresKept = 2
const hundred = 10n ** BigInt(lotsDecimals)
/** A hundredth of a lot at a tenth of a tick is a whole number of USDT's smallest units. */
const exactBeyond = 3

function unitsOf(text: string): bigint {
  return parseDecimal(text, scale) ?? 0n
}

// the spot levels of both markets are worth about the same, so that their quantities say how dear the coins are
function ofMarket(units: bigint, model: Sized, market: Sized): bigint {
  const level = unitsOf(model.level_quantity)
  return level === 0n ? 0n : (units * unitsOf(market.level_quantity)) / level
}

// to two figures, since it is only a beginning
function rounded(units: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, String(units).length - figuresKept))
  return ((units + step / 2n) / step) * step
}

/** The power of ten of coins that comes nearest below what a lot of the model is worth, and that can be exact; '' where none is known. */
export function sizeLike({ terms, market: like }: Model, market: Sized): string {
  const worth = ofMarket(unitsOf(terms.contract_size), like, market)
  if (worth === 0n) return ''
  const power = 10n ** BigInt(String(worth).length - 1)
  const least = 10n ** BigInt(scale + market.price_decimals - exactBeyond)
  return formatDecimal(power < least ? least : power, scale)
}

/** The draft of a contract size: the house's levels are then about as large as the model's. */
export function withSize(draft: Draft, model: Model, market: Sized, size: string): OpeningDraft {
  const lot = unitsOf(size)
  if (lot === 0n) return { ...draft, size }
  const { terms } = model
  const lots = (text: string): bigint => {
    const coins = ofMarket((unitsOf(terms.contract_size) * unitsOf(text)) / 10n ** BigInt(scale), model.market, market)
    const found = rounded((coins * hundred) / lot)
    return found === 0n ? 1n : found
  }
  const level = lots(terms.level_lots)
  const refill = level / refillShare
  const text = (units: bigint): string => formatDecimal(units, lotsDecimals)
  return {
    ...draft,
    size,
    texts: {
      ...draft.texts,
      level_lots: text(level),
      refill_per_second: text(refill === 0n ? 1n : refill),
      position_max: text(lots(terms.position_max)),
    },
  }
}

/** The draft that a model gives: both products are off. */
export function openingLike(model: Model, market: Sized): OpeningDraft {
  const draft = { ...draftOf(model.terms), contract: false, perpetual: false }
  return withSize(draft, model, market, sizeLike(model, market))
}

/** The call's body for a draft without faults: every value, with the multiples and brackets of the model. */
export function openingBody(
  { terms: { multiples, brackets } }: Model,
  { size, texts }: OpeningDraft,
  reason: string,
): BodyOf<typeof deskDerivativeOpen> {
  return {
    multiples: [...multiples],
    brackets: brackets.map(({ floor, maintenance_rate, multiple_max }) => ({ floor, maintenance_rate, multiple_max })),
    contract_size: size,
    ...termsBody(texts),
    reason,
  }
}
