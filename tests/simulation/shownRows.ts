import { decode } from '@truemark/core/codec/codec'
import { type HolderId, holderName } from '@truemark/core/ledger/holders'
import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import { eventsCodec } from '../../apps/server/src/engine/exchangeMachine.ts'
import { splitFrames } from '../../apps/server/src/engine/frames.ts'
import type { JournalRow } from '../../apps/server/src/engine/journalRow.ts'
import { type Row, type Table, rowOfKept } from './tables.ts'

/** How the tables number accounts, and who stands on the other side of a line that only frees or holds. */
const accountPlaces = { coin: 0, contract: 1, option: 2 } as const
const held = 6
const flags = { buy: 0, sell: 1 } as const

type Cells = Readonly<Record<string, number | bigint | boolean>>

/** What a user is shown, held against what was told and what the ledger holds; nothing is taken from the projections. */
export class ShownRows {
  readonly #table: (name: string) => Table
  readonly #counts = new Map<string, number>()

  constructor(table: (name: string) => Table) {
    this.#table = table
  }

  /** What is wrong; the journal is all that happened, and the state what it comes to. */
  *wrong(journal: readonly JournalRow[], state: State): Generator<string> {
    for (const row of journal) {
      for (const frame of splitFrames(row.events)) {
        for (const event of decode(eventsCodec, frame)) yield* this.#told(event, row.time)
      }
    }
    for (const [name, count] of this.#counts) {
      const { size } = this.#table(name).rows
      if (size !== count) yield `${name} has ${size} rows, and ${count} were told`
    }
    yield* this.#ledger(state)
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

  // each line says what stood after it; the last one what stands
  *#ledger({ venue }: State): Generator<string> {
    const lines = [...this.#table('ledger_entry').rows.values()].map(rowOfKept)
    lines.sort((a, b) => Number(a['seq']) - Number(b['seq']) || Number(a['place']) - Number(b['place']))
    const sums = new Map<string, bigint>()
    for (const line of lines) {
      const name = accountOf(line)
      const before = sums.get(name) ?? 0n
      // a line that only frees or holds tells what was available in the middle of its fact
      if (line['other'] === held) continue
      const after = BigInt(line['balance_after'] as bigint)
      const due = before + BigInt(line['amount'] as bigint)
      if (after !== due) yield `a line of ${name} shows ${after}, and its lines come to ${due}`
      sums.set(name, due)
    }
    const balances = this.#table('balance').rows
    for (const { holder, account, currency, posted, frozen } of venue.ledger.balances()) {
      const name = `${holderName(holder)} ${accountPlaces[account]} ${currency} `
      if (posted !== (sums.get(name) ?? 0n)) yield `the lines of ${name} come to ${sums.get(name)}, not ${posted}`
      const kept = balances.get(name)
      const shown = kept === undefined ? { posted: 0n, frozen: 0n } : rowOfKept(kept)
      if (shown['posted'] !== posted || shown['frozen'] !== frozen)
        yield `${name} is shown ${String(shown['posted'])} and ${String(shown['frozen'])}, not ${posted} and ${frozen}`
    }
  }
}

function accountOf(line: Row): string {
  return `${String(line['holder'])} ${String(line['account'])} ${String(line['currency'])} `
}
