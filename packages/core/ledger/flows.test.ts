import { describe, expect, it } from 'vitest'
import { capabilities } from '../capabilities.ts'
import { movesOf } from '../moves.ts'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'
import { openForReal } from '../testing/walletRun.ts'
import { investFacts } from '../testing/investFacts.ts'
import { leveragedFacts } from '../testing/leveragedFacts.ts'
import { optionTerms } from '../testing/optionFixture.ts'
import type { Command, Event } from '../vocabulary.ts'
import { categories } from './categories.ts'
import { flows as shared, type Flow } from './flows.ts'
import { houseOf, isHouse } from './holders.ts'
import type { Entry } from './move.ts'

const flows: readonly Flow[] = [
  ...shared,
  ...Object.values(capabilities).flatMap((one: { readonly flows?: readonly Flow[] }) => one.flows ?? []),
]

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
  openOptions(must, fixture)
  must({ type: 'resetDemo', holder: 32 })
  openForReal(fixture)
  moveMoney(must)
  mine(must, fixture)
  return events
}

/** Options that are won, lost and void. */
function openOptions(must: (command: Command) => void, fixture: Fixture): void {
  must({ type: 'configureOption', listing: 0, terms: { ...optionTerms, stakeMin: 1_000n } })
  const option = { type: 'placeOption', holder: 32, symbol: 'BTCUSDT', seconds: 60, stake: 1_000_000n } as const
  const sample = (after: number, fresh: boolean, indexTenths: number): void => {
    fixture.now += after
    const samples = [{ listing: 0, indexTenths, sources: 4, fresh }]
    must({ type: 'sampleIndex', stamp: fixture.now, kind: 'simulated', samples })
  }
  must({ ...option, direction: 'up', rateShown: null, fault: '' })
  sample(2_000, true, 1_000_000)
  must({ ...option, direction: 'down', rateShown: null, fault: '' })
  sample(5_000, false, 1_000_000)
  sample(55_000, true, 1_000_001)
  fixture.quote(1_000_000)
}

/** Money in and out of a real account in every way. */
function moveMoney(must: (command: Command) => void): void {
  const holder = 40
  const by = { operator: 1, holder }
  must({ type: 'openHolder', holder, realm: 'real', country: 'FR' })
  must({ type: 'submitDeposit', holder, currency: 'USDT', amount: 100_000_000n, claim: 1, fault: '' })
  must({ type: 'decideDeposit', ...by, deposit: 1, received: 100_000_000n, reason: '', fault: '' })
  const ask = { type: 'submitWithdrawal', holder, currency: 'USDT', amount: 50_000_000n, method: 'address' } as const
  const decide = { type: 'decideWithdrawal', ...by } as const
  must({ ...ask, claim: 2, fault: '' })
  must({ type: 'cancelWithdrawal', holder, withdrawal: 1 })
  must({ ...ask, claim: 3, fault: '' })
  must({ ...decide, withdrawal: 2, act: 'reject', reason: 'payee_invalid' })
  must({ ...ask, claim: 4, fault: '' })
  must({ ...decide, withdrawal: 3, act: 'approve', reason: '' })
  must({ ...decide, withdrawal: 3, act: 'pay', reason: '' })
  const hands = { currency: 0, amount: 10_000_000n, asker: 1, approver: 2 } as const
  must({ type: 'moveHouse', realm: 'real', from: 'external', to: 'treasury', ...hands })
  must({ type: 'enterManually', holder, kind: 'deposit', ...hands })
  must({ type: 'enterManually', holder, kind: 'withdrawal', ...hands })
}

/** Locked mining that pays, ends, and is redeemed before. */
function mine(must: (command: Command) => void, fixture: Fixture): void {
  const holder = 41
  const country = 'FR'
  must({ type: 'openHolder', holder, realm: 'real', country })
  must({ type: 'setStanding', holder, disabled: false, realName: 'approved', country })
  must({ type: 'submitDeposit', holder, currency: 'USDT', amount: 900_000_000n, claim: 9, fault: '' })
  const decided = { operator: 1, deposit: 2, received: 900_000_000n, reason: '', fault: '' } as const
  must({ type: 'decideDeposit', holder, ...decided })
  must({ type: 'switchProduct', country, product: 'mining', on: true })
  must({ type: 'boundPool', realm: 'real', currency: 0, debtMax: 1_000_000_000n })
  const rates = { rateMin: 1_000_000, rateMax: 1_000_000, redemptionRate: 20_000_000 }
  const bounds = { minimum: 0n, maximum: 500_000_000n, capacity: 1_000_000_000n }
  const terms = { realm: 'real', currency: 0, days: 1, ...rates, ...bounds, text: 1, digest: 'd' } as const
  must({ type: 'publishMining', product: 0, terms })
  const lock = { type: 'openMining', holder, product: 1, amount: 200_000_000n, versionShown: 1, fault: '' } as const
  must(lock)
  must(lock)
  must({ type: 'redeemMining', holder, order: 2 })
  fixture.now += 2 * 86_400_000
  must({ type: 'sampleIndex', stamp: fixture.now, kind: 'simulated', samples: [] })
}

// who stands on the other side of a user's entry: the entries of one fact that cancel each other out
function otherOf(entry: Entry, entries: readonly Entry[]): Flow['other'][number] {
  const answers = ({ currency, amount }: Entry): boolean => currency === entry.currency && amount === -entry.amount
  // a pair stands side by side; two sides of a trade may well gain what the other loses
  const next = entries[entries.indexOf(entry) + 1]
  const exact = next && answers(next) ? next : entries.find(answers)
  // several holders of one fact may be answered by one entry of the house
  const partner = exact ?? entries.find(({ holder, amount }) => houseOf(holder) !== null && amount * entry.amount < 0n)
  if (partner === undefined) throw new Error('an entry without another side')
  if (partner.holder === entry.holder) return 'own'
  return houseOf(partner.holder)?.account ?? 'user'
}

function posted(): string[] {
  const lines = [...everyFact(), ...leveragedFacts(), ...investFacts()].flatMap((event) => {
    const moves = movesOf(event)
    const entries = moves.filter((move) => move.kind === 'entry')
    const holds = moves.filter((move) => move.kind === 'hold' && move.category !== undefined)
    return [
      ...holds.map(({ category, account }) => `${event.type} ${category} ${account} held`),
      ...entries
        .filter(({ holder }) => !isHouse(holder))
        .map((entry) => `${event.type} ${entry.category} ${entry.account} ${otherOf(entry, entries)}`),
    ]
  })
  return [...new Set(lines)].toSorted()
}

const wordOf: Partial<Record<Flow['other'][number], string>> = {
  own: 'own account',
  user: 'another user',
  held: 'its held part',
}

describe('the table of flows', () => {
  it('is what the facts post, line by line', () => {
    const table = flows.flatMap(({ facts, category, account, other }) =>
      facts.flatMap((fact) => other.map((side) => `${fact} ${category} ${account} ${side}`)),
    )
    expect(posted()).toEqual([...new Set(table)].toSorted())
  })

  it('uses every category, and no line twice', () => {
    expect(new Set(flows.map(({ category }) => category))).toEqual(new Set(categories))
    const keys = flows.map(({ flow, category, account, other }) => `${flow} ${category} ${account} ${other.join(' ')}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('stands in the docs as it stands here', async () => {
    const rows = flows.map(({ flow, category, account, other, facts }) => [
      flow.replaceAll('_', ' '),
      `\`${category}\``,
      account,
      other.map((side) => wordOf[side] ?? `\`${side}\``).join(', '),
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
      'stands on the other side: a house account in code letters, the other user of a trade, an account of the same user, or',
      'the held part of the same account.',
      'Written from `packages/core/ledger/flows.ts` and the capabilities by `npx vitest run packages/core/ledger/flows.test.ts -u`; each run of the',
      'tests holds the table against what the facts of the journal really post.',
      '',
      ...table,
      '',
    ].join('\n')
    await expect(page).toMatchFileSnapshot('../../../docs/reference/ledger-flows.md')
  })
})
