import { describe, expect, it } from 'vitest'
import { categories } from './categories.ts'
import { houseHolder, houseOf, userHolderMin, type HolderId } from './holders.ts'
import { Ledger, LedgerFault } from './ledger.ts'
import type { Move } from './move.ts'

const external = houseHolder('demo', 'external')
const user = userHolderMin

function entry(holder: HolderId, amount: bigint, currency = 0): Move {
  return { kind: 'entry', holder, account: 'coin', currency, amount, category: 'deposit' }
}

function hold(holder: HolderId, amount: bigint): Move {
  return { kind: 'hold', holder, account: 'coin', currency: 0, amount, hold: 'order' }
}

function funded(): Ledger {
  const ledger = new Ledger()
  ledger.openCurrency(0)
  ledger.openCurrency(1)
  ledger.openHolder(user + 1)
  ledger.apply([entry(external, -100n), entry(user, 100n)])
  return ledger
}

describe('Ledger', () => {
  it('keeps worth, holds and what is left apart', () => {
    const ledger = funded()
    ledger.apply([hold(user, 30n)])
    expect(ledger.posted(user, 'coin', 0)).toBe(100n)
    expect(ledger.frozen(user, 'coin', 0)).toBe(30n)
    expect(ledger.available(user, 'coin', 0)).toBe(70n)
    expect(ledger.available(9_999, 'coin', 0)).toBe(0n)
  })

  it.each<[string, Move[]]>([
    ['does not sum to zero', [entry(external, -1n), entry(user, 2n)]],
    ['does not sum to zero in each currency', [entry(external, -1n, 0), entry(user, 1n, 1)]],
    ['takes a user below zero', [entry(user, -101n), entry(external, 101n)]],
    ['freezes more than is there', [hold(user, 101n)]],
    ['frees more than is frozen', [hold(user, -1n)]],
    ['names a holder without accounts', [entry(5_000, 1n), entry(external, -1n)]],
    ['names a currency that is not listed', [entry(external, 1n, 9), entry(user, -1n, 9)]],
    ['takes the fees account below zero', [entry(houseHolder('demo', 'fees'), -1n), entry(user, 1n)]],
  ])('refuses a posting that %s', (_, moves) => {
    expect(() => funded().apply(moves)).toThrow(LedgerFault)
  })

  it('never wraps', () => {
    const ledger = funded()
    const huge = 2n ** 63n - 101n
    ledger.apply([entry(external, -huge), entry(user, huge)])
    expect(() => ledger.apply([entry(external, -1_000n), entry(user, 1_000n)])).toThrow(/overflow/)
  })

  it('keeps every account through growing by holders and currencies', () => {
    const ledger = funded()
    for (let currency = 2; currency < 40; currency++) ledger.openCurrency(currency)
    ledger.openHolder(5_000)
    ledger.apply([entry(external, -7n, 39), entry(5_000, 7n, 39)])
    expect(ledger.posted(user, 'coin', 0)).toBe(100n)
    expect(ledger.posted(5_000, 'coin', 39)).toBe(7n)
    expect([...ledger.balances()]).toHaveLength(4)
  })
})

describe('the names', () => {
  it('has the 37 categories, each once', () => {
    expect(new Set(categories).size).toBe(37)
    expect(categories).toHaveLength(37)
  })

  it('finds the house accounts again', () => {
    expect(houseOf(houseHolder('demo', 'rounding'))).toEqual({ realm: 'demo', account: 'rounding' })
    expect(houseOf(15)).toBeNull()
    expect(houseOf(user)).toBeNull()
  })
})
