import { malformed } from '@truemark/core/book/checks'
import { parseAmount } from '@truemark/core/money/decimal'
import type { MiningView } from '@truemark/core/mining/view'
import type { LocaleId } from '@truemark/protocol/locale'
import { type MiningOrder, miningOrderBody, miningRoutes as routes } from '@truemark/protocol/routes/mining'
import * as z from 'zod/mini'
import { execute, sourceOf } from '../engine/door.ts'
import { type Outcome, type RequestKey, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, paged, placeIn } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import { findBodies } from './bodies.ts'
import type { MiningPorts } from './ports.ts'
import { incomeShape, orderShape, productShape, ratesShape } from './shape.ts'
import { type MiningRow, findIncomes, findMining, findMiningById, findTermsDrafts } from './store.ts'

/** Binds locked mining for people. */
export function bindMining(gateway: Gateway, ports: MiningPorts): void {
  const { exchange } = ports
  gateway.bind(routes.miningProducts, async ({ caller, query, locale }) => {
    const source = sourceOf(caller)
    const { products } = await exchange.ask(source, { type: 'miningProducts', realm: caller.realm })
    const sold = products.filter(({ on }) => on)
    const texts = await findBodies(
      ports.database,
      sold.map(({ terms }) => terms.text),
    )
    const now = ports.now()
    const items = sold.map((one) => productShape(ports, one, texts.get(one.terms.text), { locale, now }))
    return paged(items, query, ({ product_id }) => product_id)
  })
  gateway.bindLenient(routes.miningOrderPlace, async ({ caller, body, fault, key, locale }) => {
    const command = await commandOf(ports, caller, body, fault ?? '')
    return execute(ports, { caller, key }, command, {
      mining: async ({ view }) =>
        view === null ? refused('server_error') : done(await viewShape(ports, view, locale)),
    })
  })
  gateway.bind(routes.miningRedeem, ({ caller, params, key, locale }) =>
    redeem(ports, caller, { text: params.id, key, locale }),
  )
  bindReading(gateway, ports)
}

function bindReading(gateway: Gateway, ports: MiningPorts): void {
  const { database, exchange, ids, reads } = ports
  gateway.bind(routes.miningOrders, async ({ caller, query, locale }) => {
    const place = placeIn(ids, 'miningOrder', query)
    if (place === null) return refused('field_malformed')
    // nobody tells the holder that a day was paid before it stands in the read models
    await reads.current()
    const rows = await findMining(database, { holder: caller.holder, status: query.status, ...place })
    return pageAtPlace(await shapesOf(ports, rows, locale), place, ({ order_id }) => order_id)
  })
  gateway.bind(routes.miningOrderOne, async ({ caller, params, locale }) => {
    const found = await ownOrder(ports, caller, params.id)
    if (!found.ok) return found
    const row = found.data
    const order = await rowShape(ports, row, locale)
    const incomes = await findIncomes(database, row.order)
    const { products } = await exchange.ask(sourceOf(caller), { type: 'miningProducts', realm: caller.realm })
    const rates = products.find(({ product }) => product === row.product)?.rates ?? []
    const ahead = rates.filter(({ day }) => day >= row.firstDay + row.daysPaid && day < row.firstDay + row.days)
    const days = incomes.map((income) => incomeShape(ports, row.currency, income))
    return done({ ...order, incomes: days, rates: row.status === 'ongoing' ? ratesShape(ahead) : [] })
  })
}

async function ownOrder(ports: MiningPorts, caller: Caller, text: string): Promise<Outcome<MiningRow>> {
  const id = ports.ids.read('miningOrder', text)
  if (id === null) return refused('order_unknown')
  if (ports.reads.isOthers('mining', id, caller.holder)) return refused('not_owner')
  await ports.reads.current()
  const [row] = await findMiningById(ports.database, [id])
  if (row === undefined) return refused('order_unknown')
  return row.holder === caller.holder ? done(row) : refused('not_owner')
}

interface Redeeming {
  readonly text: string
  readonly key: RequestKey | null
  readonly locale: LocaleId
}

async function redeem(
  ports: MiningPorts,
  caller: Caller,
  { text, key, locale }: Redeeming,
): Promise<Outcome<MiningOrder>> {
  const { ids, reads, database } = ports
  const order = ids.read('miningOrder', text)
  if (order === null) return refused('order_unknown')
  const redeemed = async (): Promise<Outcome<MiningOrder>> => {
    await reads.settled(caller.holder)
    const [row] = await findMiningById(database, [order])
    // the read models are behind: it was done all the same, and the list will say so
    if (row === undefined || row.status === 'ongoing') return refused('server_busy')
    return done(await rowShape(ports, row, locale))
  }
  const command = { type: 'redeemMining', holder: caller.holder, order } as const
  return execute(ports, { caller, key }, command, { done: redeemed }, async ({ reason, params }) => {
    // the engine forgets whose what is done was; another's comes before that
    const own = reason === 'order_done' ? await ownOrder(ports, caller, text) : null
    return own?.ok === false ? own : refused(reason, params)
  })
}

async function shapesOf(ports: MiningPorts, rows: readonly MiningRow[], locale: LocaleId): Promise<MiningOrder[]> {
  const texts = await findBodies(
    ports.database,
    rows.map(({ draft }) => draft),
  )
  return rows.map((row) => orderShape(ports, row, texts.get(row.draft), locale))
}

async function rowShape(ports: MiningPorts, row: MiningRow, locale: LocaleId): Promise<MiningOrder> {
  const texts = await findBodies(ports.database, [row.draft])
  return orderShape(ports, row, texts.get(row.draft), locale)
}

async function viewShape(ports: MiningPorts, view: MiningView, locale: LocaleId): Promise<MiningOrder> {
  const drafts = await findTermsDrafts(ports.database, [view.product])
  const draft = drafts.get(`${view.product} ${view.version}`) ?? 0
  const texts = await findBodies(ports.database, [draft])
  return orderShape(ports, view, texts.get(draft), locale)
}

const productField = z.object({ product_id: z.string() })

// what can't be read travels as `fault`, so that the engine refuses it at its place among its checks
async function commandOf(ports: MiningPorts, caller: Caller, body: unknown, fault: string) {
  const { holder, realm } = caller
  const parsed = z.safeParse(miningOrderBody, body)
  const named = z.safeParse(productField, body)
  const product = named.success ? (ports.ids.read('miningProduct', named.data.product_id) ?? 0) : 0
  const { products } = await ports.exchange.ask(sourceOf(caller), { type: 'miningProducts', realm })
  const currency = products.find((one) => one.product === product)?.terms.currency
  const scale = currency === undefined ? 0 : ports.catalogue.currency(currency).scale
  const amount = parsed.success ? parseAmount(parsed.data.amount, scale) : null
  const versionShown = parsed.success ? (parsed.data.terms_version ?? null) : null
  // an unknown product has no scale: the engine refuses the product, not the amount
  const unread = amount === null && currency !== undefined ? malformed('amount') : ''
  return {
    type: 'openMining',
    holder,
    product,
    amount: amount ?? 0n,
    versionShown,
    fault: fault === '' ? unread : fault,
  } as const
}
