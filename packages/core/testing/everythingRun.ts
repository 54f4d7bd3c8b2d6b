import fc from 'fast-check'
import { usualPace, type Pace } from '../book/round.ts'
import { products } from '../capability/products.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { Outcome } from '../outcome.ts'
import { record } from '../record.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { createState } from '../state.ts'
import type { Command, Envelope } from '../vocabulary.ts'
import { Draw } from './draw.ts'
import { drawnRest, runOptions } from './drawnRest.ts'
import { drawnWallet } from './drawnWallet.ts'
import { drawnTrades } from './drawnTrades.ts'
import { btcTerms } from './exchangeFixture.ts'
import { btcDerivative } from './marginFixture.ts'

/** How a command of each kind there is is drawn: a kind that is missing here is an error of the types. */
const draws: { readonly [K in Command['type']]: (draw: Draw) => readonly Command[] } = {
  ...drawnTrades,
  ...drawnWallet,
  ...drawnRest,
}

const unit = 1_000_000n

// what happens more often than once in all kinds
const weights: { readonly [K in Command['type']]?: number } = {
  quote: 45,
  sampleIndex: 14,
  placeSpotOrder: 14,
  placePerpetualOrder: 18,
  placeContractOrder: 8,
  placeOption: 6,
  acceptConversion: 8,
  placeSpotConditional: 8,
  placeSpotPair: 6,
  placeSpotTrailing: 7,
  amendSpotOrder: 4,
  cancelSpotOrder: 2,
  cancelContractOrder: 2,
  closePerpetual: 2,
  closeContract: 2,
  decideDeposit: 2,
  creditDeposit: 2,
  amendContractOrder: 3,
  cancelIeo: 0.3,
  cancelWithdrawal: 0.5,
  holdWithdrawals: 0.1,
  askConversion: 4,
  transfer: 5,
  configureListing: 3,
  switchProduct: 1,
  configureDerivative: 2,
  haltListing: 0.6,
  suspendMarket: 0.4,
  suspendHolder: 0.6,
  releaseHolder: 0.5,
  resumeMarket: 0.7,
  settleDemo: 0.3,
  tellRealMoney: 1,
  sourcedQuote: 6,
  setStanding: 2,
  tagStaff: 0.6,
  cancelAllSpotOrders: 0.5,
  closeAllPerpetual: 0.5,
  closeAllContracts: 0.5,
  subscribeIeo: 4,
  buyInvest: 3,
  openMining: 3,
  rebuildOptionExit: 3,
  setContractTargets: 2,
  setPerpetualTargets: 2,
  addPerpetualMargin: 4,
  amendPerpetualOrder: 3,
  submitDeposit: 3,
  decideWithdrawal: 4,
  releaseWithdrawal: 2,
  reportPayout: 2,
}
const kinds = (Object.keys(draws) as Command['type'][]).flatMap((kind) =>
  Array<Command['type']>(Math.max(1, Math.round(3 * (weights[kind] ?? 1)))).fill(kind),
)

/** One act: of what kind, and the seed of what exactly. */
export const acts = (length: number): fc.Arbitrary<{ kind: Command['type'] | 'restart'; seed: number }[]> =>
  fc.array(
    fc.record({ kind: fc.constantFrom<Command['type'] | 'restart'>(...kinds, 'restart'), seed: fc.nat(2_000_000_000) }),
    { minLength: length, maxLength: length, size: 'max' },
  )

/** What was run at what engine time, and what came of it; null for a restart from a snapshot. */
export interface Step {
  readonly now: number
  readonly envelope: Envelope | null
  readonly outcome: Outcome | null
  /** The frame of its facts, as a journal keeps it. */
  readonly facts: Uint8Array
}

const ladder = {
  levels: 3,
  halfSpreadRate: 200_000,
  gapRate: 300_000,
  levelQuantity: 9_000,
  refillPerSecond: 4_000,
  positionMax: 10_000_000,
}

/** An exchange of two markets where real and demo holders use all that there is; it notes every step. */
export class EverythingRun {
  state = createState()
  now = 1_700_000_000_000
  readonly steps: Step[] = []
  readonly #marks = [1_000_000, 1_000_000]
  readonly #holders: readonly HolderId[]
  readonly #pace: Pace
  #keys = 0

  /** `pace`: how far a step of the round goes, which few holders would else be done with at once. */
  constructor(holders: readonly HolderId[], pace: Pace = usualPace) {
    this.#holders = holders
    this.#pace = pace
    this.state.venue.round.pace = pace
    this.#list()
    this.#fund()
    for (const [at, holder] of holders.entries()) this.#admit(holder, at % 5 < 3 ? 'real' : 'demo')
  }

  #list(): void {
    for (const [code, scale] of [
      ['USDT', 6],
      ['BTC', 8],
      ['ETH', 8],
    ] as const)
      this.#must({ type: 'listCurrency', code, scale })
    for (const [listing, code] of ['BTCUSDT', 'ETHUSDT'].entries()) {
      this.#must({ type: 'listSymbol', terms: { ...btcTerms, code, base: listing + 1, ladder } })
      this.#must({ type: 'configureDerivative', listing, terms: btcDerivative })
      this.#must({ type: 'configureOption', listing, terms: runOptions })
    }
    for (const product of products) this.#must({ type: 'switchProduct', country: 'FR', product, on: true })
    this.#must({ type: 'tellRealMoney', unmet: [] })
    this.#quote()
  }

  #quote(): void {
    for (const [listing, indexTenths] of this.#marks.entries()) {
      const quote = { time: this.now, indexTenths, dispersionTenths: 0, sources: 4, kind: 'live' } as const
      this.#must({ type: 'quote', listing, ...quote })
    }
  }

  #fund(): void {
    for (const realm of ['real', 'demo'] as const) {
      for (const to of ['insurance', 'wealthPool', 'treasury'] as const) {
        for (const currency of [0, 1, 2]) {
          const amount = 90_000_000n * unit
          this.#must({ type: 'moveHouse', realm, from: 'external', to, currency, amount, asker: 1, approver: 2 })
        }
      }
    }
    for (const currency of [0, 1]) this.#must({ type: 'boundPool', realm: 'real', currency, debtMax: 2n ** 50n })
  }

  #admit(holder: HolderId, realm: 'real' | 'demo'): void {
    this.#must({ type: 'openHolder', holder, realm, country: 'FR' })
    this.#must({ type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' })
    for (const [currency, amount] of [60_000n * unit, 900_000_000n, 900_000_000n].entries()) {
      const entry = { kind: 'deposit', currency, amount, asker: 1, approver: 2 } as const
      if (realm === 'real') this.#must({ type: 'enterManually', holder, ...entry })
    }
    this.#must({ type: 'transfer', holder, from: 'coin', to: 'contract', amount: 600n * unit, fault: '' })
    this.#must({ type: 'transfer', holder, from: 'coin', to: 'option', amount: 900n * unit, fault: '' })
    const [mode, multiple] = realm === 'demo' ? (['isolated', 20] as const) : (['cross', 50] as const)
    this.#must({ type: 'setPerpetual', holder, symbol: 'ETHUSDT', mode, multiple, fault: '' })
  }

  #must(command: Command): void {
    const outcome = this.#run(command)
    if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.rejection.reason}`)
  }

  // a tick goes on until its work is done
  #run(command: Command, key: Envelope['key'] = null): Outcome {
    const envelope = { key, command }
    for (;;) {
      const { outcome, facts } = record(this.state, envelope, this.now)
      this.steps.push({ now: this.now, envelope, outcome, facts })
      if (!outcome.ok || outcome.answer.type !== 'tick' || !outcome.answer.more) return outcome
    }
  }

  /** Does one act: mostly under a key, at times once more under the same. */
  do({ kind, seed }: { kind: Command['type'] | 'restart'; seed: number }): void {
    this.now += 250
    if (kind === 'restart') {
      this.state = decodeState(encodeState(this.state))
      this.state.venue.round.pace = this.#pace
      this.steps.push({ now: this.now, envelope: null, outcome: null, facts: new Uint8Array() })
      this.#run({ type: 'tellRealMoney', unmet: [] })
      this.#quote()
      return
    }
    const draw = new Draw(this.state, { now: this.now, holders: this.#holders, marks: this.#marks, seed })
    for (const command of draws[kind](draw)) {
      if (command.type === 'sampleIndex') this.now = Math.max(this.now, command.stamp)
      const isKeyed = 'holder' in command && draw.once(3)
      const key = isKeyed ? this.#key() : null
      this.#run(command, key)
      if (key && draw.once(4)) this.#run(command, key)
    }
  }

  #key(): Envelope['key'] {
    this.#keys += 1
    const time = this.now.toString(16).padStart(12, '0')
    const id = `${time}7000${(0x8000000000000000n + BigInt(this.#keys)).toString(16)}`
    return { route: 'POST /api/v3/spot/orders', id, digest: 'ab'.repeat(32) }
  }
}
