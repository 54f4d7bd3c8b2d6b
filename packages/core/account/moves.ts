import { houseHolder, type HolderId } from '../ledger/holders.ts'
import { payment, type Account, type Entry, type Move } from '../ledger/move.ts'
import { usdt } from '../money/units.ts'
import type { AccountEvent } from './account.ts'

function own(holder: HolderId, from: Account, to: Account, amount: bigint): Entry[] {
  const entry = { kind: 'entry', holder, currency: usdt, category: 'fund_transfer' } as const
  return amount === 0n
    ? []
    : [
        { ...entry, account: from, amount: -amount },
        { ...entry, account: to, amount },
      ]
}

/** The ledger moves of an account event, from the event alone. */
export function accountMoves(event: AccountEvent): Move[] {
  switch (event.type) {
    case 'holderOpened':
    case 'standingSet':
    case 'staffTagged':
      return []
    case 'demoGranted':
      return payment(houseHolder('demo', 'external'), event.holder, usdt, event.amount, 'deposit')
    case 'transferred':
      return own(event.holder, event.from, event.to, event.amount)
    case 'demoReset': {
      const liquidity = houseHolder('demo', 'liquidity')
      const external = houseHolder('demo', 'external')
      return [
        ...event.sold.flatMap(({ currency, amount, quoteAmount }) => [
          ...payment(event.holder, liquidity, currency, amount, 'spot_sell'),
          ...payment(liquidity, event.holder, usdt, quoteAmount, 'spot_sell'),
        ]),
        ...own(event.holder, 'contract', 'coin', event.fromContract),
        ...own(event.holder, 'option', 'coin', event.fromOption),
        ...payment(external, event.holder, usdt, event.change, 'deposit'),
      ]
    }
  }
}
