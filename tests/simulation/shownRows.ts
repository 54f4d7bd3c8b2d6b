import { type HolderId, holderName } from '@truemark/core/ledger/holders'
import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import type { JournalRow } from '../../apps/server/src/engine/journalRow.ts'
import { LedgerLines, accountPlaces } from './ledgerLines.ts'
import { type Table, rowOfKept } from './tables.ts'

const flags = { buy: 0, sell: 1 } as const

type Cells = Readonly<Record<string, number | bigint | boolean>>

/** What a user is shown, held against what was told and what the ledger holds; nothing is taken from the projections. */
export class ShownRows {
  readonly #table: (name: string) => Table
  readonly #ledger = new LedgerLines()
  readonly #counts = new Map<string, number>()

  constructor(table: (name: string) => Table) {
    this.#table = table
  }

  /** Hears a fact of the journal, in its order; gives what is wrong with what is shown of it. */
  take({ seq, time }: Pick<JournalRow, 'seq' | 'time'>, event: Event): Generator<string> {
    this.#ledger.take(seq, event)
    return this.#told(event, time)
  }

  /** What is wrong when all facts were heard; the state is what they come to. */
  *wrong(state: State): Generator<string> {
    for (const [name, count] of this.#counts) {
      const { size } = this.#table(name).rows
      if (size !== count) yield `${name} has ${size} rows, and ${count} were told`
    }
    yield* this.#ledger.wrong(this.#table, state)
  }

  *#told(event: Event, time: number): Generator<string> {
    switch (event.type) {
      case 'transferred': {
        const { transfer, holder, from, to, amount } = event
        const [fromPlace, toPlace] = [accountPlaces[from], accountPlaces[to]]
        yield* this.#has(
          'transfer',
          `${transfer} `,
          { from_account: fromPlace, to_account: toPlace, amount, time },
          holder,
        )
        return
      }
      case 'converted': {
        const { holder, source, target, sourceAmount, targetAmount, fee } = event
        const amounts = { source_amount: sourceAmount, target_amount: targetAmount, fee }
        yield* this.#has('conversion', `${event.conversion} `, { source, target, ...amounts, time }, holder)
        return
      }
      case 'fundingPaid':
        for (const { position, holder, amount } of event.lines) {
          const key = `${holderName(holder)} ${event.listing} ${event.stamp} ${position} `
          yield* this.#has('funding_payment', key, { amount }, holder)
        }
        return
      case 'spotTraded':
        yield* this.#fills(event, time)
        return
      default:
    }
  }

  *#fills(event: Extract<Event, { type: 'spotTraded' }>, time: number): Generator<string> {
    const { trade, takerSide, listing, price, quantity, quoteAmount } = event
    const makerSide = takerSide === 'buy' ? 'sell' : 'buy'
    const sides = [
      { holder: event.makerHolder, order: event.makerOrder, side: flags[makerSide], fee: event.makerFee, maker: true },
      { holder: event.takerHolder, order: event.takerOrder, side: flags[takerSide], fee: event.takerFee, maker: false },
    ]
    for (const { holder, order, ...own } of sides) {
      // the house has no fills of its own to look at
      if (order === 0) continue
      const cells = { order_id: order, listing, price, quantity, quote_amount: quoteAmount, time, ...own }
      yield* this.#has('spot_fill', `${holderName(holder)} ${trade} `, cells, holder)
    }
  }

  *#has(name: string, key: string, due: Cells, holder: HolderId): Generator<string> {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    const kept = this.#table(name).rows.get(key)
    if (kept === undefined) return yield `${name} has no row ${key}`
    const row = rowOfKept(kept)
    if (String(row['holder']) !== holderName(holder)) yield `${name} shows ${key} to ${String(row['holder'])}`
    for (const [column, cell] of Object.entries(due))
      if (String(row[column]) !== String(cell))
        yield `${name} ${key} shows ${column} ${String(row[column])}, not ${cell}`
  }
}
