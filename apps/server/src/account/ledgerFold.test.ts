import { isHouse } from '@truemark/core/ledger/holders'
import { acts, EverythingRun } from '@truemark/core/testing/everythingRun'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { batchesOf, playedFacts } from '../testing/playedFacts.ts'
import { accountsOf, keyName, ledgerRowsOf, type Stand, postingsOf } from './ledgerRows.ts'
import { otherSides, refKinds } from './tables.ts'

it('the lines and balances of a run of all that there is come to what the ledger itself holds, whatever facts come in one batch', () => {
  fc.assert(
    fc.property(acts(200), fc.array(fc.nat(30), { minLength: 1, maxLength: 8 }), (drawn, by) => {
      const run = new EverythingRun([4_211, 97, 1_033, 40, 2_600, 513])
      for (const act of drawn) run.do(act)
      const kept = new Map<string, Stand>()
      const sums = new Map<string, bigint>()
      for (const batch of batchesOf(playedFacts(run), by)) {
        const postings = postingsOf(batch)
        const { entries, balances } = ledgerRowsOf(postings, kept)
        expect(balances.map(keyName).toSorted()).toEqual(accountsOf(postings).map(keyName).toSorted())
        const places = entries.map(({ seq, place }) => seq * 1_000 + place)
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
        for (const entry of entries) {
          const name = keyName(entry)
          const isShown = entry.other === 'held'
          if (isShown) expect(isHouse(entry.holder) || entry.amount === 0n).toBe(false)
          else sums.set(name, (sums.get(name) ?? 0n) + entry.amount)
          if (!isShown) expect(entry.balanceAfter).toBe(sums.get(name))
        }
        for (const { seq, ...balance } of balances) {
          kept.set(keyName(balance), balance)
          expect(seq).toBe(
            postings.filter(({ moves }) => moves.some((move) => keyName(move) === keyName(balance))).at(-1)?.fact.seq,
          )
        }
      }
      const stands = new Map([...run.state.venue.ledger.balances()].map((balance) => [keyName(balance), balance]))
      for (const [name, { posted, frozen }] of kept) {
        const balance = stands.get(name)
        expect([posted, frozen], name).toEqual([balance?.posted ?? 0n, balance?.frozen ?? 0n])
        expect(posted, name).toBe(sums.get(name) ?? 0n)
      }
      expect([...stands.keys()].every((name) => kept.has(name))).toBe(true)
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

it('a word’s place in the table is for ever', () => {
  const first = [
    '',
    'spot_order',
    'transfer',
    'spot_trade',
    'exchange',
    'derivative',
    'funding',
    'deposit',
    'withdrawal',
  ]
  expect(refKinds).toEqual([...first, 'option', 'mining', 'invest', 'ieo'])
  const own = ['coin', 'contract', 'option', 'market', 'fees', 'external', 'held', 'finance', 'options']
  expect(otherSides).toEqual([...own, 'exchange', 'treasury', 'insurance', 'clearing'])
})

it('lines are numbered from nothing on in each row, across all facts of it', () => {
  const granted = { type: 'demoGranted', holder: 40, amount: 5n } as const
  const facts = [1, 1, 2].map((seq, place) => ({ seq, time: 5, place, event: granted }))
  const places = ledgerRowsOf(postingsOf(facts), new Map()).entries.map(({ seq, place }) => `${seq}.${place}`)
  expect(places).toEqual(['1.0', '1.1', '1.2', '1.3', '2.0', '2.1'])
  expect(postingsOf([{ seq: 1, time: 5, place: 0, event: { type: 'investClosed', product: 1 } }])).toEqual([])
})
