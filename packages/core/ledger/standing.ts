import { holderMax, houseOf, userHolderMin, type HolderId, type Realm } from './holders.ts'

/** Where a real name stands; `advanced`: both levels are approved. */
export const realNameStates = ['missing', 'pending', 'approved', 'rejected', 'advanced'] as const
export type RealNameState = (typeof realNameStates)[number]

/** What decides whether a holder may act; set by an operator's or the person's own acts, never by an outcome. */
export interface Standing {
  readonly realm: Realm
  readonly disabled: boolean
  readonly realName: RealNameState
  /** ISO 3166 alpha-2 of residence, or '' where it is unknown. */
  readonly country: string
}

/** Every user holder that was ever opened, with its realm and standing. */
export class Holders {
  readonly #standing: (Standing | undefined)[] = []
  // one object for all who stand alike: there are few, so they stay in the processor's cache
  readonly #alike = new Map<string, Standing>()
  #last = userHolderMin - 1

  /** The largest holder that is open. */
  get last(): HolderId {
    return this.#last
  }

  find(holder: HolderId): Standing | undefined {
    return this.#standing[holder - userHolderMin]
  }

  /** The realm of an open holder or a house account; throws for any other. */
  realm(holder: HolderId): Realm {
    const house = houseOf(holder)
    const realm = house ? house.realm : this.find(holder)?.realm
    if (!realm) throw new RangeError(`holder ${holder} is not open`)
    return realm
  }

  set(holder: HolderId, standing: Standing): void {
    if (holder < userHolderMin || holder > holderMax) throw new RangeError(`no user holder ${holder}`)
    while (this.#standing.length < holder - userHolderMin) this.#standing.push(undefined)
    this.#standing[holder - userHolderMin] = this.#shared(standing)
    if (holder > this.#last) this.#last = holder
  }

  #shared({ realm, disabled, realName, country }: Standing): Standing {
    const name = `${realm} ${disabled} ${realName} ${country}`
    const known = this.#alike.get(name)
    if (known) return known
    const made: Standing = { realm, disabled, realName, country }
    this.#alike.set(name, made)
    return made
  }

  /** All open user holders in ascending order. */
  *all(): Generator<readonly [HolderId, Standing]> {
    for (let at = 0; at < this.#standing.length; at++) {
      const standing = this.#standing[at]
      if (standing) yield [at + userHolderMin, standing]
    }
  }
}
