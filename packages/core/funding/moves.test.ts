import { describe, expect, it } from 'vitest'
import { houseHolder } from '../ledger/holders.ts'
import type { FundingPaid } from './event.ts'
import { fundingMoves } from './moves.ts'

const of = { realm: 'demo', listing: 0, rate: 1, markTenths: 1, stamp: 1, through: 0, done: true } as const
const none = { amount: 0n, marginChange: 0n, perpetualChange: 0n }
const paid = (part: Partial<FundingPaid>): FundingPaid => {
  return { type: 'fundingPaid', ...of, lines: [], insurance: 0n, liquidity: 0n, ...part }
}
const entry = (holder: unknown, account: string, amount: bigint) => {
  return { kind: 'entry', holder, account, currency: 0, amount, category: 'transaction_fee' }
}
const hold = (amount: bigint, name: string) => {
  return { kind: 'hold', holder: 40, account: 'contract', currency: 0, amount, hold: name }
}

describe('the moves of funding', () => {
  it('are what each line says, and nothing of nothing', () => {
    const line = { position: 1, holder: 40, kind: 'isolated', ...none } as const
    const lines = [{ ...line, amount: 1n }, { ...line, marginChange: 1n }, { ...line, perpetualChange: 1n }, line]
    expect(fundingMoves(paid({ lines }))).toEqual([
      entry(40, 'contract', 1n),
      hold(1n, 'isolated_margin'),
      hold(1n, 'perpetual_margin'),
    ])
  })

  it('are of the realm’s fund and house, each its own', () => {
    expect(fundingMoves(paid({ insurance: 1n }))).toEqual([entry(houseHolder('demo', 'insurance'), 'coin', -1n)])
    expect(fundingMoves(paid({ liquidity: 1n }))).toEqual([entry(houseHolder('demo', 'liquidity'), 'coin', 1n)])
    expect(fundingMoves({ type: 'fundingSet', stamp: 1, rates: [] })).toEqual([])
  })
})
