import type { Category } from '../ledger/categories.ts'
import type { CurrencyId } from '../ledger/holders.ts'
import type { Units } from '../money/units.ts'

/** An amount of a currency in its smallest units; more than nothing. */
export interface Sum {
  readonly currency: CurrencyId
  readonly amount: Units
}

/**
 * What a holder's ledger says of their coins, act by act: `traded` one currency for another, `earned` as income, `lost` for
 * nothing, `brought` from outside or `taken` there, `placed` in a product or `paid` out of it, whose `ref` ties the two.
 */
export type Act = { readonly time: number; readonly ref: string } & (
  | { readonly kind: 'traded'; readonly given: Sum | null; readonly received: Sum | null }
  | { readonly kind: 'earned' | 'lost' | 'brought' | 'taken' | 'placed' | 'paid'; readonly sum: Sum }
)

type Kind = Act['kind']

/** What a line of the coin account is, by its category; null for what moves USDT alone, which is money and no coin. */
const kindOf: Readonly<Record<Category, Kind | null>> = {
  spot_buy: 'traded',
  spot_sell: 'traded',
  transaction_fee: 'traded',
  exchange: 'traded',
  exchange_fee_rate: 'traded',
  deposit: 'brought',
  manual_deposit: 'brought',
  withdrawal_success: 'taken',
  manual_withdrawal: 'taken',
  financial_buy: 'placed',
  financial_settlement: 'paid',
  mining_income: 'earned',
  cancel_mining: 'lost',
  lock_mining: null,
  mining_done: null,
  withdrawal_frost: null,
  withdrawal_frost_cancel: null,
  withdrawal_reject: null,
  fund_transfer: null,
  buy: null,
  sell: null,
  close_buy: null,
  close_sell: null,
  margin: null,
  margin_return: null,
  pending_buy: null,
  pending_sell: null,
  take_profit: null,
  stop_loss: null,
  options_order: null,
  options_close: null,
  contract_order: null,
  contract_cancel: null,
  contract_close: null,
  single_contract_order: null,
  single_contract_cancel: null,
  single_contract_close: null,
}

/** The categories whose lines are read. */
export function isRead(category: Category): boolean {
  return kindOf[category] !== null
}

/** A line of the coin account: what it changed, and what it is about. */
export interface GainLine {
  readonly time: number
  readonly category: Category
  readonly currency: CurrencyId
  /** Signed. */
  readonly amount: Units
  readonly ref: string
}

/**
 * Whether a line belongs to an act by its first line: the fills and fees of one order at one moment are one trade. What a
 * reset of a demo account sells is about nothing: each coin is then given by a line of its own, and paid by the next.
 */
function goesWith(first: GainLine, line: GainLine): boolean {
  if (first.ref !== line.ref || kindOf[first.category] !== kindOf[line.category]) return false
  return line.ref !== '' || line.amount > 0n
}

/**
 * The acts of the lines of one moment, in the order of their first lines, which is that of the ledger. What comes and goes
 * in one currency within an act is set off, so that a fee taken off what is received makes that less, and its cost is not.
 */
export function actsOf(lines: readonly GainLine[]): Act[] {
  const groups: { readonly first: GainLine; readonly nets: Map<CurrencyId, Units> }[] = []
  for (const line of lines) {
    let group = groups.findLast(({ first }) => goesWith(first, line))
    if (group === undefined) {
      group = { first: line, nets: new Map() }
      groups.push(group)
    }
    group.nets.set(line.currency, (group.nets.get(line.currency) ?? 0n) + line.amount)
  }
  return groups.flatMap(({ first, nets }) => actsOfGroup(first, [...nets]))
}

function actsOfGroup({ category, time, ref }: GainLine, nets: readonly (readonly [CurrencyId, Units])[]): Act[] {
  const kind = kindOf[category]
  if (kind === null) return []
  const given = nets.filter(([, amount]) => amount < 0n).map(([currency, amount]) => ({ currency, amount: -amount }))
  const received = nets.filter(([, amount]) => amount > 0n).map(([currency, amount]) => ({ currency, amount }))
  if (kind !== 'traded') return [...given, ...received].map((sum) => ({ kind, time, ref, sum }))
  if (given.length > 1 || received.length > 1) throw new RangeError(`a trade of more than two currencies: ${ref}`)
  const [gave, got] = [given.at(0) ?? null, received.at(0) ?? null]
  return gave === null && got === null ? [] : [{ kind, time, ref, given: gave, received: got }]
}
