import { fillsPerTickMax } from '@truemark/core/book/budget'
import { accountOf, admitPosition } from '@truemark/core/derivative/keep'
import { afterCrossing } from '@truemark/core/liquidation/steps'
import { sense } from '@truemark/core/spot/tick'
import { sums } from '@truemark/core/query'
import { DerivativeMarket, holderMin, startTenths, symbolCount } from './derivativeMarket.ts'
import { RandomWalk } from './randomWalk.ts'
import { report, target } from './report.ts'
import { median } from './statistics.ts'

const tickets = 1_000_000
const perSymbol = tickets / symbolCount
const fires = 100
const lots = 10
const quoteUnitsPerLotTenth = 10n
/** The stop-losses of the tickets that fire lie here, those of all others lower; in ticks. */
const firingStop = 95_000
const quietTicks = 2_000_000
/** How many times more the structures alone are asked. */
const quietRepeats = 10

/** What a scan looks through: of each ticket of a symbol, the nearest price below and above that fires anything. */
interface Scanned {
  readonly below: Float64Array
  readonly above: Float64Array
}

/** A million tickets as the core keeps them, and the same for the scan. */
function openTickets(market: DerivativeMarket): Scanned[] {
  const { derivative, venue } = market.state
  const cost = BigInt(lots) * BigInt(startTenths) * quoteUnitsPerLotTenth
  const margin = cost / 2n
  const scanned: Scanned[] = []
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    const below = new Float64Array(perSymbol)
    const above = new Float64Array(perSymbol)
    for (let at = 0; at < perSymbol; at++) {
      // ten tickets a holder, one in each symbol
      const holder = holderMin + at
      const id = derivative.nextOrder++
      const stopLoss = at % (perSymbol / fires) === 0 ? firingStop : firingStop - 1_000 - ((at * 7_919) % 20_000)
      const takeProfit = 110_000 + ((at * 104_729) % 50_000)
      venue.ledger.apply([
        {
          kind: 'hold',
          holder,
          account: 'contract',
          currency: 0,
          amount: margin,
          hold: 'isolated_margin',
          category: 'contract_order',
        },
      ])
      admitPosition(derivative, accountOf(derivative, venue, holder), {
        id,
        holder,
        listing: symbol,
        kind: 'ticket',
        side: 'long',
        lots,
        cost,
        margin,
        multiple: 2,
        bracketVersion: 1,
        stopLoss,
        takeProfit,
        triggered: 'none',
        feePaid: 0n,
        realised: 0n,
        funding: 0n,
        lotsClosed: 0,
        proceeds: 0n,
        openedAt: market.now,
        updatedAt: market.now,
        origin: null,
      })
      below[at] = stopLoss * 10
      above[at] = takeProfit * 10
    }
    derivative.house.demo[symbol] = { side: 'short', lots: lots * perSymbol, cost: cost * BigInt(perSymbol) }
    scanned.push({ below, above })
  }
  return scanned
}

function scan(of: Scanned | undefined, mark = startTenths): number[] {
  const found: number[] = []
  if (!of) return found
  const { below, above } = of
  for (let at = 0; at < below.length; at++) {
    if ((below[at] ?? 0) >= mark || (above[at] ?? Infinity) <= mark) found.push(at)
  }
  return found
}

// marks that stay within 2 % of the start
function drawMarks(count: number): Float64Array {
  const walk = new RandomWalk(11)
  return Float64Array.from({ length: count }, () => startTenths - 20_000 + walk.below(40_000))
}

// of the processor's time, since others may have the machine too; the collector's threads count in it, so it is not
// asked to work just before
function nanoseconds(count: number, work: () => void): number {
  const began = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(began)
  return ((user + system) * 1_000) / count
}

const market = new DerivativeMarket(1_000_000_000, 1_000_000_000_000n)
const { derivative, venue, watch } = market.state
for (let at = 0; at < perSymbol; at++) {
  const holder = holderMin + at
  market.must({ type: 'openHolder', holder, realm: 'demo', country: '' })
  market.give(holder, 'contract', 10_000_000_000n)
}
const scanned = openTickets(market)
const began = performance.now()
market.quote(0, startTenths)
const builtMs = performance.now() - began
for (let symbol = 1; symbol < symbolCount; symbol++) market.quote(symbol, startTenths)
if (watch.size !== tickets) throw new Error(`${watch.size} tickets are watched`)

const marks = drawMarks(quietTicks)
const quiet: number[] = []
const whole: number[] = []
const scans: number[] = []
for (let round = 0; round < 5; round++) {
  let fired = 0
  quiet.push(
    nanoseconds(quietTicks * quietRepeats, () => {
      for (let repeat = 0; repeat < quietRepeats; repeat++) {
        for (let at = 0; at < quietTicks; at++) {
          if (!watch.market('demo', at % symbolCount).isQuiet(marks[at] ?? 0)) fired++
        }
      }
    }),
  )
  whole.push(
    nanoseconds(quietTicks, () => {
      for (let at = 0; at < quietTicks; at++) {
        const tick = {
          state: derivative,
          venue,
          listing: at % symbolCount,
          budget: { fills: fillsPerTickMax },
          now: market.now,
        }
        for (const _ of afterCrossing(tick, watch)) fired++
      }
    }),
  )
  scans.push(
    nanoseconds(200, () => {
      for (let at = 0; at < 200; at++) fired += scan(scanned[at % symbolCount], marks[at]).length
    }),
  )
  if (fired !== 0) throw new Error(`${fired} fired on quiet ticks`)
}

const tick = { dispersionTenths: 0, sources: 4, kind: 'simulated' } as const
const taking: number[] = []
const closing: number[] = []
const scanning: number[] = []
for (let symbol = 0; symbol < symbolCount; symbol++) {
  const mark = firingStop * 10
  let found = 0
  scanning.push(nanoseconds(1, () => (found = scan(scanned[symbol], mark).length)))
  market.now += 250
  let events: ReturnType<DerivativeMarket['quote']> = []
  if (symbol % 2 === 0) {
    closing.push(nanoseconds(1, () => (events = market.quote(symbol, mark))))
    const fired = events.filter(({ type }) => type === 'positionTriggered').length
    if (fired !== fires || found !== fires) throw new Error(`${fired} and ${found} fired instead of ${fires}`)
    continue
  }
  sense(venue, { ...tick, listing: symbol, indexTenths: mark, time: market.now }, market.now)
  taking.push(
    nanoseconds(1, () => {
      const taken = watch.takeTargets(derivative, venue, 'demo', symbol, 1_000)
      if (taken.length !== fires) throw new Error(`${taken.length} were taken instead of ${fires}`)
    }),
  )
}
for (const { realm, currency, posted, frozen, held } of sums(market.state).sums) {
  if (posted !== 0n || frozen !== held)
    throw new Error(`${realm} ${currency} does not stand: ${posted} ${frozen} ${held}`)
}

report(`ticks over ${tickets.toLocaleString('en')} open tickets on ${symbolCount} symbols`, {
  'nothing fires, ns in the ordered structures': median(quiet),
  'nothing fires, ns with all steps after the crossing': median(whole),
  'nothing fires, ns by a scan of the symbol in typed arrays': median(scans),
  [`${fires} fire, µs to find and order them`]: median(taking) / 1_000,
  [`${fires} fire, µs by a scan`]: median(scanning) / 1_000,
  [`${fires} fire, µs with all of them closed in the book`]: median(closing) / 1_000,
  'building the structures after a restart, ms': builtMs,
})
target('nothing fires: the scan to the structures', median(scans) / median(quiet), { min: 1_000 })
