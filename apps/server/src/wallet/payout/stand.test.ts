import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ChainPayoutMessage } from '../../platform/chain/message.ts'
import type { OrderRow, PayoutState } from './payouts.store.ts'
import { type Telling, tellingOf, toldBy } from './stand.ts'

const needed = 3
const [amount, address, memo] = ['99.9', 'there', '7']
const fresh: OrderRow = {
  payout: 1,
  network: 'Bitcoin',
  said: '',
  pledge: '',
  transactionId: '',
  confirmations: 0,
  height: null,
  block: '',
  sequence: 0,
  reason: '',
  recalledBy: 0,
  screened: '',
  note: '',
  lostAt: null,
  takenAt: null,
  updatedAt: 0,
}

const message = fc.record({
  sequence: fc.integer({ min: 1, max: 40 }),
  state: fc.constantFrom('sent' as const, 'sent' as const, 'unsent' as const, 'lost' as const),
  confirmations: fc.integer({ min: 0, max: 5 }),
  reason: fc.constantFrom('' as const, 'payee_invalid' as const, 'payout_gone' as const),
  amount: fc.constantFrom(amount, amount, amount, '99.8'),
  txid: fc.constantFrom('one', 'one', 'other', ''),
})
const step = fc.oneof(
  fc.record({ do: fc.constant('say' as const), message }),
  fc.record({ do: fc.constant('take' as const) }),
  fc.record({ do: fc.constant('recall' as const) }),
  fc.record({ do: fc.constant('tell' as const) }),
)

/** What the engine makes of a word; it is held to its own rules by tests of its own. */
const engine: Readonly<Record<string, PayoutState>> = { sent: 'sent', lost: 'lost', paid: 'paid' }

it('whatever is said in whatever order, nothing that was ever said to be sent goes back, and nothing ends twice', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 60 }), (steps) => {
      let row = fresh
      let state: PayoutState = 'ordered'
      let wasSent = false
      for (const one of steps) {
        if (one.do === 'take' && row.said === '' && row.recalledBy === 0 && state === 'ordered') {
          row = { ...row, said: 'taken', pledge: 'input' }
        }
        if (one.do === 'recall' && row.recalledBy === 0) row = { ...row, recalledBy: 7 }
        if (one.do === 'say') {
          const said: ChainPayoutMessage = { ...one.message, payout: 1, address, memo, height: null, block: '' }
          const told = toldBy(row, said, { state, amount, address, memo, isOthers: false, now: 1 })
          if (said.sequence <= row.sequence) expect(told).toBeNull()
          row = told ?? row
          wasSent ||= row.said === 'sent' || row.said === 'lost'
        }
        const telling: Telling | null = one.do === 'tell' ? tellingOf(row, state, needed) : null
        if (telling === null) continue
        expect(['paid', 'returned', 'taken_back']).not.toContain(state)
        // what was let go no word of a machine gives back
        if (telling.said === 'unsent') expect([wasSent, row.pledge]).toEqual([false, ''])
        if (telling.said === 'paid') expect(row).toMatchObject({ said: 'sent', pledge: 'input', reason: '' })
        const back: PayoutState = telling.reason === '' ? 'taken_back' : 'returned'
        state = engine[telling.said] ?? back
      }
    }),
    { numRuns: 2_000 },
  )
})
