import { expect, it } from 'vitest'
import { houseHolder } from '../ledger/holders.ts'
import { ieoMoves } from './moves.ts'

const pool = houseHolder('real', 'wealthPool')
const of = { subscription: 1, holder: 40, project: 1 } as const
const frozen = {
  kind: 'hold',
  holder: 40,
  account: 'coin',
  currency: 0,
  hold: 'ieo',
  category: 'financial_buy',
} as const
const paid = { kind: 'entry', account: 'coin', currency: 0, category: 'financial_buy' } as const
const brought = { kind: 'entry', account: 'coin', currency: 7, category: 'financial_settlement' } as const

it('an application freezes its money, which is paid for passes or given back; the coin comes out of the pool', () => {
  expect(ieoMoves({ type: 'ieoSubscribed', ...of, applied: 3, amount: 30n })).toEqual([{ ...frozen, amount: 30n }])
  expect(ieoMoves({ type: 'ieoReturned', ...of, amount: 30n })).toEqual([{ ...frozen, amount: -30n }])
  const allotted = {
    type: 'ieoAllotted',
    ...of,
    applied: 3,
    passes: 2,
    currency: 7,
    quantity: 8n,
    amount: 30n,
  } as const
  expect(ieoMoves({ ...allotted, cost: 1n })).toEqual([
    { ...frozen, amount: -30n },
    { ...paid, holder: 40, amount: -1n },
    { ...paid, holder: pool, amount: 1n },
  ])
  expect(ieoMoves({ ...allotted, cost: 0n })).toEqual([{ ...frozen, amount: -30n }])
  expect(ieoMoves({ type: 'ieoDelivered', ...of, currency: 7, quantity: 8n })).toEqual([
    { ...brought, holder: pool, amount: -8n },
    { ...brought, holder: 40, amount: 8n },
  ])
  expect(ieoMoves({ type: 'ieoWindowEnded', project: 1, applied: 3 })).toEqual([])
})
