import { isHouse } from './holders.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { houseHolder, userHolderMin, type HolderId } from './holders.ts'
import { Ledger, LedgerFault } from './ledger.ts'
import type { Move } from './move.ts'

const holders = [houseHolder('demo', 'fees'), houseHolder('demo', 'liquidity'), userHolderMin, userHolderMin + 1, 5_000]
const external = houseHolder('demo', 'external')
const liquidity = houseHolder('demo', 'liquidity')
const user = userHolderMin
const other = userHolderMin + 1

const holder = fc.constantFrom(...holders)
const currency = fc.constantFrom(0, 1, 3)
// small amounts, and ones whose sums pass what a number holds exactly, and what 64 bits hold
const amount = fc.oneof(
  fc.integer({ min: 0, max: 50 }),
  fc.maxSafeNat(),
  fc.integer({ min: 0, max: 3 }).map((less) => Number.MAX_SAFE_INTEGER - less),
)
const pay = fc.record({ act: fc.constant('pay' as const), payer: holder, payee: holder, currency, amount })
const freeze = fc.record({ act: fc.constant('freeze' as const), holder, currency, amount, frees: fc.boolean() })
const grant = fc.record({
  act: fc.constant('grant' as const),
  holder: fc.constantFrom(userHolderMin, userHolderMin + 1),
  currency: fc.constantFrom(0, 1),
  amount: fc.oneof(fc.bigInt({ min: 0n, max: 100n }), fc.bigInt({ min: 0n, max: 2n ** 62n })),
})

/** Two users with 100 of currency 1 each, and what went the long way since. */
class Counted extends Ledger {
  long: (readonly Move[])[] = []

  constructor() {
    super()
    open(this)
    const line = { kind: 'entry', account: 'coin', currency: 1, category: 'deposit' } as const
    this.apply([
      { ...line, holder: external, amount: -200n },
      { ...line, holder: user, amount: 100n },
      { ...line, holder: other, amount: 100n },
    ])
    this.long = []
  }

  override apply(moves: readonly Move[]): void {
    this.long.push(moves)
    super.apply(moves)
  }
}

function opened(): Ledger {
  return open(new Ledger())
}

function open<L extends Ledger>(ledger: L): L {
  ledger.openCurrency(0)
  ledger.openCurrency(1)
  ledger.openHolder(userHolderMin + 1)
  return ledger
}

function faultOf(work: () => void): boolean {
  try {
    work()
    return false
  } catch (error) {
    expect(error).toBeInstanceOf(LedgerFault)
    return true
  }
}

describe('pay and freeze', () => {
  it('post and refuse what apply posts and refuses', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pay, freeze, grant), { maxLength: 60 }), (acts) => {
        const quick = opened()
        const slow = opened()
        for (const act of acts) {
          const line = { account: 'coin', currency: act.currency } as const
          if (act.act === 'grant') {
            const entry = { ...line, kind: 'entry', category: 'deposit' } as const
            const moves: Move[] = [
              { ...entry, holder: external, amount: -act.amount },
              { ...entry, holder: act.holder, amount: act.amount },
            ]
            const refused = faultOf(() => quick.apply(moves))
            expect(faultOf(() => slow.apply(moves))).toBe(refused)
            // what a refused posting leaves is void
            if (refused) return
            continue
          }
          const moves: Move[] =
            act.act === 'pay'
              ? [
                  { ...line, kind: 'entry', category: 'spot_buy', holder: act.payer, amount: -BigInt(act.amount) },
                  { ...line, kind: 'entry', category: 'spot_buy', holder: act.payee, amount: BigInt(act.amount) },
                ]
              : [{ ...line, kind: 'hold', hold: 'order', holder: act.holder, amount: BigInt(signed(act)) }]
          const refused = faultOf(() => slow.apply(moves))
          const work = () =>
            act.act === 'pay'
              ? quick.pay(act.payer, act.payee, act.currency, act.amount, 'spot_buy')
              : quick.freeze(act.holder, act.currency, signed(act), 'order')
          expect(faultOf(work)).toBe(refused)
          if (refused) return
          expect([...quick.balances()]).toEqual([...slow.balances()])
        }
        for (const { holder: at, currency: of } of slow.balances()) {
          const available = slow.available(at, 'coin', of)
          const most = BigInt(Number.MAX_SAFE_INTEGER)
          if (!isHouse(at)) expect(BigInt(quick.spendable(at, of))).toBe(available < most ? available : most)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('post the same between accounts that have money, held and not, as apply does', () => {
    const funds = [userHolderMin, userHolderMin + 1, houseHolder('demo', 'fees'), houseHolder('demo', 'liquidity')]
    const small = fc.integer({ min: 0, max: 60 })
    const some = fc.constantFrom(...funds)
    const moves = fc.array(
      fc.oneof(fc.tuple(some, some, small), fc.tuple(some, fc.integer({ min: -60, max: 60 }), fc.constant(undefined))),
      {
        maxLength: 40,
      },
    )
    fc.assert(
      fc.property(moves, (acts) => {
        const [quick, slow] = [opened(), opened()]
        const line = { account: 'coin', currency: 1 } as const
        const entryOf = (holder: HolderId, amount: bigint): Move => ({
          ...line,
          kind: 'entry',
          category: 'spot_buy',
          holder,
          amount,
        })
        for (const ledger of [quick, slow]) {
          ledger.apply([entryOf(external, -400n), ...funds.map((holder) => entryOf(holder, 100n))])
        }
        for (const act of acts) {
          const [first, second, third] = act
          if (third === undefined || typeof second !== 'number') {
            const hold: Move = { ...line, kind: 'hold', hold: 'order', holder: first, amount: BigInt(Number(second)) }
            const refused = faultOf(() => slow.apply([hold]))
            expect(faultOf(() => quick.freeze(first, 1, Number(second), 'order'))).toBe(refused)
            if (refused) return
          } else {
            const pays = [entryOf(first, -BigInt(third)), entryOf(second, BigInt(third))]
            const refused = faultOf(() => slow.apply(pays))
            expect(faultOf(() => quick.pay(first, second, 1, third, 'spot_buy'))).toBe(refused)
            if (refused) return
          }
          expect([...quick.balances()]).toEqual([...slow.balances()])
          for (const holder of funds) {
            expect(BigInt(quick.spendable(holder, 1))).toBe(slow.available(holder, 'coin', 1))
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  it('take the long way for nothing that is plain, up to all that is there and is free', () => {
    const ledger = new Counted()
    for (const [payer, payee, sum] of [
      [user, other, 100n],
      [other, user, 100n],
      // an account that may stand below zero, with what is held besides, pays and gets as others do
      [liquidity, user, 7n],
      [other, liquidity, 1n],
      [user, other, 0n],
    ] as const) {
      ledger.pay(payer, payee, 1, Number(sum), 'spot_buy')
    }
    for (const amount of [60, -60, 107, -107]) ledger.freeze(user, 1, amount, 'order')
    ledger.freeze(user, 1, 7, 'order')
    // what is left is just what is held, and the payee's account just all that is held of it
    ledger.pay(user, other, 1, 100, 'spot_buy')
    ledger.freeze(other, 1, 199, 'order')
    ledger.pay(liquidity, other, 1, 0, 'spot_buy')
    expect(ledger.long).toEqual([])
    expect(ledger.available(user, 'coin', 1)).toBe(0n)
    expect(ledger.posted(other, 'coin', 1)).toBe(199n)
    expect(ledger.posted(liquidity, 'coin', 1)).toBe(-6n)
  })

  it('take the short way as far as a number is exact, and no unit further', () => {
    const { MAX_SAFE_INTEGER: most } = Number
    const ledger = new Counted()
    ledger.pay(external, user, 0, most, 'deposit')
    expect(ledger.long).toEqual([])
    expect(ledger.spendable(external, 0)).toBe(-most)
    expect(ledger.spendable(user, 0)).toBe(most)
    ledger.pay(external, other, 0, 1, 'deposit')
    ledger.pay(liquidity, user, 0, 1, 'deposit')
    const line = { kind: 'entry', account: 'coin', currency: 0, category: 'deposit' }
    expect(ledger.long).toEqual([
      [
        { ...line, holder: external, amount: -1n },
        { ...line, holder: other, amount: 1n },
      ],
      [
        { ...line, holder: liquidity, amount: -1n },
        { ...line, holder: user, amount: 1n },
      ],
    ])
    expect(ledger.posted(external, 'coin', 0)).toBe(-BigInt(most) - 1n)
    expect(ledger.posted(user, 'coin', 0)).toBe(BigInt(most) + 1n)
    // what passes a number is told as the most that is one, to its side
    expect(ledger.spendable(external, 0)).toBe(-most)
    expect(ledger.spendable(user, 0)).toBe(most)
    ledger.freeze(user, 0, 2, 'order')
    expect(ledger.long.at(-1)).toEqual([
      { kind: 'hold', holder: user, account: 'coin', currency: 0, amount: 2n, hold: 'order' },
    ])
    expect(ledger.spendable(user, 0)).toBe(most - 1)
    ledger.freeze(user, 0, -2, 'order')
    ledger.pay(user, other, 0, 1, 'deposit')
    expect(ledger.posted(user, 'coin', 0)).toBe(BigInt(most))
  })

  it('tell what is left of a large amount to the unit, once most of it is held', () => {
    const { MAX_SAFE_INTEGER: most } = Number
    const ledger = new Counted()
    for (const payer of [external, liquidity]) ledger.pay(payer, user, 0, most, 'deposit')
    // twice the most is there
    for (const [held, left] of [
      [most - 1, most],
      [1, most],
      [1, most - 1],
      [most - 6, 5],
      [5, 0],
    ] as const) {
      ledger.freeze(user, 0, held, 'order')
      expect(ledger.spendable(user, 0)).toBe(left)
    }
    // what is held of a house's account that stands below zero counts against it
    ledger.freeze(external, 0, 1, 'order')
    expect(ledger.available(external, 'coin', 0)).toBe(-BigInt(most) - 1n)
    expect(ledger.spendable(external, 0)).toBe(-most)
    ledger.freeze(liquidity, 1, 3, 'order')
    expect(ledger.spendable(liquidity, 1)).toBe(-3)
  })

  it('refuse a currency that is not open, also where nothing moves, and a holder without accounts', () => {
    // of the four currencies' places of a holder two are coins, the others the contract and the option account
    for (const currency of [2, 3, 4, 9]) {
      expect(() => opened().freeze(user, currency, 0, 'order')).toThrow(LedgerFault)
      expect(() => opened().pay(user, other, currency, 0, 'spot_buy')).toThrow(LedgerFault)
    }
    for (const nobody of [64, 65, 5_000]) {
      expect(() => opened().freeze(nobody, 0, 0, 'order')).toThrow(LedgerFault)
      expect(() => opened().pay(nobody, user, 0, 0, 'spot_buy')).toThrow(LedgerFault)
      expect(() => opened().pay(external, nobody, 0, 0, 'spot_buy')).toThrow(LedgerFault)
    }
  })

  it('refuse what would take from a payer, though the payee may stand below zero, or the other way by a minus', () => {
    const ledger = new Counted()
    expect(() => ledger.pay(user, liquidity, 1, 101, 'spot_buy')).toThrow(/below zero/)
    expect(() => new Counted().pay(liquidity, user, 1, -101, 'spot_buy')).toThrow(/below zero/)
    const back = new Counted()
    back.pay(liquidity, user, 1, -100, 'spot_buy')
    expect(back.available(user, 'coin', 1)).toBe(0n)
    expect(() => new Counted().freeze(user, 1, -1, 'order')).toThrow(/less than nothing/)
  })

  it('refuse what is no whole number', () => {
    const ledger = opened()
    expect(() => ledger.freeze(userHolderMin, 0, 0.5, 'order')).toThrow(RangeError)
    expect(() => ledger.pay(external, userHolderMin, 0, Number.NaN, 'deposit')).toThrow(RangeError)
  })

  it('keep amounts beyond what a number holds through growing by holders and currencies', () => {
    const ledger = opened()
    const entry = { kind: 'entry', account: 'coin', currency: 1, category: 'deposit' } as const
    const large = 2n ** 60n
    ledger.apply([
      { ...entry, holder: external, amount: -large },
      { ...entry, holder: userHolderMin, amount: large },
    ])
    ledger.openHolder(10_000)
    for (let id = 2; id < 20; id++) ledger.openCurrency(id)
    ledger.pay(userHolderMin, 10_000, 1, 5, 'spot_buy')
    expect(ledger.posted(userHolderMin, 'coin', 1)).toBe(large - 5n)
    expect(ledger.posted(10_000, 'coin', 1)).toBe(5n)
    expect(ledger.posted(external, 'coin', 1)).toBe(-large)
  })
})

function signed(act: { readonly amount: number; readonly frees: boolean }): number {
  return act.frees ? -act.amount : act.amount
}
