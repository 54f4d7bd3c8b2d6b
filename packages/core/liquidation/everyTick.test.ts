import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DerivativeAccount, Position } from '../derivative/state.ts'
import { bracketsOfVersion } from '../derivative/bracketVersions.ts'
import { holderName, houseOf, type HolderId, type Realm } from '../ledger/holders.ts'
import { sums } from '../query.ts'
import { leveragedActs, LeveragedRun, type Done } from '../testing/leveragedRun.ts'
import type { Event } from '../vocabulary.ts'

/** How many random runs: 1 500 in each test run; the long run sets LIQUIDATION_RUNS=100000. */
const runs = Number(process.env['LIQUIDATION_RUNS'] ?? 1_500)

// the rules once more, from the specification and not from the engine

/** Whether a market's mark may close a position of a realm now. */
function decides({ state, now }: LeveragedRun, realm: Realm, listing: number): boolean {
  const { time, sources, kind } = state.venue.marks[listing]
  const { halt, sessions } = state.venue.listings[listing]
  const heard = now - time <= 5_000 && sources >= (realm === 'real' ? 2 : 1)
  return heard && halt !== 'halted' && sessions.length === 0 && (realm === 'demo' || kind === 'live')
}

function lastMark({ state }: LeveragedRun, listing: number): bigint {
  return BigInt(state.venue.marks[listing].indexTenths || state.venue.lastSamples[listing])
}

/** mmr·N − cum of the holder's whole notional in the symbol, shared by lots and rounded up; 10 units a hundredth of a lot and tenth. */
function maintenanceOf(run: LeveragedRun, account: DerivativeAccount, position: Position): bigint {
  let whole = 0n
  for (const { listing, lots } of account.positions.values()) {
    if (listing === position.listing) whole += BigInt(lots)
  }
  const notional = whole * lastMark(run, position.listing) * 10n
  let scaled = 0n
  for (const { floor, maintenanceRate, cumulative } of bracketsOfVersion(run.state.derivative, position)) {
    if (floor === 0n || notional > floor) scaled = notional * BigInt(maintenanceRate) - cumulative * 1_000_000_000n
  }
  const [n, d] = [scaled * BigInt(position.lots), whole * 1_000_000_000n]
  return n % d === 0n ? n / d : n / d + 1n
}

function profitOf(run: LeveragedRun, { side, lots, cost, listing }: Position): bigint {
  const value = BigInt(lots) * lastMark(run, listing) * 10n
  return side === 'long' ? value - cost : cost - value
}

function availableOf({ state }: LeveragedRun, holder: HolderId): bigint {
  return state.venue.ledger.posted(holder, 'contract', 0) - state.venue.ledger.frozen(holder, 'contract', 0)
}

/** What a tick of a market must have dealt with and has not. */
function leftBelow(run: LeveragedRun, ticked: number): string[] {
  const found: string[] = []
  for (const account of run.accounts()) {
    const { holder, realm } = account
    let equity = availableOf(run, holder) + account.perpetualHold
    let maintenance = 0n
    const cross: Position[] = []
    for (const position of account.positions.values()) {
      if (lastMark(run, position.listing) === 0n) return found
      const [profit, kept] = [profitOf(run, position), maintenanceOf(run, account, position)]
      if (position.kind === 'cross') {
        equity += profit
        maintenance += kept
        cross.push(position)
      } else if (position.listing === ticked && decides(run, realm, ticked) && position.margin + profit < kept) {
        found.push(`${position.kind} ${position.id} has ${position.margin + profit} of ${kept}`)
      }
    }
    if (equity >= maintenance || !cross.some(({ listing }) => listing === ticked)) continue
    // just after a start an account waits until all its marks are heard
    const early = run.now - run.since <= 5_000
    if (early && cross.some(({ listing }) => run.state.venue.marks[listing].indexTenths === 0)) continue
    const may = cross.some(({ listing }) => run.ticked[realm].has(listing) && decides(run, realm, listing))
    if (may) found.push(`the account of ${holderName(holder)} has ${equity} of ${maintenance}`)
  }
  return found
}

/** What no event of any command may be. */
function wrongIn(run: LeveragedRun, events: readonly Event[]): string[] {
  const found: string[] = []
  const started = new Set<string>()
  for (const event of events) {
    if (event.type === 'liquidationStarted') {
      started.add(`${holderName(event.holder)} ${event.position}`)
      if (event.equity >= event.maintenance) found.push(`liquidated with ${event.equity} of ${event.maintenance}`)
      for (const { listing, indexTenths } of event.positions) {
        if (BigInt(indexTenths) !== lastMark(run, listing)) found.push(`liquidated at ${indexTenths}`)
      }
    } else if (event.type === 'positionTakenOver' && event.cause === 'bankruptcy') {
      const id = event.kind === 'cross' ? 0 : event.position
      if (!started.has(`${holderName(event.holder)} ${id}`)) found.push(`took over ${event.position} of nobody below`)
      if (!decides(run, event.realm, event.listing)) found.push(`took over by a mark that decides nothing`)
    } else if (event.type === 'derivativeTraded') {
      found.push(...wrongTrade(run, event, started))
    }
  }
  return found
}

function wrongTrade(
  run: LeveragedRun,
  event: Extract<Event, { type: 'derivativeTraded' }>,
  started: ReadonlySet<string>,
): string[] {
  const { state, now } = run
  const { taker, maker, realm, listing, price, takerSide } = event
  const found: string[] = []
  if (!decides(run, realm, listing)) found.push(`traded ${listing} by a mark that decides nothing`)
  if (taker.purpose === 'liquidation') {
    const id = taker.kind === 'cross' ? 0 : taker.closing
    if (!started.has(`${holderName(taker.holder)} ${id}`)) found.push(`closed ${taker.closing} of nobody below`)
  }
  for (const { holder, lotsOpened } of [maker, taker]) {
    const { perpetual } = state.derivative.accounts.get(holder) ?? {}
    if (lotsOpened === 0 || !perpetual) continue
    const shut = [...perpetual.values()].some((at) => at.kind === 'cross' && !decides(run, realm, at.listing))
    if (shut) found.push(`${holderName(holder)} opened with a position that nothing decides`)
  }
  const ladder = state.derivative.ladders[realm][listing]
  const fresh = now - state.venue.marks[listing].time <= 1_000
  if (houseOf(maker.holder)) {
    const shown = ladder[takerSide === 'buy' ? 'sell' : 'buy'].price
    if (!fresh || !shown.includes(price)) found.push(`the house made at ${price}, which it did not show`)
  } else if (houseOf(taker.holder)) {
    const [best] = ladder[takerSide].price
    const within = takerSide === 'buy' ? price <= best : price >= best
    if (!fresh || !within) found.push(`the house took at ${price}, beyond ${best}`)
  }
  return found
}

/** Each cross account holds the lesser of what it requires and what it has. */
function heldWrong(run: LeveragedRun): string[] {
  return run.accounts().flatMap(({ holder, perpetualHold, positions }) => {
    let required = 0n
    for (const { kind, cost, multiple } of positions.values()) {
      if (kind === 'cross') required += (cost + BigInt(multiple) - 1n) / BigInt(multiple)
    }
    const balance = availableOf(run, holder) + perpetualHold
    const right = required < balance ? required : balance
    return perpetualHold === right ? [] : [`${holderName(holder)} holds ${perpetualHold}, not ${right}`]
  })
}

/** What a run has reached, for which it is made: the events, and what is rare among them. */
function namesOf(run: LeveragedRun, event: Event): string[] {
  if (event.type === 'derivativeOrderClosed') return [event.type, event.reason]
  if (event.type === 'fundingPaid') return [`funding ${event.rate < 0 ? 'below' : 'above'} zero`]
  if (event.type !== 'liquidationStarted' || event.position > 0) return [event.type]
  const undecided = event.positions.some(({ listing }) => !decides(run, event.realm, listing))
  const by = decides(run, event.realm, event.listing) ? 'beside' : 'by'
  return undecided ? ['an account', `${by} an undecided mark`] : ['an account']
}

const rare = [
  'an account',
  'beside an undecided mark',
  'by an undecided mark',
  'positionTakenOver',
  'marginAdded',
  'margin_short',
  'marginHeld',
  'funding above zero',
  'demoReset',
]

describe('whatever happens to an account', () => {
  it(`no tick leaves it below its maintenance, and every event is as it may be, in ${runs} random runs`, () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(leveragedActs, (acts) => {
        const run = new LeveragedRun()
        const after = ({ events, ticked }: Done): void => {
          for (const event of events) for (const name of namesOf(run, event)) seen.set(name, (seen.get(name) ?? 0) + 1)
          const faults = [...wrongIn(run, events), ...heldWrong(run)]
          if (ticked !== null) {
            for (const realm of ['real', 'demo'] as const) {
              if (decides(run, realm, ticked)) run.ticked[realm].add(ticked)
              else run.ticked[realm].delete(ticked)
            }
            faults.push(...leftBelow(run, ticked))
          }
          if (faults.length > 0) throw new Error(faults.join('; '))
        }
        for (const act of acts) run.do(act, after)
        for (const { posted, frozen, held } of sums(run.state).sums) {
          if (posted !== 0n || frozen !== held) throw new Error(`the books are ${posted}, ${frozen} of ${held}`)
        }
      }),
      { numRuns: runs },
    )
    // the runs are worth something only where they reach what they are for
    for (const name of rare) {
      expect(seen.get(name) ?? 0, name).toBeGreaterThan(0)
    }
  }, 86_400_000)
})
