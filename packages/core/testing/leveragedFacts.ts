import type { Command, Event } from '../vocabulary.ts'
import { MarginFixture } from './marginFixture.ts'

const none = { stopLoss: null, takeProfit: null, fault: '' }
const dora = 35

/** Facts of every kind by which contracts and perpetuals move money, between users and against the house. */
export function leveragedFacts(): Event[] {
  return [...crossFacts(), ...ownMarginFacts(), ...lossFacts()]
}

class Recorder extends MarginFixture {
  readonly facts: Event[] = []

  override must(command: Command): readonly Event[] {
    const events = super.must(command)
    // the first commands run while the fixture is being made
    this.facts?.push(...events)
    return events
  }

  override tickNow(indexTenths: number, listing = 0): readonly Event[] {
    const events = super.tickNow(indexTenths, listing)
    this.facts.push(...events)
    return events
  }

  /** Samples the index up to the next stamp of funding. */
  stamp(): void {
    const due = Math.ceil((this.now + 1) / fundingMs) * fundingMs
    for (const stamp of [due - 1_000, due]) {
      this.now = stamp
      this.tickNow(1_000_500)
      const samples = [{ listing: 0, indexTenths: 1_000_500, sources: 4, fresh: true }]
      this.must({ type: 'sampleIndex', stamp, kind: 'simulated', samples })
    }
  }
}

const fundingMs = 8 * 3_600_000

function begin(): Recorder {
  const fixture = new Recorder()
  fixture.list('ETH')
  fixture.tickNow(1_000_000)
  fixture.tickNow(1_000_000, 1)
  for (const holder of [32, 33]) fixture.trader(holder, 20_000)
  return fixture
}

const order = {
  type: 'placePerpetualOrder',
  symbol: 'BTCUSDT',
  kind: 'limit',
  timeInForce: 'GTC',
  reduceOnly: false,
} as const

// a cross account that rests, cancels, opens, closes, is stopped out and takes its profit, over a stamp of funding
function crossFacts(): Event[] {
  const fixture = begin()
  for (const side of ['buy', 'sell'] as const) {
    const price = side === 'buy' ? 99_000 : 101_000
    const other = side === 'buy' ? 'sell' : 'buy'
    fixture.must({ ...order, holder: 32, side, price, lots: 100, ...none })
    fixture.must({ type: 'cancelAllPerpetualOrders', holder: 32, symbol: '' })
    fixture.must({ ...order, holder: 32, side, price: 100_000, lots: 100, ...none })
    fixture.must({ ...order, holder: 33, side: other, price: 100_000, lots: 100, ...none })
    fixture.must({ type: 'closeAllPerpetual', holder: 32, symbol: '' })
    fixture.must({ type: 'closeAllPerpetual', holder: 33, symbol: '' })
  }
  for (const [stopLoss, takeProfit, to] of [
    [99_000, null, 989_000],
    [null, 101_000, 1_011_000],
  ] as const) {
    fixture.must({
      ...order,
      holder: 32,
      kind: 'market',
      side: 'buy',
      price: 0,
      lots: 100,
      ...none,
      stopLoss,
      takeProfit,
    })
    fixture.tick(to)
    fixture.tick(1_000_000)
  }
  return fixture.facts
}

// a ticket and an isolated position: ordered, cancelled, filled, given more margin, closed, and left to a reset
function ownMarginFacts(): Event[] {
  const fixture = begin()
  fixture.setPerpetual(32, 'isolated', 10)
  const ticket = { ...order, type: 'placeContractOrder', multiple: 10 } as const
  const { reduceOnly: _, ...contract } = ticket
  for (const price of [99_000, 100_020]) {
    fixture.must({ ...contract, holder: 32, side: 'buy', price, lots: 100, ...none })
    fixture.must({ ...order, holder: 32, side: 'buy', price, lots: 100, ...none })
    fixture.must({ type: 'cancelAllContractOrders', holder: 32, symbol: '' })
    fixture.must({ type: 'cancelAllPerpetualOrders', holder: 32, symbol: '' })
  }
  for (const position of fixture.account(32).positions.values()) {
    const { id, kind } = position
    const amount = 1_000_000n
    if (kind === 'ticket') fixture.must({ type: 'addContractMargin', holder: 32, order: id, amount, fault: '' })
    else fixture.must({ type: 'addPerpetualMargin', holder: 32, position: id, amount, fault: '' })
    const lots = 50
    if (kind === 'ticket') fixture.must({ type: 'closeContract', holder: 32, order: id, lots, fault: '' })
    else fixture.must({ type: 'closePerpetual', holder: 32, position: id, lots, fault: '' })
  }
  fixture.tick(1_000_500)
  fixture.stamp()
  fixture.must({ type: 'resetDemo', holder: 32 })
  return fixture.facts
}

// cross accounts: the loss of one is more than it holds and realises its other profit, another holds anew what it needs
function lossFacts(): Event[] {
  return [330, 400].flatMap((usdt) => {
    const fixture = begin()
    fixture.trader(dora, usdt)
    for (const [side, symbol] of [
      ['buy', 'BTCUSDT'],
      ['sell', 'ETHUSDT'],
    ] as const) {
      fixture.setPerpetual(dora, 'cross', 20, symbol)
      fixture.must({ ...order, kind: 'market', holder: dora, side, symbol, price: 0, lots: 300, ...none })
    }
    for (const listing of [0, 1]) fixture.tick(1_110_000, listing)
    const short = fixture.account(dora).perpetual.get(1)?.id ?? 0
    fixture.must({ type: 'closePerpetual', holder: dora, position: short, lots: 0, fault: '' })
    fixture.must({ type: 'transfer', holder: dora, from: 'coin', to: 'contract', amount: 1_000_000n, fault: '' })
    fixture.tick(1_100_000)
    fixture.must({ type: 'resetDemo', holder: dora })
    return fixture.facts
  })
}
