import type { ListingTerms } from '@truemark/core/book/listing'
import type { DerivativeTerms } from '@truemark/core/derivative/terms'
import { execute } from '@truemark/core/exchange'
import { houseHolder, type HolderId } from '@truemark/core/ledger/holders'
import { createState, type State } from '@truemark/core/state'
import type { Command, Event } from '@truemark/core/vocabulary'

export const symbolCount = 10
/** Every symbol starts here: 10 000.0, in tenths of a tick. */
export const startTenths = 1_000_000
export const startTime = 1_700_000_000_000
export const holderMin = 32

const unit = 1_000_000n

const noLadder = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }

function listingTerms(symbol: number): ListingTerms {
  return {
    code: `C${symbol}USDT`,
    base: symbol + 1,
    quote: 0,
    priceDecimals: 1,
    quantityDecimals: 5,
    priceMax: 100_000_000,
    quantityMax: 10_000_000_000,
    notionalMinExclusive: 1_000_000,
    feeRateMaker: 1_000_000,
    feeRateTaker: 1_000_000,
    collarRate: 50_000_000,
    ladder: noLadder,
    sessions: [],
    halt: 'trading',
    haltReason: '',
    spot: true,
  }
}

/** Lots of 0.1; the house stands a hundredth of a per cent away, with `levelLots` on each of ten levels. */
function derivativeTerms(levelLots: number): DerivativeTerms {
  return {
    contractSize: 10_000_000,
    multiples: [1, 2, 3, 5, 10, 20, 50, 100],
    brackets: [
      { floor: 0n, maintenanceRate: 4_000_000, multipleMax: 100 },
      { floor: 50_000n * unit, maintenanceRate: 5_000_000, multipleMax: 50 },
      { floor: 250_000n * unit, maintenanceRate: 10_000_000, multipleMax: 20 },
      { floor: 1_000_000n * unit, maintenanceRate: 25_000_000, multipleMax: 10 },
    ],
    feeRateContract: 500_000,
    feeRatePerpetualMaker: 200_000,
    feeRatePerpetualTaker: 500_000,
    limitRateMax: 20_000_000,
    fundingInterestRate: 100_000,
    fundingDampRateMax: 500_000,
    fundingImpactNotional: 10_000n * unit,
    openInterestUserMax: 70_000_000_000n * unit,
    openInterestMax: 70_000_000_000n * unit,
    ladder: {
      levels: 10,
      halfSpreadRate: 100_000,
      gapRate: 100_000,
      levelQuantity: levelLots,
      refillPerSecond: levelLots,
      positionMax: 4_000_000_000_000,
    },
    insuranceFloor: 0n,
    houseDebtMax: 70_000_000_000n * unit,
    contractOn: true,
    perpetualOn: true,
  }
}

/** An exchange in memory with ten symbols of contracts and perpetuals, driven by commands. */
export class DerivativeMarket {
  readonly state: State = createState()
  now = startTime

  constructor(levelLots: number, insurance: bigint) {
    this.must({ type: 'listCurrency', code: 'USDT', scale: 6 })
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      this.must({ type: 'listCurrency', code: `C${symbol}`, scale: 8 })
      this.must({ type: 'listSymbol', terms: listingTerms(symbol) })
      this.must({ type: 'configureDerivative', listing: symbol, terms: derivativeTerms(levelLots) })
    }
    this.give(houseHolder('demo', 'insurance'), 'coin', insurance)
    for (let symbol = 0; symbol < symbolCount; symbol++) this.quote(symbol, startTenths)
  }

  must(command: Command): readonly Event[] {
    const outcome = execute(this.state, { key: null, command }, this.now)
    if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.rejection.reason}`)
    return outcome.events
  }

  /** Gives an account the stated units of USDT from outside. */
  give(holder: HolderId, account: 'coin' | 'contract', amount: bigint): void {
    const entry = { kind: 'entry', currency: 0, category: 'deposit' } as const
    this.state.venue.ledger.apply([
      { ...entry, account: 'coin', holder: houseHolder('demo', 'external'), amount: -amount },
      { ...entry, account, holder, amount },
    ])
  }

  /** One tick of a symbol, with all commands in which it goes on; gives its events. */
  quote(symbol: number, indexTenths: number): Event[] {
    const command = {
      type: 'quote',
      listing: symbol,
      time: this.now,
      indexTenths,
      dispersionTenths: 0,
      sources: 4,
      kind: 'simulated',
    } as const
    const events: Event[] = []
    for (;;) {
      const outcome = execute(this.state, { key: null, command }, this.now)
      if (!outcome.ok) throw new Error(`a tick was refused: ${outcome.rejection.reason}`)
      for (const event of outcome.events) events.push(event)
      if (outcome.answer.type !== 'tick' || !outcome.answer.more) return events
    }
  }
}
