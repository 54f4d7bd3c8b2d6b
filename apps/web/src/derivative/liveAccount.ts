import { stressed } from '@truemark/core/derivative/preview'
import { parseDecimal } from '@truemark/core/money/decimal'
import type { PerpetualAccount } from '@truemark/protocol/routes/perpetual'
import { fineText } from './lotSummary.ts'
import { previewInput, type PreviewSources } from './previewInput.ts'

const quoteScale = 6

/** The cross account at the marks of this moment, in the quote currency's units. */
export interface LiveAccount {
  readonly balance: bigint
  readonly available: bigint
  readonly perpetualHold: bigint
  readonly profit: bigint
  readonly net: bigint
  /** What the cross positions require. */
  readonly margin: bigint
  readonly maintenance: bigint
  readonly free: bigint
  readonly usable: bigint
  /** Net value over margin in whole percent; null without a position. */
  readonly levelPercent: bigint | null
  /** The market of a cross position whose mark does not decide, or that has none. */
  readonly undecided: string | null
  /** Where each open position is liquidated, by its id, exact; a cross position's moves with the account. */
  readonly liquidations: ReadonlyMap<string, string | null>
}

/**
 * The account as it was fetched, with what is available as it streams in, at the marks, by the engine's own functions.
 * @param sources all that is open: tickets, and perpetual positions of either mode; and the marks of their symbols
 */
export function liveAccount(
  fetched: PerpetualAccount,
  available: bigint,
  sources: Omit<PreviewSources, 'resting'>,
): LiveAccount {
  const { open, termsOf, decides } = sources
  const perpetualHold = parseDecimal(fetched.margin_held, quoteScale) ?? 0n
  const input = previewInput([], { ...sources, resting: [] })
  const figures = stressed(input.markets, {
    available,
    perpetualHold,
    positions: input.positions,
    resting: [],
  })
  const cross = open.filter((each) => each.mode === 'cross')
  const balance = available + perpetualHold
  const margin = cross.reduce((sum, each) => sum + each.margin, 0n)
  const free = figures.net - margin
  const least = available < free ? available : free
  const undecided = cross.find((each) => !input.places.has(each.symbol) || !decides(each.symbol))?.symbol ?? null
  return {
    balance,
    available,
    perpetualHold,
    profit: figures.net - balance,
    net: figures.net,
    margin,
    maintenance: figures.maintenance,
    free,
    usable: undecided !== null || least < 0n ? 0n : least,
    levelPercent: margin === 0n ? null : (figures.net * 100n) / margin,
    undecided,
    liquidations: new Map(
      input.open.map((each, place) => {
        const fine = figures.positions[place]?.liquidationFine ?? null
        const terms = termsOf(each.symbol)
        return [each.id, fine === null || !terms ? null : fineText(fine, terms)]
      }),
    ),
  }
}
