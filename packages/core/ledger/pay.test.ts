import { isHouse } from './holders.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { houseHolder, userHolderMin, type HolderId } from './holders.ts'
import { Ledger, LedgerFault } from './ledger.ts'
import type { Move } from './move.ts'

const holders = [houseHolder('demo', 'fees'), houseHolder('demo', 'liquidity'), userHolderMin, userHolderMin + 1, 5_000]
const external = houseHolder('demo', 'external')

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

function opened(): Ledger {
  const ledger = new Ledger()
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
