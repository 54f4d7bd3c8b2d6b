import { type HolderId, holderName, isHouse, userHolderMin } from '@truemark/core/ledger/holders'
import type { Account } from '@truemark/core/ledger/move'
import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import { type Row, type Table, rowOfKept } from './tables.ts'

/** How the tables number accounts, and who stands on the other side of a line that only frees or holds. */
export const accountPlaces = { coin: 0, contract: 1, option: 2 } as const
const held = 6

type Trade = Extract<Event, { type: 'spotTraded' }>

/** What the lines of one account have come to so far: all of it, and what of it is available. */
interface Stand {
  posted: bigint
  available: bigint
}

function nameOf(holder: HolderId, account: Account, currency: number): string {
  return `${holderName(holder)} ${accountPlaces[account]} ${currency} `
}

/**
 * The ledger as its owner reads it: line by line, each with what stands after it. Orders of spot hold and free without a
 * line, and so does what a funding changes of a margin: that is taken from the facts.
 */
export class LedgerLines {
  /** By row of the journal, what its facts hold of which account without a line. */
  readonly #unshown = new Map<number, Map<string, bigint>>()
  readonly #stands = new Map<string, Stand>()

  take(seq: number, event: Event): void {
    const coin = (holder: HolderId, currency: number, amount: number): void =>
      this.#hold(seq, nameOf(holder, 'coin', currency), BigInt(amount))
    switch (event.type) {
      case 'spotOrderAccepted':
        return coin(event.holder, heldOf(event), event.hold)
      case 'spotOrderAmended':
        return coin(event.holder, heldOf(event), event.holdChange)
      case 'spotOrderClosed':
        return coin(event.holder, heldOf(event), -event.released)
      case 'spotConditionalPlaced':
      case 'spotPairPlaced':
      case 'spotTrailingPlaced':
        return coin(event.holder, heldOf(event), event.hold)
      case 'spotConditionalTriggered':
      case 'spotTrailingTriggered':
      case 'spotConditionalEnded':
        return coin(event.holder, heldOf(event), -event.released)
      case 'spotTraded':
        return this.#traded(coin, event)
      case 'fundingPaid':
        for (const { holder, marginChange, perpetualChange } of event.lines)
          this.#hold(seq, nameOf(holder, 'contract', 0), marginChange + perpetualChange)
        return
      default:
    }
  }

  #traded(coin: (holder: HolderId, currency: number, amount: number) => void, event: Trade): void {
    const { base, quote, makerHolder, takerHolder, makerHold, takerHold } = event
    const takes = event.takerSide === 'buy'
    coin(takerHolder, takes ? quote : base, -takerHold)
    coin(makerHolder, takes ? base : quote, -makerHold)
  }

  #hold(seq: number, name: string, amount: bigint): void {
    if (amount === 0n) return
    let row = this.#unshown.get(seq)
    if (row === undefined) this.#unshown.set(seq, (row = new Map()))
    row.set(name, (row.get(name) ?? 0n) + amount)
  }

  /** What is wrong with the lines and balances of the tables; the state is what all facts come to. */
  *wrong(table: (name: string) => Table, state: State): Generator<string> {
    const bySeq = new Map<number, Row[]>()
    for (const kept of table('ledger_entry').rows.values()) {
      const line = rowOfKept(kept)
      const seq = Number(line['seq'])
      const lines = bySeq.get(seq)
      if (lines === undefined) bySeq.set(seq, [line])
      else lines.push(line)
    }
    const seqs = [...new Set([...bySeq.keys(), ...this.#unshown.keys()])].toSorted((a, b) => a - b)
    for (const seq of seqs) yield* this.#row(seq, bySeq.get(seq) ?? [])
    yield* this.#ends(table('balance'), state)
  }

  #stand(name: string): Stand {
    let stand = this.#stands.get(name)
    if (stand === undefined) this.#stands.set(name, (stand = { posted: 0n, available: 0n }))
    return stand
  }

  // within a fact what is available may be below zero, as where a margin is held before a gain is paid; after it never
  *#row(seq: number, lines: Row[]): Generator<string> {
    const unshown = this.#unshown.get(seq)
    lines.sort((a, b) => Number(a['place']) - Number(b['place']))
    const touched = new Set(unshown?.keys())
    for (const line of lines) {
      const name = `${String(line['holder'])} ${String(line['account'])} ${String(line['currency'])} `
      touched.add(name)
      const stand = this.#stand(name)
      const amount = line['amount'] as bigint
      const isHold = line['other'] === held
      if (!isHold) stand.posted += amount
      stand.available += amount
      // where among its row's lines something was held without a line, nobody can tell from them
      if (isHold && unshown?.has(name) === true) continue
      const due = isHold ? stand.available : stand.posted
      if (line['balance_after'] !== due)
        yield `a line of ${name} in row ${seq} shows ${String(line['balance_after'])}, and its lines come to ${due}`
    }
    for (const [name, amount] of unshown ?? []) this.#stand(name).available -= amount
    for (const name of touched) {
      const { available, posted } = this.#stand(name)
      if (Number.parseInt(name, 10) < userHolderMin) continue
      if (available < 0n) yield `${name} has ${available} available after row ${seq}`
      if (available > posted) yield `${name} has ${available} of ${posted} available after row ${seq}`
    }
  }

  *#ends(balances: Table, { venue }: State): Generator<string> {
    for (const { holder, account, currency, posted, frozen } of venue.ledger.balances()) {
      const name = nameOf(holder, account, currency)
      const stand = this.#stand(name)
      if (posted !== stand.posted) yield `the lines of ${name} come to ${stand.posted}, not ${posted}`
      const kept = balances.rows.get(name)
      const shown = kept === undefined ? { posted: 0n, frozen: 0n } : rowOfKept(kept)
      if (shown['posted'] !== posted || shown['frozen'] !== frozen)
        yield `${name} is shown ${String(shown['posted'])} and ${String(shown['frozen'])}, not ${posted} and ${frozen}`
      if (!isHouse(holder) && stand.posted - stand.available !== frozen)
        yield `the lines of ${name} hold ${stand.posted - stand.available}, not ${frozen}`
    }
  }
}

function heldOf({
  side,
  base,
  quote,
}: {
  readonly side: 'buy' | 'sell'
  readonly base: number
  readonly quote: number
}) {
  return side === 'buy' ? quote : base
}
