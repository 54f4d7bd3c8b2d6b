import type { HolderId } from '../ledger/holders.ts'
import { sums } from '../query.ts'
import { closeLadder, MarginFixture } from './marginFixture.ts'
import type { Command, Event } from '../vocabulary.ts'

const usdt = 1_000_000n
const coin = 100_000_000n

const ladder = { ...closeLadder, levelQuantity: 1_000_000, positionMax: 10 ** 12, refillPerSecond: 10 ** 6 }

/** Real holders of France whose orders the house's levels reach. */
export class RealFixture extends MarginFixture {
  constructor(holders: readonly HolderId[]) {
    super({}, { ladder })
    for (const product of ['spot', 'contract', 'perpetual'] as const)
      this.must({ type: 'switchProduct', country: 'FR', product, on: true })
    this.#bring(2, 'coin', 1_000_000n * usdt)
    for (const holder of holders) this.real(holder, 'FR')
    this.hear(1_000_000)
  }

  /** Opens a holder with an approved name, a million on each account and a hundred coins. */
  real(holder: HolderId, country: string): void {
    this.must({ type: 'openHolder', holder, realm: 'real', country })
    this.must({ type: 'setStanding', holder, disabled: false, realName: 'approved', country })
    this.#bring(holder, 'coin', 1_000_000n * usdt)
    this.#bring(holder, 'coin', 100n * coin, 1)
    this.#bring(holder, 'contract', 1_000_000n * usdt)
  }

  #bring(holder: HolderId, account: 'coin' | 'contract', amount: bigint, currency = 0): void {
    const entry = { kind: 'entry', currency, category: 'deposit' } as const
    this.state.venue.ledger.apply([
      { ...entry, account: 'coin', holder: 0, amount: -amount },
      { ...entry, account, holder, amount },
    ])
  }

  /** A live tick of so many sources. */
  hear(indexTenths: number, sources = 4): readonly Event[] {
    this.now += 250
    const quote = { listing: 0, time: this.now, indexTenths, dispersionTenths: 0, sources, kind: 'live' } as const
    return this.must({ type: 'quote', ...quote })
  }

  /** The sample of the next second. */
  second(indexTenths: number): readonly Event[] {
    const stamp = (Math.floor(this.now / 1_000) + 1) * 1_000
    this.now = stamp
    const samples = [{ listing: 0, indexTenths, sources: 4, fresh: true }]
    return this.must({ type: 'sampleIndex', stamp, kind: 'live', samples })
  }

  /** A buy at 99 000 that rests, of each kind there is. */
  rest(holder: HolderId): void {
    for (const order of resting) this.must({ ...order, holder })
  }

  get balanced(): boolean {
    return sums(this.state).sums.every(({ posted, frozen, held }) => posted === 0n && frozen === held)
  }
}

const size = { symbol: 'BTCUSDT', side: 'buy', kind: 'limit', timeInForce: 'GTC', price: 99_000, fault: '' } as const
const aims = { stopLoss: null, takeProfit: null } as const
export const spotOrder = { type: 'placeSpotOrder', ...size, quantity: 1_000, budget: 0n } as const
export const contractOrder = { type: 'placeContractOrder', ...size, ...aims, lots: 100, multiple: 100 } as const
export const perpetualOrder = { type: 'placePerpetualOrder', ...size, ...aims, lots: 100, reduceOnly: false } as const
export const spotWaits = {
  type: 'placeSpotConditional',
  ...size,
  passing: 'fall',
  trigger: 98_950,
  quantity: 1_000,
  budget: 0n,
} as const
/** One of each kind that rests, without its holder. */
export const resting = [spotOrder, contractOrder, perpetualOrder, spotWaits] as const

/** Switches a product off for residents of France. */
export const off = (product: 'spot' | 'contract' | 'perpetual'): Command => ({
  type: 'switchProduct',
  country: 'FR',
  product,
  on: false,
})
