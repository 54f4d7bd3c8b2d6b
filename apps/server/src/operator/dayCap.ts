import { parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { dayMs } from '@truemark/core/money/units'
import type { Catalogue } from '../engine/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { deleteCompletion, insertCompletion } from './dayCap.store.ts'

const usdtUnits = 1_000_000n
const priceScale = 12

/** Money of others that an operator completes: an entry by hand, a deposit, a payout. */
export interface CappedDeed {
  /** The same for the same deed, however often it is asked for. */
  readonly subject: string
  readonly operator: number
  readonly currency: number
  /** In the currency's smallest units. */
  readonly amount: bigint
  /** What its owner takes out is never more than a whole day's, so that no claim is too large to be paid. */
  readonly isOwed?: boolean
}

export interface DayCapPorts {
  readonly database: Database
  readonly catalogue: Pick<Catalogue, 'currency'>
  /** The index of a symbol as a decimal; null where none was heard. */
  readonly indexOf: (symbol: string) => string | null
  readonly now: () => number
  /** Whole USDT. */
  readonly max: number
}

/** How much of others' money one operator may complete on a day of UTC, by its worth at the index. */
export class DayCap {
  readonly #ports: DayCapPorts

  constructor(ports: DayCapPorts) {
    this.#ports = ports
  }

  /**
   * Counts a deed in the transaction that does it, and says whether it was not counted before; refuses with
   * `operator_day_reached`, and counts nothing then.
   */
  async take(client: Queryable, deed: CappedDeed): Promise<Outcome<boolean>> {
    const { subject, operator, currency, amount, isOwed = false } = deed
    const max = BigInt(this.#ports.max) * usdtUnits
    // what nobody knows the worth of is a whole day's
    const known = this.#worthOf(currency, amount) ?? max
    const worth = isOwed && known > max ? max : known
    const day = Math.floor(this.#ports.now() / dayMs)
    const counted = await insertCompletion(client, { subject, operator, day, worth }, max)
    if (counted === 'full') return refused('operator_day_reached', { max: String(this.#ports.max) })
    return done(counted === 'counted')
  }

  /** The same in a transaction of its own, before the engine is asked. */
  takeNow(deed: CappedDeed): Promise<Outcome<boolean>> {
    return this.#ports.database.transaction((client) => this.take(client, deed))
  }

  /** Gives the room back where the engine has refused the deed. */
  giveBack({ subject }: Pick<CappedDeed, 'subject'>): Promise<void> {
    return deleteCompletion(this.#ports.database, subject)
  }

  #worthOf(currency: number, amount: bigint): bigint | null {
    const { code, scale } = this.#ports.catalogue.currency(currency)
    if (code === 'USDT') return amount
    const index = this.#ports.indexOf(`${code}USDT`)
    const price = index === null ? null : parseDecimal(index, priceScale)
    return price === null ? null : divide(amount * price * usdtUnits, 10n ** BigInt(scale + priceScale), 'up')
  }
}
