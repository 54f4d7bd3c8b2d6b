import type { HolderId } from '../ledger/holders.ts'
import type { PriceKind } from '../book/mark.ts'
import type { Outcome } from '../outcome.ts'
import type { IeoTerms } from '../ieo/terms.ts'
import type { InvestTerms } from '../invest/terms.ts'
import type { MiningTerms } from '../mining/terms.ts'
import type { Command, Event } from '../vocabulary.ts'
import { investedOf } from '../query.ts'
import { Fixture } from './exchangeFixture.ts'

const dayMs = 86_400_000
const country = 'FR'
const bound = 2n ** 55n

interface Sampled {
  readonly sources?: number
  readonly kind?: PriceKind
  /** No sample of the symbol: only the second passes. */
  readonly absent?: boolean
}

/** An exchange whose real holders may use every wealth product, and whose pool may promise what it likes. */
export class WealthFixture extends Fixture {
  constructor(debtMax = bound) {
    super()
    for (const product of ['mining', 'invest', 'ieo'] as const) {
      this.must({ type: 'switchProduct', country, product, on: true })
    }
    for (const currency of [0, 1]) this.must({ type: 'boundPool', realm: 'real', currency, debtMax })
    this.hear(1_000_000)
    this.goesOn = true
  }

  /** A live tick at an index in tenths of a tick. */
  hear(indexTenths: number, kind: PriceKind = 'live'): void {
    const quote = { listing: 0, time: this.now, indexTenths, dispersionTenths: 0, sources: 4, kind }
    this.must({ type: 'quote', ...quote })
  }

  /** Opens a real holder with an approved name, and gives it USDT and BTC. */
  saver<H extends HolderId>(holder: H, usdt = 1_000_000_000_000n, btc = 10_000_000_000n): H {
    this.must({ type: 'openHolder', holder, realm: 'real', country })
    this.must({ type: 'setStanding', holder, disabled: false, realName: 'approved', country })
    for (const [currency, amount] of [usdt, btc].entries()) this.bring(holder, currency, amount)
    return holder
  }

  /** Gives a real holder, or a house account by its number, an amount from the outside world. */
  bring(holder: HolderId, currency: number, amount: bigint): void {
    const entry = { kind: 'entry', account: 'coin', currency, category: 'deposit' } as const
    this.state.venue.ledger.apply([
      { ...entry, holder: 0, amount: -amount },
      { ...entry, holder, amount },
    ])
  }

  /** Terms of a week at 36.5 %, which end a day and a week from now, at a whole second. */
  investTerms(more: Partial<InvestTerms> = {}): InvestTerms {
    const days = more.days ?? 7
    return {
      realm: 'real',
      listing: 0,
      direction: 'sell_high',
      referencePrice: 600_000,
      annualRate: 365_000_000,
      days,
      sharePrice: 10_000_000n,
      shares: 100,
      maturity: Math.ceil((this.now + (days + 1) * dayMs) / 1_000) * 1_000,
      text: 1,
      digest: 'd1',
      ...more,
    }
  }

  /** Publishes terms that must be taken; gives the product. */
  published(terms: InvestTerms): number {
    this.must({ type: 'publishInvest', terms })
    return this.state.invest.nextProduct - 1
  }

  buy(holder: HolderId, product: number, shares: number): Outcome {
    this.hear(1_000_000)
    return this.run({ type: 'buyInvest', holder, product, shares, fault: '' })
  }

  /** The id of a purchase that must be taken. */
  bought(holder: HolderId, product: number, shares: number): number {
    const outcome = this.buy(holder, product, shares)
    if (!outcome.ok) throw new Error(`refused: ${outcome.rejection.reason}`)
    if (outcome.answer.type !== 'invest') throw new Error('no investment in the answer')
    return outcome.answer.order.order
  }

  /** One second's sample at a moment that is ahead. */
  sampleAt(stamp: number, indexTenths: number, { sources = 4, kind = 'live', absent = false }: Sampled = {}) {
    this.now = stamp
    const samples = absent ? [] : [{ listing: 0, indexTenths, sources, fresh: true }]
    return this.must({ type: 'sampleIndex', stamp, kind, samples })
  }

  /** A sample each second after `from` up to `to`, at one index. */
  sampleAll(from: number, to: number, indexTenths: number, how: Sampled = {}): Event[] {
    const events: Event[] = []
    for (let stamp = from + 1_000; stamp <= to; stamp += 1_000) events.push(...this.sampleAt(stamp, indexTenths, how))
    return events
  }

  /** Terms of 1 000 passes of 1 BTC at 100 USDT, which are sold for a day from now on. */
  ieoTerms(more: Partial<IeoTerms> = {}): IeoTerms {
    return {
      realm: 'real',
      currency: 1,
      passQuantity: 100_000_000n,
      passPrice: 100_000_000n,
      supply: 1_000,
      applicationMin: 1,
      holderMax: 5_000,
      opensAt: this.now,
      closesAt: this.now + dayMs,
      marketAt: this.now + 2 * dayMs,
      text: 1,
      digest: 'd1',
      ...more,
    }
  }

  /** Launches terms that must be taken; gives the project. */
  launched(terms: IeoTerms): number {
    this.must({ type: 'launchIeo', terms })
    return this.state.ieo.nextProject - 1
  }

  /** Terms of five days of USDT at 0.3 % to 0.4 % a day, redeemed early at 2 %. */
  miningTerms(more: Partial<MiningTerms> = {}): MiningTerms {
    return {
      realm: 'real',
      currency: 0,
      days: 5,
      rateMin: 3_000_000,
      rateMax: 4_000_000,
      minimum: 100_000_000n,
      maximum: 50_000_000_000n,
      capacity: 100_000_000_000n,
      redemptionRate: 20_000_000,
      text: 1,
      digest: 'd1',
      ...more,
    }
  }

  /** Publishes a mining product that must be taken; gives its number. */
  mined(terms: MiningTerms): number {
    this.must({ type: 'publishMining', product: 0, terms })
    return this.state.mining.nextProduct - 1
  }

  lock(holder: HolderId, product: number, amount: bigint): Outcome {
    return this.run({ type: 'openMining', holder, product, amount, versionShown: null, fault: '' })
  }

  /** The id of an order of locked mining that must be taken. */
  locked(holder: HolderId, product: number, amount: bigint): number {
    const outcome = this.lock(holder, product, amount)
    if (!outcome.ok) throw new Error(`refused: ${outcome.rejection.reason}`)
    if (outcome.answer.type !== 'mining') throw new Error('no order in the answer')
    return outcome.answer.view?.order ?? 0
  }

  /** What a holder has put of a currency into products that have not paid yet. */
  invested(holder: HolderId, currency: number): bigint {
    const own = investedOf(this.state, holder).filter((one) => one.currency === currency)
    return own.reduce((sum, { amount }) => sum + amount, 0n)
  }

  /** Time comes to a moment without a sample. */
  passTo(stamp: number): readonly Event[] {
    this.now = stamp
    const command: Command = { type: 'sampleIndex', stamp, kind: 'live', samples: [] }
    return this.must(command)
  }
}
