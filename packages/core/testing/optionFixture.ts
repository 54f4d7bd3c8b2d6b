import type { HolderId } from '../ledger/holders.ts'
import type { PriceKind } from '../book/mark.ts'
import type { Outcome } from '../outcome.ts'
import type { Direction, OptionTerms } from '../option/terms.ts'
import type { Event } from '../vocabulary.ts'
import { btcTerms, Fixture } from './exchangeFixture.ts'

/** The terms that the product ships with. */
export const optionTerms: OptionTerms = {
  on: true,
  durations: [
    { seconds: 60, rate: 800_000_000 },
    { seconds: 180, rate: 820_000_000 },
    { seconds: 300, rate: 850_000_000 },
    { seconds: 900, rate: 870_000_000 },
    { seconds: 3_600, rate: 900_000_000 },
  ],
  stakeMin: 10_000_000n,
  stakeMax: 10_000_000_000n,
  exposureMax: 100_000_000_000n,
  poolDebtMax: 1_000_000_000_000n,
  tie: 'stake_returned',
}

interface Sampled {
  readonly fresh?: boolean
  readonly sources?: number
  readonly kind?: PriceKind
  /** No sample of the symbol: only the second passes. */
  readonly absent?: boolean
}

/** An exchange with options on BTCUSDT; its clock starts at a whole second. */
export class OptionFixture extends Fixture {
  constructor(terms: OptionTerms = optionTerms) {
    super(btcTerms)
    this.must({ type: 'configureOption', listing: 0, terms })
  }

  /** Opens a demo holder with 50 000 USDT in its option account. */
  better<H extends HolderId>(holder: H): H {
    this.demo(holder)
    this.must({ type: 'transfer', holder, from: 'coin', to: 'option', amount: 50_000_000_000n, fault: '' })
    return holder
  }

  option(holder: HolderId, direction: Direction, stake = 100_000_000n, seconds = 60): Outcome {
    if (this.now - (this.state.venue.marks.of(0)?.time ?? 0) > 1_000) this.quote(1_000_000)
    const order = { holder, symbol: 'BTCUSDT', direction, seconds, stake, rateShown: null, fault: '' } as const
    return this.run({ type: 'placeOption', ...order })
  }

  /** The id of an option that must be taken. */
  opened(...args: Parameters<OptionFixture['option']>): number {
    const outcome = this.option(...args)
    if (!outcome.ok) throw new Error(`refused: ${outcome.rejection.reason}`)
    if (outcome.answer.type !== 'option') throw new Error('no option in the answer')
    return outcome.answer.view.order
  }

  /** One second's sample at an index in tenths of a tick, `ahead` ms from now (whole seconds). */
  sample(indexTenths: number, ahead = 1_000, how: Sampled = {}): readonly Event[] {
    this.now += ahead
    const { fresh = true, sources = 4, kind = 'simulated', absent = false } = how
    const stamp = this.now - (this.now % 1_000)
    const samples = absent ? [] : [{ listing: 0, indexTenths, sources, fresh }]
    return this.must({ type: 'sampleIndex', stamp, kind, samples })
  }

  /** A second after another at one index, until `seconds` have passed. */
  pass(seconds: number, indexTenths: number, how: Sampled = {}): readonly Event[] {
    const events: Event[] = []
    for (let second = 0; second < seconds; second++) events.push(...this.sample(indexTenths, 1_000, how))
    return events
  }

  /** What a holder's option account has available and held. */
  stands(holder: HolderId): readonly [bigint, bigint] {
    const { ledger } = this.state.venue
    return [ledger.available(holder, 'option', 0), ledger.frozen(holder, 'option', 0)]
  }
}
