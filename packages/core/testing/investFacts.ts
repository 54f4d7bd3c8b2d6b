import type { Event } from '../vocabulary.ts'
import { WealthFixture } from './wealthFixture.ts'

const dayMs = 86_400_000
const holders = [60, 61]

/** Facts of every kind that investments and launches post: settled either way, void, allotted, delivered, given back. */
export function investFacts(): Event[] {
  const fixture = new WealthFixture()
  const events: Event[] = []
  const must = (command: Parameters<WealthFixture['must']>[0]): void => void events.push(...fixture.must(command))
  for (const holder of holders) fixture.saver(holder)
  investments(fixture, must, events)
  launches(fixture, must, events)
  return events
}

function investments(
  fixture: WealthFixture,
  must: (command: Parameters<WealthFixture['must']>[0]) => void,
  events: Event[],
) {
  const sale = fixture.investTerms({ days: 1, sharePrice: 10_000_000n })
  const terms = [
    sale,
    fixture.investTerms({ days: 1, direction: 'buy_low', sharePrice: 100_000_000n }),
    fixture.investTerms({ days: 7 }),
  ]
  for (const one of terms) must({ type: 'publishInvest', terms: one })
  for (const product of [1, 2, 3]) must({ type: 'buyInvest', holder: 60, product, shares: 1, fault: '' })
  must({ type: 'closeInvest', product: 3 })
  events.push(...fixture.sampleAll(sale.maturity - 900_000, sale.maturity, 6_100_000))
  // seven days without a sample
  events.push(...fixture.passTo(terms[2].maturity + 8 * dayMs))
}

function launches(
  fixture: WealthFixture,
  must: (command: Parameters<WealthFixture['must']>[0]) => void,
  events: Event[],
) {
  for (const project of [1, 2]) {
    must({ type: 'launchIeo', terms: fixture.ieoTerms({ supply: 3 }) })
    for (const holder of holders) must({ type: 'subscribeIeo', holder, project, passes: 2, fault: '' })
  }
  must({ type: 'cancelIeo', project: 2 })
  events.push(...fixture.passTo(fixture.now + 1_000))
  events.push(...fixture.passTo(fixture.now + 2 * dayMs))
}
