import { sums } from '@truemark/core/query'
import { holderName, houseHolder, type HolderId } from '@truemark/core/ledger/holders'
import { reckonCross } from '@truemark/core/liquidation/figures'
import type { Event } from '@truemark/core/vocabulary'
import { DerivativeMarket, holderMin, startTenths, symbolCount } from './derivativeMarket.ts'
import { RandomWalk } from './randomWalk.ts'
import { report } from './report.ts'
import { median, quantile } from './statistics.ts'

const accounts = 10_000
const positionsEach = 5
const ticks = 20
const fallRate = 0.05
const fund = 1_000_000_000_000n
const deposit = 5_000_000_000n
/** A hundredth of a lot is worth 10 USDT at the start. */
const usdtPerLot = 10

/** Cross accounts of 5 000 USDT with five longs each, from 3 to 30 times their equity together. */
function openAccounts(market: DerivativeMarket): void {
  const walk = new RandomWalk(5)
  for (let at = 0; at < accounts; at++) {
    const holder = holderMin + at
    market.must({ type: 'openHolder', holder, realm: 'demo', country: '' })
    market.give(holder, 'contract', deposit)
    const each = Math.floor(((3 + walk.below(2_700) / 100) * 5_000) / positionsEach / usdtPerLot)
    for (let position = 0; position < positionsEach; position++) {
      const symbol = `C${(at + 2 * position) % symbolCount}USDT`
      market.must({ type: 'setPerpetual', holder, symbol, mode: 'cross', multiple: 50, fault: '' })
      market.must({
        type: 'placePerpetualOrder',
        holder,
        symbol,
        side: 'buy',
        kind: 'market',
        timeInForce: 'GTC',
        price: 0,
        lots: each,
        reduceOnly: false,
        stopLoss: null,
        takeProfit: null,
        fault: '',
      })
    }
    // the house's levels come back with the next tick
    if (at % 100 !== 99) continue
    market.now += 250
    for (let symbol = 0; symbol < symbolCount; symbol++) market.quote(symbol, startTenths)
  }
}

function insuranceOf(market: DerivativeMarket): bigint {
  return market.state.venue.ledger.posted(houseHolder('demo', 'insurance'), 'coin', 0)
}

const market = new DerivativeMarket(1_000_000, fund)
openAccounts(market)
const { derivative, venue } = market.state
const opened = derivative.positions.size
const liquidated = new Set<HolderId>()
const tickMs: number[] = []
const fullMs: number[] = []
let tickCpu = 0
let fullCpu = 0
let trades = 0
let takeovers = 0
let started = 0

// the processor's seconds: others may have the machine too
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

function note(events: readonly Event[]): void {
  for (const event of events) {
    if (event.type === 'derivativeTraded') trades++
    if (event.type === 'positionTakenOver') takeovers++
    if (event.type !== 'liquidationStarted') continue
    started++
    liquidated.add(event.holder)
  }
}

for (let tick = 1; tick <= ticks; tick++) {
  market.now += 250
  const mark = Math.round(startTenths * (1 - (fallRate * tick) / ticks))
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    const began = performance.now()
    const cpuBegan = cpuSeconds()
    const events = market.quote(symbol, mark)
    tickMs.push(performance.now() - began)
    tickCpu += cpuSeconds() - cpuBegan
    note(events)
  }
  // what it would cost to reckon every account on each tick of each symbol
  const began = performance.now()
  const cpuBegan = cpuSeconds()
  for (const account of derivative.accounts.values()) {
    const reckoned = reckonCross(derivative, venue, account, market.now)
    if (!reckoned) throw new Error('a mark was never heard')
    if (reckoned.positions.length > 0 && reckoned.equity < reckoned.maintenance) {
      throw new Error(`holder ${holderName(account.holder)} was left below its maintenance`)
    }
  }
  fullMs.push(performance.now() - began)
  fullCpu += cpuSeconds() - cpuBegan
}

for (const { realm, currency, posted, frozen, held } of sums(market.state).sums) {
  if (posted !== 0n || frozen !== held)
    throw new Error(`${realm} ${currency} does not stand: ${posted} ${frozen} ${held}`)
}
for (let at = 0; at < accounts; at++) {
  if (venue.ledger.posted(holderMin + at, 'contract', 0) < 0n) throw new Error('an account stands below zero')
}

report(`a fall of ${fallRate * 100} % in ${ticks} ticks over ${accounts} cross accounts, ${opened} positions`, {
  'accounts liquidated': liquidated.size,
  'liquidations started': started,
  'fills in the book': trades,
  'positions taken over by the house': takeovers,
  'the insurance fund, change in USDT': Number((insuranceOf(market) - fund) / 1_000_000n),
  'all that is posted adds up to, in any currency': 0,
  'a tick of one symbol with all that it fires, ms, median': median(tickMs),
  'a tick of one symbol with all that it fires, ms, p99': quantile(tickMs, 0.99),
  'all 200 ticks, with all that they fire, seconds of the processor': tickCpu,
  'reckoning every account on one tick instead, ms': median(fullMs),
  'reckoning every account on all 200 instead, and nothing else, seconds of the processor': fullCpu * symbolCount,
})
