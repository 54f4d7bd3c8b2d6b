import type { DisclosureProduct } from '@truemark/protocol/routes/disclosure'
import type { Database } from '../platform/postgres/database.ts'
import { hasAccepted } from './store.ts'
import { disclosureVersions } from './versions.ts'

const knownMax = 100_000

/** Who understood the risks of which product: what is known once is known as long as this program runs. */
export class Disclosures {
  readonly #database: Database
  readonly #known = new Set<string>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Whether a person understood the version that holds; at once where that is known. */
  accepted(userId: number, product: DisclosureProduct): boolean | Promise<boolean> {
    return this.#known.has(keyOf(userId, product)) || this.#look(userId, product)
  }

  async #look(userId: number, product: DisclosureProduct): Promise<boolean> {
    const found = await hasAccepted(this.#database, userId, product, disclosureVersions[product].version)
    if (!found) return false
    if (this.#known.size >= knownMax) this.#known.clear()
    this.#known.add(keyOf(userId, product))
    return true
  }
}

function keyOf(userId: number, product: DisclosureProduct): string {
  return `${userId} ${product}`
}
