import type { HolderId } from '../ledger/holders.ts'
import type { ListingTerms } from '../book/listing.ts'
import { openAgeMaxMs } from '../book/mark.ts'
import { execute } from '../exchange.ts'
import type { Outcome } from '../outcome.ts'
import type { Command, Event } from '../vocabulary.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { createState, type State } from '../state.ts'

/** Ladder terms of a house that stands aside, so that only users meet. */
export const noLadder = {
  levels: 0,
  halfSpreadRate: 0,
  gapRate: 0,
  levelQuantity: 0,
  refillPerSecond: 0,
  positionMax: 0,
}

/** Terms of a BTCUSDT market with a tick of 0.1 and a step of 0.00001. */
export const btcTerms: ListingTerms = {
  code: 'BTCUSDT',
  base: 1,
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

/** A small exchange that a test drives by commands; time advances only where the test says so. */
export class Fixture {
  state: State = createState()
  now = 1_700_000_000_000

  constructor(terms: ListingTerms = btcTerms) {
    this.must({ type: 'listCurrency', code: 'USDT', scale: 6 })
    this.must({ type: 'listCurrency', code: 'BTC', scale: 8 })
    this.must({ type: 'listSymbol', terms })
    this.must({ type: 'tellRealMoney', unmet: [] })
    this.quote(1_000_000)
  }

  /** Whether a live market goes on saying what it said last while time passes, so that real money stays open. */
  goesOn = false

  run(command: Command): Outcome {
    const mark = this.state.venue.marks.of(0)
    if (
      mark &&
      this.goesOn &&
      mark.kind === 'live' &&
      command.type !== 'quote' &&
      this.now - mark.time > openAgeMaxMs
    ) {
      this.must({ type: 'quote', listing: 0, ...mark, time: this.now })
    }
    return execute(this.state, { key: null, command }, this.now)
  }

  /** Comes back from its own bytes; what is ambient is told again, as a server does when it starts. */
  restart(): void {
    const { marks, unmetTold } = this.state.venue
    const mark = marks.of(0)
    this.state = decodeState(encodeState(this.state))
    this.must({ type: 'tellRealMoney', unmet: unmetTold })
    if (mark && this.goesOn) this.must({ type: 'quote', listing: 0, ...mark, time: this.now })
  }

  /** Runs a command that must be accepted; gives its events. */
  must(command: Command): readonly Event[] {
    const outcome = this.run(command)
    if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.rejection.reason}`)
    return outcome.events
  }

  /** Runs a command that must be refused; gives its reason. */
  refused(command: Command): string {
    const outcome = this.run(command)
    if (outcome.ok) throw new Error(`${command.type} was accepted`)
    return outcome.rejection.reason
  }

  /** Starts anew from a snapshot; the market has blown nothing in yet. */
  reload(): void {
    this.state = decodeState(encodeState(this.state))
  }

  /** A tick at an index in tenths of a tick. */
  quote(indexTenths: number, sources = 4): readonly Event[] {
    return this.must({
      type: 'quote',
      listing: 0,
      time: this.now,
      indexTenths,
      dispersionTenths: 0,
      sources,
      kind: 'simulated',
    })
  }

  /** Opens a demo holder with its 100 000 USDT. */
  demo<H extends HolderId>(holder: H): H {
    this.must({ type: 'openHolder', holder, realm: 'demo', country: '' })
    return holder
  }

  /** Gives a demo holder coins by way of the ledger, from the outside world. */
  give(holder: HolderId, currency: number, amount: bigint): void {
    const entry = { kind: 'entry', account: 'coin', currency, category: 'deposit' } as const
    this.state.venue.ledger.apply([
      { ...entry, holder: 16, amount: -amount },
      { ...entry, holder, amount },
    ])
  }

  place(
    holder: HolderId,
    side: 'buy' | 'sell',
    price: number,
    quantity: number,
    more: Partial<Command & { type: 'placeSpotOrder' }> = {},
  ): Outcome {
    return this.run({
      type: 'placeSpotOrder',
      holder,
      symbol: 'BTCUSDT',
      side,
      kind: 'limit',
      timeInForce: 'GTC',
      price,
      quantity,
      budget: 0n,
      fault: '',
      ...more,
    })
  }

  /** The id of an order that must be accepted. */
  placed(...args: Parameters<Fixture['place']>): number {
    const outcome = this.place(...args)
    if (!outcome.ok) throw new Error(`refused: ${outcome.rejection.reason}`)
    if (outcome.answer.type !== 'order') throw new Error('no order in the answer')
    return outcome.answer.view.order
  }

  available(holder: HolderId, currency: number): bigint {
    return this.state.venue.ledger.available(holder, 'coin', currency)
  }

  frozen(holder: HolderId, currency: number): bigint {
    return this.state.venue.ledger.frozen(holder, 'coin', currency)
  }
}
