import type { Balance } from '@truemark/core/answer'
import type { Event } from '@truemark/core/vocabulary'
import { isHouse, type HolderId } from '@truemark/core/ledger/holders'
import type { Account } from '@truemark/core/ledger/move'
import { formatDecimal } from '@truemark/core/money/decimal'
import { movesOf } from '@truemark/core/moves'
import { type BalanceChange, streamType } from '@truemark/protocol/stream'
import { type Catalogue, type Exchange, house } from '../engine/door.ts'
import { keyName } from './ledgerRows.ts'
import type { OwnHub } from '../platform/socket/hub.ts'
import { type CommittedEvents, type OwnTelling } from '../platform/socket/ownStream.ts'

interface Changed {
  readonly account: Account
  readonly currency: number
  /** The change by ledger category, in the order in which they came: none where only a hold changed. */
  readonly lines: Map<string, bigint>
}

/**
 * What a batch changed of the balances of those who are `watched`, by holder. Each category is a line of its own, as in
 * the records: a buy is a buy and its fee a fee, whatever else stands in the batch; what of one category changed an
 * account more than once is one line.
 */
export function changesOf(
  events: readonly Event[],
  watched: (holder: HolderId) => boolean,
): Map<HolderId, ReadonlyMap<string, Changed>> {
  const byHolder = new Map<HolderId, Map<string, Changed>>()
  for (const event of events) {
    for (const move of movesOf(event)) {
      if (isHouse(move.holder) || !watched(move.holder)) continue
      const changes = byHolder.get(move.holder) ?? new Map<string, Changed>()
      byHolder.set(move.holder, changes)
      const name = keyName(move)
      const { account, currency, category } = move
      const changed = changes.get(name) ?? { account, currency, lines: new Map<string, bigint>() }
      changes.set(name, changed)
      if (category === undefined || move.amount === 0n) continue
      // what is held leaves what is available
      const amount = move.kind === 'entry' ? move.amount : -move.amount
      changed.lines.set(category, (changed.lines.get(category) ?? 0n) + amount)
    }
  }
  return byHolder
}

/** What is told where a hold changed that no record shows. */
const onlyHeld: readonly (readonly [string, bigint])[] = [['hold', 0n]]

/** What stands of a holder after what is told. */
interface After {
  readonly holder: HolderId
  readonly balances: readonly Balance[]
  readonly margin: bigint
}

/** What one committed row changed of a holder's balances. */
interface ChangedAt {
  readonly time: number
  readonly changes: readonly Changed[]
}

/** The most holders asked for at once. */
const holdersMax = 1_000

/**
 * Tells holders of the changes of their balances, with what stands after them. While the engine is asked what stands, the
 * changes of further rows wait, and are told together: one question is under way at a time, whatever the pace of the rows.
 */
export class BalanceStream implements OwnTelling {
  readonly #hub: OwnHub
  readonly #exchange: Exchange
  readonly #catalogue: Catalogue
  readonly #onError: (error: unknown) => void
  readonly #waiting = new Map<HolderId, ChangedAt[]>()
  #isTelling = false

  constructor(hub: OwnHub, exchange: Exchange, catalogue: Catalogue, onError: (error: unknown) => void) {
    this.#hub = hub
    this.#exchange = exchange
    this.#catalogue = catalogue
    this.#onError = onError
  }

  take({ events, time }: CommittedEvents): void {
    for (const [holder, changes] of changesOf(events, (one) => this.#hub.isOpen(one))) {
      const waiting = this.#waiting.get(holder) ?? []
      this.#waiting.set(holder, waiting)
      waiting.push({ time, changes: [...changes.values()] })
    }
    if (!this.#isTelling && this.#waiting.size > 0) void this.#tellAll()
  }

  async #tellAll(): Promise<void> {
    this.#isTelling = true
    while (this.#waiting.size > 0) {
      const due = [...this.#waiting].slice(0, holdersMax)
      for (const [holder] of due) this.#waiting.delete(holder)
      await this.#tell(due).catch(this.#onError)
    }
    this.#isTelling = false
  }

  async #tell(due: readonly (readonly [HolderId, readonly ChangedAt[]])[]): Promise<void> {
    // the question stands behind the rows in the engine's queue, so it sees at least these changes
    const asked = due.map(([holder]) => ({ holder }))
    const { holders } = await this.#exchange.ask(house, { type: 'balancesOf', holders: asked })
    for (const [at, [holder, rows]] of due.entries()) {
      const ofContracts = rows.some(({ changes }) => changes.some(({ account }) => account === 'contract'))
      const margin = ofContracts ? await this.#marginOf(holder) : 0n
      const after = { holder, balances: holders[at]?.balances ?? [], margin }
      for (const row of rows) this.#tellRow(after, row)
    }
  }

  #tellRow({ holder, balances, margin }: After, { time, changes }: ChangedAt): void {
    for (const { account, currency, lines } of changes) {
      const stand = balances.find((balance) => balance.account === account && balance.currency === currency)
      const { code, scale } = this.#catalogue.currency(currency)
      const after = {
        time,
        account,
        currency: code,
        money: formatDecimal(stand?.available ?? 0n, scale),
        margin: formatDecimal(account === 'contract' ? margin : 0n, scale),
        frozen: formatDecimal(stand?.frozen ?? 0n, scale),
      }
      for (const [type, change] of lines.size === 0 ? onlyHeld : lines) {
        const data: BalanceChange = { ...after, type, change: formatDecimal(change, scale) }
        this.#hub.toHolder(holder, streamType.balance, data)
      }
    }
  }

  // what of the contract account's frozen part margins positions; the rest is held by orders
  async #marginOf(holder: HolderId): Promise<bigint> {
    const { account } = await this.#exchange.ask(house, { type: 'perpetualAccount', holder })
    return account.held + account.heldIsolated
  }
}
