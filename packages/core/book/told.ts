import { toldConditions, type ToldCondition } from './realMoney.ts'

/** Which conditions of real money the server says are not met, and whether a decision has asked. Ambient. */
export class Told {
  #unmet: readonly ToldCondition[] = toldConditions
  #written: readonly ToldCondition[] = toldConditions
  #isRead = false

  /** All, until the server has spoken; notes that it was read. */
  read(): readonly ToldCondition[] {
    this.#isRead = true
    return this.#unmet
  }

  set(unmet: readonly ToldCondition[]): void {
    this.#unmet = unmet
  }

  /** What was read since {@link unread} and stands in no row as it is now, which it does from here on; else null. */
  take(): readonly ToldCondition[] | null {
    if (!this.#isRead || isSame(this.#unmet, this.#written)) return null
    this.#written = this.#unmet
    return this.#unmet
  }

  unread(): void {
    this.#isRead = false
  }

  /** Back to where the server has not spoken. */
  forget(): void {
    this.#unmet = toldConditions
    this.#written = toldConditions
    this.unread()
  }
}

function isSame(one: readonly ToldCondition[], other: readonly ToldCondition[]): boolean {
  return one.length === other.length && one.every((condition, at) => condition === other[at])
}
