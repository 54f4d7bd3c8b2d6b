import type { HolderId } from '@truemark/core/ledger/holders'
import { riskRefusal } from '@truemark/core/book/checks'
import type { CoreReason } from '@truemark/core/result/reason'
import type { DisclosureProduct } from '@truemark/protocol/routes/disclosure'
import { type Exchange, house } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import { hasAccepted } from './store.ts'
import { disclosureVersionOf } from './versions.ts'

const knownMax = 100_000

/** Who understood the risks of which product: what is known once is known as long as this program runs. */
export class Disclosures {
  readonly #database: Database
  readonly #exchange: Pick<Exchange, 'ask'>
  readonly #known = new Set<string>()

  constructor(database: Database, exchange: Pick<Exchange, 'ask'>) {
    this.#database = database
    this.#exchange = exchange
  }

  /** Whether a person understood the version that holds; at once where that is known. */
  accepted(userId: number, product: DisclosureProduct): boolean | Promise<boolean> {
    return this.#known.has(keyOf(userId, product)) || this.#look(userId, product)
  }

  /** Why a holder may take no new risk in a product at all, as the engine would say; null where nothing speaks against it. */
  async refused(holder: HolderId, product: DisclosureProduct): Promise<CoreReason | null> {
    const { standing } = await this.#exchange.ask(house, { type: 'standing', holder })
    if (standing === null) return 'holder_unknown'
    const { productsOn } = await this.#exchange.ask(house, { type: 'catalogue' })
    return riskRefusal({ productsOn: new Set(productsOn) }, standing, product)
  }

  async #look(userId: number, product: DisclosureProduct): Promise<boolean> {
    const found = await hasAccepted(this.#database, userId, product, disclosureVersionOf(product).version)
    if (!found) return false
    if (this.#known.size >= knownMax) this.#known.clear()
    this.#known.add(keyOf(userId, product))
    return true
  }
}

function keyOf(userId: number, product: DisclosureProduct): string {
  return `${userId} ${product}`
}
