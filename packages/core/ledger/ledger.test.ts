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

  it('keeps the contract and the option account beside the coins, in USDT alone, and tells them all', () => {
    const ledger = funded()
    const within = (account: 'coin' | 'contract' | 'option', amount: bigint): Move => ({
      kind: 'entry',
      holder: user,
      account,
      currency: 0,
      amount,
      category: 'deposit',
    })
    ledger.apply([within('coin', -90n), within('contract', 60n), within('option', 30n)])
    const margin = { kind: 'hold', holder: user, account: 'contract', currency: 0, amount: 25n } as const
    ledger.apply([{ ...margin, hold: 'perpetual_margin' }])
    ledger.apply([{ ...margin, account: 'option', amount: 5n, hold: 'option_stake' }])
    const told = [
      { holder: external, account: 'coin', currency: 0, posted: -100n, frozen: 0n },
      { holder: user, account: 'contract', currency: 0, posted: 60n, frozen: 25n },
      { holder: user, account: 'option', currency: 0, posted: 30n, frozen: 5n },
      { holder: user, account: 'coin', currency: 0, posted: 10n, frozen: 0n },
    ]
    expect([...ledger.balances()]).toEqual(told)
    expect(ledger.available(user, 'contract', 0)).toBe(35n)
    expect(ledger.available(user, 'option', 0)).toBe(25n)
    // growing by currencies moves them, and by holders too
    for (let currency = 2; currency < 9; currency++) ledger.openCurrency(currency)
    ledger.openHolder(900)
    expect([...ledger.balances()]).toEqual(told)
    const restored = new Ledger()
    for (let currency = 0; currency < 2; currency++) restored.openCurrency(currency)
    for (const { holder, account, currency, ...balance } of told) {
      restored.restore(
        holder,
        account === 'coin' ? 'coin' : account === 'option' ? 'option' : 'contract',
        currency,
        balance,
      )
    }
    expect([...restored.balances()]).toEqual(told)
    for (const account of ['contract', 'option'] as const) {
      const entry = { kind: 'entry', account, currency: 1, category: 'deposit' } as const
      const moves: Move[] = [
        { ...entry, holder: user, amount: 0n },
        { ...entry, holder: external, amount: 0n },
      ]
      expect(() => ledger.apply(moves)).toThrow(/only USDT/)
    }
  })

  it('tells an account that has nothing but what is held of it', () => {
    const ledger = funded()
    const liquidity = houseHolder('demo', 'liquidity')
    ledger.apply([hold(liquidity, 3n)])
    expect([...ledger.balances()].find(({ holder }) => holder === liquidity)).toMatchObject({ posted: 0n, frozen: 3n })
  })

  it('notes whose contract account was touched, and nobody else', () => {
    const ledger = funded()
    const to = { kind: 'entry', holder: user, currency: 0, category: 'deposit' } as const
    ledger.apply([
      { ...to, account: 'coin', amount: -9n },
      { ...to, account: 'option', amount: 9n },
    ])
    expect([...ledger.contractsMoved]).toEqual([])
    ledger.apply([
      { kind: 'hold', holder: user, account: 'contract', currency: 0, amount: 0n, hold: 'isolated_margin' },
    ])
    expect([...ledger.contractsMoved]).toEqual([user])
  })

  it('has room for holders from the first house to the last that was opened, and none beyond', () => {
    const ledger = new Ledger()
    ledger.openCurrency(0)
    ledger.openHolder(0)
    for (const nobody of [-1, 50_000_001]) expect(() => ledger.openHolder(nobody)).toThrow(LedgerFault)
    const first = houseHolder('real', 'external')
    const pay = (holder: HolderId): void =>
      ledger.apply([entry(first, -1n), { ...entry(holder, 1n), holder }, hold(holder, 1n)])
    for (let holder = 1; holder <= 200; holder++) {
      ledger.openHolder(holder)
      pay(holder)
    }
    expect(ledger.posted(first, 'coin', 0)).toBe(-200n)
    expect([...ledger.balances()].map(({ holder }) => holder)).toEqual(
      Array.from({ length: 201 }, (_, holder) => holder),
    )
    for (let holder = 1; holder <= 200; holder++) expect(ledger.frozen(holder, 'coin', 0)).toBe(1n)
    const small = funded()
    // the first 64 rows come with the first holder
    for (const nobody of [64, 65, 9_999]) {
      expect(small.posted(nobody, 'coin', 0)).toBe(0n)
      expect(small.frozen(nobody, 'coin', 0)).toBe(0n)
      expect(small.available(nobody, 'coin', 0)).toBe(0n)
      expect(small.spendable(nobody, 0)).toBe(0)
      expect(() => small.apply([hold(nobody, 0n)])).toThrow(LedgerFault)
    }
  })

  it('holds what 64 bits hold, to either side, and not a unit more', () => {
    const most = 2n ** 63n - 1n
    const ledger = new Ledger()
    ledger.openCurrency(0)
    ledger.openHolder(user)
    ledger.apply([entry(external, -most), entry(user, most)])
    expect(ledger.posted(user, 'coin', 0)).toBe(most)
    expect(ledger.posted(external, 'coin', 0)).toBe(-most)
    const more = houseHolder('demo', 'liquidity')
    expect(() => ledger.apply([entry(user, 1n), entry(more, -1n)])).toThrow(/overflow/)
    const below = new Ledger()
    below.openCurrency(0)
    below.openHolder(user)
    below.apply([entry(external, -most), entry(user, most)])
    expect(() => below.apply([entry(external, -1n), entry(more, 1n)])).toThrow(/overflow/)
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
