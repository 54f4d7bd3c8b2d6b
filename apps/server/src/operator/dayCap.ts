import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { dayMs, usdtScale } from '@truemark/core/money/units'
import { aloneDayMax } from '@truemark/core/wallet/secondPerson'
import type { WalletTerms } from '@truemark/core/wallet/terms'
import type { Catalogue } from '../engine/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import {
  type AloneCounted,
  type AloneKind,
  deleteAlone,
  deleteCompletion,
  insertAlone,
  insertCompletion,
} from './dayCap.store.ts'

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

/** What one operator does to the end without another; the subject is the same for the same deed. */
export interface AloneDeed extends Omit<CappedDeed, 'isOwed'> {
  readonly kind: AloneKind
}

/** What was counted of a deed done alone, and what all of its kind within 24 hours stays below. */
export interface AloneRoom extends AloneCounted {
  readonly bound: bigint
}

export interface DayCapPorts {
  readonly database: Database
  readonly catalogue: Pick<Catalogue, 'currency'>
  /** The index of a symbol as a decimal; null where none was heard. */
  readonly indexOf: (symbol: string) => string | null
  readonly now: () => number
  /** Whole USDT. */
  readonly max: number
  /** The wallet's terms in force. */
  readonly terms: () => Promise<Pick<WalletTerms, 'fourEyesMin'>>
}

/**
 * How much of others' money one operator may complete on a day of UTC, and how much of it alone within 24 hours, by its
 * worth at the index.
 */
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

  /**
   * Counts what an operator does alone, for whomever, against what they may within the last 24 hours, and says what was
   * counted, and whether it was not before; refuses with `operator_alone_reached`, and counts nothing then.
   */
  async takeAlone({ kind, subject, operator, currency, amount }: AloneDeed): Promise<Outcome<AloneRoom>> {
    const bound = aloneDayMax(await this.#ports.terms())
    // what nobody knows the worth of needs another
    const worth = this.#worthOf(currency, amount) ?? bound
    const time = this.#ports.now()
    const deed = { kind, subject, operator, time, worth }
    const limits = { since: time - dayMs, bound }
    const counted = await this.#ports.database.transaction((client) => insertAlone(client, deed, limits))
    if (counted === 'full') return refused('operator_alone_reached', { max: formatDecimal(bound, usdtScale) })
    return done({ ...counted, bound })
  }

  /** Gives the room back where the engine has refused what would have been done alone. */
  giveBackAlone({ kind, subject }: Pick<AloneDeed, 'kind' | 'subject'>): Promise<void> {
    return deleteAlone(this.#ports.database, kind, subject)
  }

  #worthOf(currency: number, amount: bigint): bigint | null {
    const { code, scale } = this.#ports.catalogue.currency(currency)
    if (code === 'USDT') return amount
    const index = this.#ports.indexOf(`${code}USDT`)
    const price = index === null ? null : parseDecimal(index, priceScale)
    return price === null ? null : divide(amount * price * usdtUnits, 10n ** BigInt(scale + priceScale), 'up')
  }
}
