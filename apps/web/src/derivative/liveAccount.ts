import { parseDecimal } from '@truemark/core/money/decimal'
import { bracketOf, maintenanceOf } from '@truemark/core/margin/brackets'
import { unrealisedOf } from '@truemark/core/margin/position'
import type { PerpetualAccount } from '@truemark/protocol/routes/perpetual'
import { tenthsOf, worthOf, type LotTerms } from './lotTerms.ts'
import type { OpenPosition } from './openPosition.ts'

const quoteScale = 6

/** The cross account at the marks of this moment, in the quote currency's units. */
export interface LiveAccount {
  readonly balance: bigint
  readonly available: bigint
  readonly profit: bigint
  readonly net: bigint
  /** What the cross positions require. */
  readonly margin: bigint
  readonly maintenance: bigint
  readonly free: bigint
  readonly usable: bigint
  /** Net value over margin in whole percent; null without a position. */
  readonly levelPercent: bigint | null
  /** Whether a cross position has no mark. */
  readonly stale: boolean
  readonly positions: readonly LivePosition[]
}

interface LivePosition {
  readonly position: OpenPosition
  readonly profit: bigint
  readonly maintenance: bigint
}

/**
 * The account as it was fetched, with what is available as it streams in and profits at the marks.
 * @param markOf the mark of a symbol as a decimal text
 */
export function liveAccount(
  fetched: PerpetualAccount,
  available: bigint,
  positions: readonly OpenPosition[],
  termsOf: (symbol: string) => LotTerms | undefined,
  markOf: (symbol: string) => string | undefined,
): LiveAccount {
  const units = (text: string) => parseDecimal(text, quoteScale) ?? 0n
  const balance = available + units(fetched.margin_held)
  let stale = false
  const live = positions
    .filter((position) => position.mode === 'cross')
    .map((position) => {
      const terms = termsOf(position.symbol)
      const mark = terms && tenthsOf(markOf(position.symbol), terms)
      if (!terms || mark === null || mark === undefined) {
        stale = true
        return { position, profit: 0n, maintenance: 0n }
      }
      const worth = worthOf(terms, position.lots, mark)
      const side = position.side === 'buy' ? 'long' : 'short'
      const profit = unrealisedOf({ side, cost: position.cost }, worth)
      return { position, profit, maintenance: maintenanceOf(bracketOf(terms.brackets, worth), worth) }
    })
  const profit = live.reduce((sum, each) => sum + each.profit, 0n)
  const margin = live.reduce((sum, each) => sum + each.position.margin, 0n)
  const net = balance + profit
  const free = net - margin
  const least = available < free ? available : free
  return {
    balance,
    available,
    profit,
    net,
    margin,
    maintenance: live.reduce((sum, each) => sum + each.maintenance, 0n),
    free,
    usable: least > 0n ? least : 0n,
    levelPercent: margin === 0n ? null : (net * 100n) / margin,
    stale,
    positions: live,
  }
}

/** What a cross position in a symbol can lean on: the wallet, and the others' profit less their maintenance. */
export function cushionFor(account: LiveAccount, symbol: string): bigint {
  return account.positions
    .filter((each) => each.position.symbol !== symbol)
    .reduce((sum, each) => sum + each.profit - each.maintenance, account.balance)
}
