import type { ListingTerms } from '../book/listing.ts'
import type { DerivativeTerms } from '../derivative/terms.ts'
import { derivativeOf, type DerivativeAccount, type Position } from '../derivative/state.ts'
import { holderName, houseHolder, type HolderId, type HouseAccount } from '../ledger/holders.ts'
import type { Command, Event } from '../vocabulary.ts'
import { btcTerms, Fixture } from './exchangeFixture.ts'

const unit = 1_000_000n

/** A house that stands a hundredth of a per cent away from the index, with 100 lots on each of five levels. */
export const closeLadder = {
  levels: 5,
  halfSpreadRate: 100_000,
  gapRate: 100_000,
  levelQuantity: 10_000,
  refillPerSecond: 20_000,
  positionMax: 10_000_000,
}

/** Terms as they are shipped for BTC: lots of 0.1, brackets from 0.4 % up. */
export const btcDerivative: DerivativeTerms = {
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
  openInterestUserMax: 100_000_000n * unit,
  openInterestMax: 1_000_000_000n * unit,
  ladder: closeLadder,
  insuranceFloor: 0n,
  houseDebtMax: 1_000_000_000n * unit,
  contractOn: true,
  perpetualOn: true,
}

type Ask<T extends Command['type']> = Partial<Extract<Command, { type: T }>>

/** An exchange with one market of contracts and perpetuals, whose house has a seeded insurance fund. */
export class MarginFixture extends Fixture {
  constructor(terms: Partial<DerivativeTerms> = {}, listing: Partial<ListingTerms> = {}, insurance = 1_000_000n) {
    super({ ...btcTerms, ...listing })
    this.must({ type: 'configureDerivative', listing: 0, terms: { ...btcDerivative, ...terms } })
    this.provide(insurance * unit)
  }

  /** Puts an amount into the demo's insurance fund, from outside. */
  provide(amount: bigint): void {
    const entry = { kind: 'entry', account: 'coin', currency: 0, category: 'deposit' } as const
    this.state.venue.ledger.apply([
      { ...entry, holder: houseHolder('demo', 'external'), amount: -amount },
      { ...entry, holder: houseHolder('demo', 'insurance'), amount },
    ])
  }

  /** Opens a demo holder with the given USDT in its contract account. */
  trader<H extends HolderId>(holder: H, usdt: number): H {
    this.demo(holder)
    this.must({ type: 'transfer', holder, from: 'coin', to: 'contract', amount: BigInt(usdt) * unit, fault: '' })
    return holder
  }

  /** Lists another market with the same terms; gives its listing. */
  list(base: string): number {
    const { venue, derivative } = this.state
    this.must({ type: 'listCurrency', code: base, scale: 8 })
    const terms = { ...venue.listings[0], code: `${base}USDT`, base: venue.currencies.length - 1 }
    this.must({ type: 'listSymbol', terms })
    const listing = venue.listings.length - 1
    this.must({ type: 'configureDerivative', listing, terms: derivativeOf(derivative, 0) })
    return listing
  }

  /** Lets 250 ms pass and a market tick at an index in tenths of a tick. */
  tick(indexTenths: number, listing = 0): readonly Event[] {
    this.now += 250
    return this.tickNow(indexTenths, listing)
  }

  /** A tick without any time passing, in as many commands as it takes. */
  tickNow(indexTenths: number, listing = 0): readonly Event[] {
    const events: Event[] = []
    for (;;) {
      const outcome = this.run({
        type: 'quote',
        listing,
        time: this.now,
        indexTenths,
        dispersionTenths: 0,
        sources: 4,
        kind: 'simulated',
      })
      if (!outcome.ok) throw new Error(outcome.rejection.reason)
      events.push(...outcome.events)
      if (outcome.answer.type !== 'tick' || !outcome.answer.more) return events
    }
  }

  /** A market order of a contract; gives its ticket. */
  ticket(
    holder: HolderId,
    side: 'buy' | 'sell',
    lots: number,
    multiple: number,
    more: Ask<'placeContractOrder'> = {},
  ): number {
    const events = this.must({
      type: 'placeContractOrder',
      holder,
      symbol: 'BTCUSDT',
      side,
      kind: 'market',
      timeInForce: 'GTC',
      price: 0,
      lots,
      multiple,
      stopLoss: null,
      takeProfit: null,
      fault: '',
      ...more,
    })
    const accepted = events.find((event) => event.type === 'derivativeOrderAccepted')
    if (!accepted) throw new Error('no order')
    return accepted.order
  }

  setPerpetual(holder: HolderId, mode: 'cross' | 'isolated', multiple: number, symbol = 'BTCUSDT'): void {
    this.must({ type: 'setPerpetual', holder, symbol, mode, multiple, fault: '' })
  }

  /** A market order of a perpetual; gives its events. */
  perpetual(
    holder: HolderId,
    side: 'buy' | 'sell',
    lots: number,
    more: Ask<'placePerpetualOrder'> = {},
  ): readonly Event[] {
    return this.must({
      type: 'placePerpetualOrder',
      holder,
      symbol: 'BTCUSDT',
      side,
      kind: 'market',
      timeInForce: 'GTC',
      price: 0,
      lots,
      reduceOnly: false,
      stopLoss: null,
      takeProfit: null,
      fault: '',
      ...more,
    })
  }

  position(id: number): Position | undefined {
    return this.state.derivative.positions.get(id)
  }

  account(holder: HolderId): DerivativeAccount {
    const account = this.state.derivative.accounts.get(holder)
    if (!account) throw new Error(`holder ${holderName(holder)} has no derivatives`)
    return account
  }

  /** What the contract account is worth, in units of USDT. */
  worth(holder: HolderId): bigint {
    return this.state.venue.ledger.posted(holder, 'contract', 0)
  }

  /** What a house account of the demo stands at, in units of USDT. */
  house(account: HouseAccount): bigint {
    return this.state.venue.ledger.posted(houseHolder('demo', account), 'coin', 0)
  }
}
