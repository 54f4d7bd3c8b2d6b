import { describe, expect, it } from 'vitest'
import { movesOf } from '../moves.ts'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'
import type { Event } from '../vocabulary.ts'
import { categories } from './categories.ts'
import { flows, type Flow } from './flows.ts'
import { houseOf, userHolderMin } from './holders.ts'
import type { Entry } from './move.ts'

const ladder = {
  levels: 2,
  halfSpreadRate: 200_000,
  gapRate: 100_000,
  levelQuantity: 100_000,
  refillPerSecond: 0,
  positionMax: 10_000_000,
}
const price = 100_000

/** Facts of every kind that moves money, against the house and between users. */
function everyFact(): Event[] {
  const fixture = new Fixture({ ...btcTerms, ladder })
  const events: Event[] = []
  const must = (command: Parameters<Fixture['must']>[0]): void => void events.push(...fixture.must(command))
  const market = { kind: 'market', timeInForce: 'IOC', price: 0, budget: 0n, fault: '' } as const
  for (const holder of [32, 33]) must({ type: 'openHolder', holder, realm: 'demo', country: '' })
  const order = { type: 'placeSpotOrder', symbol: 'BTCUSDT', holder: 32 } as const
  must({ ...order, ...market, side: 'buy', quantity: 5_000 })
  must({ ...order, ...market, side: 'sell', quantity: 500 })
  must({ ...order, ...market, kind: 'limit', timeInForce: 'GTC', price, side: 'sell', quantity: 500 })
  must({ ...order, ...market, holder: 33, side: 'buy', quantity: 500 })
  for (const [from, to] of [
    ['coin', 'contract'],
    ['coin', 'option'],
  ] as const) {
    must({ type: 'transfer', holder: 32, from, to, amount: 5_000_000n, fault: '' })
  }
  must({ type: 'askConversion', holder: 32, source: 'USDT', target: 'BTC', amount: 10_000_000n, fault: '' })
  must({ type: 'acceptConversion', holder: 32, quote: 1 })
  must({ type: 'resetDemo', holder: 32 })
  return events
}

// who stands on the other side of a user's entry: the entries of one fact that cancel each other out
function otherOf(entry: Entry, entries: readonly Entry[]): Flow['other'][number] {
  const partner = entries.find(({ currency, amount }) => currency === entry.currency && amount === -entry.amount)
  if (partner === undefined) throw new Error('an entry without another side')
  if (partner.holder === entry.holder) return 'own'
  return houseOf(partner.holder)?.account ?? 'user'
}

function posted(): string[] {
  const lines = everyFact().flatMap((event) => {
    const entries = movesOf(event).filter((move) => move.kind === 'entry')
    return entries
      .filter(({ holder }) => holder >= userHolderMin)
      .map((entry) => `${event.type} ${entry.category} ${entry.account} ${otherOf(entry, entries)}`)
  })
  return [...new Set(lines)].toSorted()
}

describe('the table of flows', () => {
  it('is what the facts post, line by line', () => {
    const table = flows.flatMap(({ facts, category, account, other }) =>
      facts.flatMap((fact) => other.map((side) => `${fact} ${category} ${account} ${side}`)),
    )
    expect(posted()).toEqual(table.toSorted())
  })

  it('uses every category, and no line twice', () => {
    expect(new Set(flows.map(({ category }) => category))).toEqual(new Set(categories))
    const keys = flows.map(({ flow, category, account }) => `${flow} ${category} ${account}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('stands in the docs as it stands here', async () => {
    const rows = flows.map(({ flow, category, account, other, facts }) => [
      flow.replaceAll('_', ' '),
      `\`${category}\``,
      account,
      other
        .map((side) => (side === 'own' ? 'own account' : side === 'user' ? 'another user' : `\`${side}\``))
        .join(', '),
      facts.map((fact) => `\`${fact}\``).join(', ') || 'not built yet',
    ])
    const table = [['Flow', 'Category', 'Account', 'Against', 'Posted by'], ...rows].map(
      (row) => `| ${row.join(' | ')} |`,
    )
    table.splice(1, 0, '|---|---|---|---|---|')
    const page = [
      '# Ledger flows',
      '',
      'Each entry of a user bears one of the 37 categories. Which flow posts which, on which of the user’s accounts, and who',
      'stands on the other side: a house account in code letters, the other user of a trade, or an account of the same user.',
      'Written from `packages/core/ledger/flows.ts` by `npx vitest run packages/core/ledger/flows.test.ts -u`; each run of the',
      'tests holds the table against what the facts of the journal really post.',
      '',
      ...table,
      '',
    ].join('\n')
    await expect(page).toMatchFileSnapshot('../../../docs/reference/ledger-flows.md')
  })
})
