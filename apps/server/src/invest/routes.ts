import { isOnSale } from '@truemark/core/invest/decide'
import type { LocaleId } from '@truemark/protocol/locale'
import { investDraftBody } from '@truemark/protocol/routes/deskInvest'
import { type InvestProduct, investOrderBody, investRoutes as routes } from '@truemark/protocol/routes/invest'
import * as z from 'zod/mini'
import { execute, sourceOf } from '../engine/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, paged, placeIn } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import { type Draft, wealthDrafts } from '../draft/door.ts'
import type { InvestPorts } from './ports.ts'
import { type Texts, boughtRow, noTexts, orderShape, productShape } from './shape.ts'
import { findInvestments } from './store.ts'

/** Binds invest for people. */
export function bindInvest(gateway: Gateway, ports: InvestPorts): void {
  const { database, ids, reads } = ports
  gateway.bind(routes.investProducts, async ({ caller, query, locale }) =>
    paged(await productsFor(ports, caller, locale), query, ({ product_id }) => product_id),
  )
  gateway.bindLenient(routes.investOrderPlace, ({ caller, body, fault, key }) => {
    const command = commandOf(ports, caller, body, fault ?? '')
    return execute(ports, { caller, key }, command, {
      invest: async ({ order }) => {
        const row = boughtRow(order)
        return done(orderShape(ports, row, (await textsOf(ports, [row.draft])).get(row.draft) ?? noTexts))
      },
    })
  })
  gateway.bind(routes.investOrders, async ({ caller, query }) => {
    const place = placeIn(ids, 'investOrder', query)
    if (place === null) return refused('field_malformed')
    // what matures tells nobody before it stands in the read models
    await reads.current()
    const rows = await findInvestments(database, { holder: caller.holder, status: query.status, ...place })
    const texts = await textsOf(
      ports,
      rows.map(({ draft }) => draft),
    )
    const items = rows.map((row) => orderShape(ports, row, texts.get(row.draft) ?? noTexts))
    return pageAtPlace(items, place, ({ order_id }) => order_id)
  })
}

const quantityField = z.object({ product_id: z.string() })

// what can't be read travels as `fault`, so that the engine refuses it at its place among its checks
function commandOf({ ids }: InvestPorts, { holder }: Caller, body: unknown, fault: string) {
  const parsed = z.safeParse(investOrderBody, body)
  const named = z.safeParse(quantityField, body)
  const product = named.success ? (ids.read('investProduct', named.data.product_id) ?? 0) : 0
  const shares = parsed.success ? parsed.data.quantity : 0
  const unread = parsed.success ? '' : 'field_malformed'
  return { type: 'buyInvest', holder, product, shares, fault: fault === '' ? unread : fault } as const
}

/** The texts of drafts, by draft. */
export async function textsOf(
  { database }: Pick<InvestPorts, 'database'>,
  drafts: readonly number[],
): Promise<ReadonlyMap<number, Texts>> {
  const found = await wealthDrafts.byId(database, drafts)
  return new Map([...found].map(([id, draft]) => [id, bodyOf(draft)]))
}

/** What a draft says. */
export function bodyOf({ body }: Pick<Draft, 'body'>) {
  return z.parse(investDraftBody, JSON.parse(body))
}

async function productsFor(ports: InvestPorts, caller: Caller, locale: LocaleId): Promise<InvestProduct[]> {
  const { products } = await ports.exchange.ask(sourceOf(caller), { type: 'investProducts', realm: caller.realm })
  const now = ports.now()
  const onSale = products.filter((product) => isOnSale(product, now))
  const texts = await textsOf(
    ports,
    onSale.map(({ terms }) => terms.text),
  )
  return onSale
    .toSorted((a, b) => a.terms.maturity - b.terms.maturity || a.product - b.product)
    .map((product) => productShape(ports, product, texts.get(product.terms.text) ?? noTexts, locale))
}
