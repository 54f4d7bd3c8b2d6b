import { describe, expect, it } from 'vitest'
import { houseHolder } from '../ledger/holders.ts'
import type { MiningEvent } from './event.ts'
import { miningMoves } from './moves.ts'

const of = { order: 1, holder: 40, realm: 'real', currency: 3, amount: 50n } as const
const [pool, demoPool] = [houseHolder('real', 'wealthPool'), houseHolder('demo', 'wealthPool')]
const terms = { product: 1, version: 1, rateMin: 1, rateMax: 1, days: 1, redemptionRate: 1, firstDay: 1 } as const
const lock = (amount: bigint, category: string) => {
  return { kind: 'hold', holder: 40, account: 'coin', currency: 3, amount, hold: 'lock_mining', category }
}
const entry = (holder: unknown, amount: bigint, category: string) => {
  return { kind: 'entry', holder, account: 'coin', currency: 3, amount, category }
}
const line = { order: 1, holder: 40, currency: 3, rate: 1, published: true, amount: 1n }

describe('the moves of mining', () => {
  it.each<[string, MiningEvent, unknown[]]>([
    ['what is locked', { type: 'miningOpened', ...of, ...terms }, [lock(50n, 'lock_mining')]],
    [
      'a day’s income',
      { type: 'miningPaid', realm: 'demo', day: 1, lines: [{ ...line, amount: 0n }, line] },
      [entry(40, 1n, 'mining_income'), entry(demoPool, -1n, 'mining_income')],
    ],
    [
      'what is free',
      { type: 'miningDone', order: 1, holder: 40, currency: 3, amount: 50n },
      [lock(-50n, 'mining_done')],
    ],
    [
      'what is freed early, at a cost',
      { type: 'miningRedeemed', ...of, cost: 1n },
      [lock(-50n, 'cancel_mining'), entry(40, -1n, 'cancel_mining'), entry(pool, 1n, 'cancel_mining')],
    ],
    ['what is freed early, at none', { type: 'miningRedeemed', ...of, cost: 0n }, [lock(-50n, 'cancel_mining')]],
    ['what moves no money', { type: 'miningSwitched', product: 1, on: true }, []],
  ])('%s', (_, event, moves) => {
    expect(miningMoves(event)).toEqual(moves)
  })
})
