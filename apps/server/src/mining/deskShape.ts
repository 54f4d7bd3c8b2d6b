import type { MiningProductView } from '@truemark/core/mining/view'
import type { Realm } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { DeskMiningProduct } from '@truemark/protocol/routes/deskMining'
import { house } from '../engine/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import { findBodies } from './bodies.ts'
import type { MiningPorts } from './ports.ts'
import { ratesShape } from './shape.ts'

/** The products of a realm as the engine knows them, newest first. */
export async function productsOf({ exchange }: MiningPorts, realm: Realm): Promise<MiningProductView[]> {
  const { products } = await exchange.ask(house, { type: 'miningProducts', realm })
  return products.toReversed()
}

/** The product of an id that people see; null where there is none. */
export async function productNamed(ports: MiningPorts, text: string): Promise<MiningProductView | null> {
  const id = ports.ids.read('miningProduct', text)
  const found = [...(await productsOf(ports, 'real')), ...(await productsOf(ports, 'demo'))]
  return found.find(({ product }) => product === id) ?? null
}

/** Products as the desk sees them. */
export async function productShapes(
  ports: MiningPorts,
  products: readonly MiningProductView[],
): Promise<DeskMiningProduct[]> {
  const { catalogue, database, ids } = ports
  const bodies = await findBodies(
    database,
    products.map(({ terms }) => terms.text),
  )
  return products.map(({ product, version, terms, on, locked, rates }) => {
    const { code, scale } = catalogue.currency(terms.currency)
    const amount = (units: bigint): string => formatDecimal(units, scale)
    const texts = bodies.get(terms.text)
    const id = ids.write('miningProduct', product)
    return {
      realm: terms.realm,
      product_id: id,
      name: texts?.name ?? {},
      currency: code,
      daily_return_rate_min: formatDecimal(terms.rateMin, rateScale),
      daily_return_rate_max: formatDecimal(terms.rateMax, rateScale),
      lockup_period: terms.days,
      minimum_amount: amount(terms.minimum),
      maximum_amount: amount(terms.maximum),
      capacity: amount(terms.capacity),
      early_redemption_rate: formatDecimal(terms.redemptionRate, rateScale),
      yield_source: texts?.yield_source ?? {},
      terms_version: version,
      on,
      locked: amount(locked),
      rates: ratesShape(rates),
    }
  })
}

/** A product as it stands now; refused where there is none. */
export async function productShape(ports: MiningPorts, text: string): Promise<Outcome<DeskMiningProduct>> {
  const product = await productNamed(ports, text)
  const [shape] = product === null ? [] : await productShapes(ports, [product])
  return shape === undefined ? refused('mining_unknown') : done(shape)
}
