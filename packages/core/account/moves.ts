import type { Category } from '../ledger/categories.ts'
import { houseHolder, type HolderId } from '../ledger/holders.ts'
import type { Account, Entry, Move } from '../ledger/move.ts'
import { usdt } from '../money/units.ts'
import type { AccountEvent } from './account.ts'

function entry(holder: HolderId, account: Account, currency: number, amount: bigint, category: Category): Entry {
  return { kind: 'entry', holder, account, currency, amount, category }
}

function pair(from: HolderId, to: HolderId, currency: number, amount: bigint, category: Category): Entry[] {
  if (amount === 0n) return []
  return [entry(from, 'coin', currency, -amount, category), entry(to, 'coin', currency, amount, category)]
}

function own(holder: HolderId, from: Account, to: Account, amount: bigint): Entry[] {
  if (amount === 0n) return []
  return [entry(holder, from, usdt, -amount, 'fund_transfer'), entry(holder, to, usdt, amount, 'fund_transfer')]
}

/** The ledger moves of an account event, from the event alone. */
export function accountMoves(event: AccountEvent): Move[] {
  switch (event.type) {
    case 'holderOpened':
    case 'standingSet':
    case 'staffTagged':
      return []
    case 'demoGranted':
      return pair(houseHolder('demo', 'external'), event.holder, usdt, event.amount, 'deposit')
    case 'transferred':
      return own(event.holder, event.from, event.to, event.amount)
    case 'demoReset': {
      const liquidity = houseHolder('demo', 'liquidity')
      const external = houseHolder('demo', 'external')
      return [
        ...event.sold.flatMap(({ currency, amount, quoteAmount }) => [
          ...pair(event.holder, liquidity, currency, amount, 'spot_sell'),
          ...pair(liquidity, event.holder, usdt, quoteAmount, 'spot_sell'),
        ]),
        ...own(event.holder, 'contract', 'coin', event.fromContract),
        ...own(event.holder, 'option', 'coin', event.fromOption),
        ...pair(external, event.holder, usdt, event.change, 'deposit'),
      ]
    }
  }
}
