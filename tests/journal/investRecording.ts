import type { IeoTerms } from '@truemark/core/ieo/terms'
import { samplesMin, type InvestTerms } from '@truemark/core/invest/terms'
import type { Command } from '@truemark/core/vocabulary'
import type { Tape } from './leveragedRecording.ts'

const usdt = 1_000_000n
const dayMs = 86_400_000
const country = 'FR'
const [saver, other] = [60, 61]
const hands = { asker: 1, approver: 2 } as const

/** Investments and launches on the first market, of which each command here must be accepted. */
class Offers {
  readonly #tape: Tape
  readonly #index: number

  constructor(tape: Tape, index: number) {
    this.#tape = tape
    this.#index = index
  }

  must(command: Command): void {
    const quote = { listing: 0, time: this.#tape.now, indexTenths: this.#index, dispersionTenths: 0, sources: 4 }
    this.#tape.send({ type: 'quote', ...quote, kind: 'live' })
    this.#tape.commit()
    const { length } = this.#tape.rows
    this.#tape.send(command)
    this.#tape.commit()
    if (this.#tape.rows.length === length) throw new Error(`the recording's ${command.type} did nothing`)
  }

  open(): void {
    for (const product of ['invest', 'ieo'] as const) this.must({ type: 'switchProduct', country, product, on: true })
    for (const currency of [0, 1]) this.must({ type: 'boundPool', realm: 'real', currency, debtMax: 10n ** 14n })
    this.must({
      type: 'moveHouse',
      realm: 'real',
      from: 'external',
      to: 'treasury',
      currency: 0,
      amount: 10_000n * usdt,
      ...hands,
    })
    for (const holder of [saver, other]) {
      this.must({ type: 'openHolder', holder, realm: 'real', country })
      this.must({ type: 'setStanding', holder, disabled: false, realName: 'approved', country })
      this.must({ type: 'enterManually', holder, kind: 'deposit', currency: 0, amount: 5_000n * usdt, ...hands })
    }
  }

  /** Passes to a moment, and samples so many seconds up to it. */
  pass(to: number, samples: number): void {
    this.#tape.wait(Math.max(0, to - this.#tape.now))
    for (let left = samples; left >= 0; left -= 1) {
      const stamp = to - 1_000 * left
      const heard = samples === 0 ? [] : [{ listing: 0, indexTenths: this.#index + left, sources: 4, fresh: true }]
      this.#tape.send({ type: 'sampleIndex', stamp, kind: 'live', samples: heard })
    }
    this.#tape.commit()
  }

  investments(): void {
    const maturity = Math.ceil(this.#tape.now / 1_000) * 1_000 + 2 * dayMs
    const terms: InvestTerms = {
      realm: 'real',
      listing: 0,
      direction: 'buy_low',
      referencePrice: Math.floor(this.#index / 10),
      annualRate: 250_000_000,
      days: 1,
      sharePrice: 100n * usdt,
      shares: 10,
      maturity,
      text: 1,
      digest: 'recorded',
    }
    this.must({ type: 'publishInvest', terms })
    this.must({ type: 'publishInvest', terms: { ...terms, maturity: maturity + 10 * dayMs } })
    for (const product of [1, 2]) this.must({ type: 'buyInvest', holder: saver, product, shares: 2, fault: '' })
    this.must({ type: 'closeInvest', product: 2 })
    this.pass(maturity, samplesMin)
    this.pass(maturity + 18 * dayMs, 0)
  }

  launches(): void {
    const { now } = this.#tape
    const terms: IeoTerms = {
      realm: 'real',
      currency: 1,
      passQuantity: 1_000_000n,
      passPrice: 10n * usdt,
      supply: 50,
      applicationMin: 1,
      holderMax: 100,
      opensAt: now,
      closesAt: now + dayMs,
      marketAt: now + 2 * dayMs,
      text: 2,
      digest: 'recorded',
    }
    for (const project of [1, 2]) {
      this.must({ type: 'launchIeo', terms })
      for (const holder of [saver, other]) this.must({ type: 'subscribeIeo', holder, project, passes: 40, fault: '' })
    }
    this.must({ type: 'cancelIeo', project: 2 })
    this.pass(now + dayMs, 0)
    this.pass(now + 2 * dayMs, 0)
  }
}

/** Records every kind of fact of investments and launches; throws where a command does nothing. */
export function recordOffers(tape: Tape, index: number): void {
  const offers = new Offers(tape, index)
  tape.commit()
  offers.open()
  offers.investments()
  offers.launches()
}
