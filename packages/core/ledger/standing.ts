import { doubled } from '../book/growth.ts'
import { houseOf, isUserHolder, holderRow, userHolderMin, type HolderId, type Realm } from './holders.ts'

/** Where a real name stands; `advanced`: both levels are approved. */
export const realNameStates = ['missing', 'pending', 'approved', 'rejected', 'advanced'] as const
export type RealNameState = (typeof realNameStates)[number]

/** What decides whether a holder may act; set by an operator's or the person's own acts, never by an outcome. */
export interface Standing {
  readonly realm: Realm
  /** By its owner, who closed the account, or by an operator before there were suspensions. */
  readonly disabled: boolean
  readonly realName: RealNameState
  /** ISO 3166 alpha-2 of residence, or '' where it is unknown. */
  readonly country: string
  /** Whether new risk is paused by the person's own will or their own limit; closing and withdrawing go on. */
  readonly restrained: boolean
  /** Whether operators have disabled it for a time. */
  readonly suspended: boolean
  /** Whether it is tagged as an account of somebody who sees orders at the desk. */
  readonly staff: boolean
}

/** Every user holder that was ever opened, with its realm and standing. */
export class Holders {
  // by holder, which of the few ways to stand is theirs; 0 says that they are not open
  #kinds = new Uint16Array(64)
  readonly #standings: (Standing | undefined)[] = [undefined]
  readonly #kindByName = new Map<string, number>()
  // everyone in the order in which they came
  readonly #arrived: HolderId[] = []

  find(holder: HolderId): Standing | undefined {
    const at = holderRow(holder) - userHolderMin
    return at >= 0 && at < this.#kinds.length ? this.#standings[this.#kinds[at]] : undefined
  }

  /** The realm of an open holder or a house account; throws for any other. */
  realm(holder: HolderId): Realm {
    const house = houseOf(holder)
    const realm = house ? house.realm : this.find(holder)?.realm
    if (!realm) throw new RangeError(`holder ${holderRow(holder)} is not open`)
    return realm
  }

  set(holder: HolderId, standing: Standing): void {
    const row = holderRow(holder)
    if (!isUserHolder(holder)) throw new RangeError(`no user holder ${row}`)
    const at = row - userHolderMin
    while (at >= this.#kinds.length) this.#kinds = doubled(this.#kinds)
    if (this.#kinds[at] === 0) this.#arrived.push(holder)
    this.#kinds[at] = this.#kind(standing)
  }

  #kind(standing: Standing): number {
    const { realm, disabled, realName, country, restrained, suspended, staff } = standing
    const name = `${realm} ${disabled} ${realName} ${country} ${restrained} ${suspended} ${staff}`
    const known = this.#kindByName.get(name)
    if (known !== undefined) return known
    const kind = this.#standings.push({ realm, disabled, realName, country, restrained, suspended, staff }) - 1
    this.#kindByName.set(name, kind)
    return kind
  }

  /** The holder that came at a place, the first at 0; undefined behind the last. */
  at(place: number): HolderId | undefined {
    return this.#arrived.at(place)
  }

  /** All open user holders in the order in which they came, whatever their numbers. */
  *all(): Generator<readonly [HolderId, Standing]> {
    for (const holder of this.#arrived) {
      const standing = this.find(holder)
      if (standing) yield [holder, standing]
    }
  }
}
