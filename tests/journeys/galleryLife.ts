import type { HolderId } from '@truemark/core/ledger/holders'
import { call, fillOrder, newKey, placeOrder, textAt } from '../client.ts'
import type { Product } from '../product.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** USDT that contracts and options each have from the start. */
const moved = 15_000

/** Gives a demo account what a month of use leaves: coins, positions, tickets, options, orders that wait, exchanges, alerts. */
export async function liveAMonth(product: Product, token: string): Promise<void> {
  const { address } = product
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const { code, data, message } = await call(address, path, { method: 'POST', token, body, key: newKey() })
    if (code !== 200) throw new Error(`${path}: ${code} ${message}`)
    return data
  }
  for (const to of ['contract', 'option']) await post('/account/transfers', { from: 'coin', to, amount: String(moved) })
  for (const [symbol, quantity] of [
    ['BTCUSDT', '0.25'],
    ['ETHUSDT', '3'],
    ['SOLUSDT', '40'],
    ['DOGEUSDT', '9000'],
  ]) {
    await fillOrder(address, token, { symbol, side: 'buy', type: 'market', quantity })
  }
  await fillOrder(address, token, { symbol: 'SOLUSDT', side: 'sell', type: 'market', quantity: '12' })
  const { data: book } = await call(address, '/market/BTCUSDT/book', { token })
  const mark = Number(textAt(book, 'mark'))
  const priced = (share: number): string => (mark * share).toFixed(1)
  for (const [side, share] of [
    ['buy', 0.97],
    ['buy', 0.95],
    ['sell', 1.04],
  ] as const) {
    const order = {
      symbol: 'BTCUSDT',
      side,
      type: 'limit',
      time_in_force: 'GTC',
      price: priced(share),
      quantity: '0.05',
    }
    await placeOrder(address, token, order)
  }
  const lots = { symbol: 'BTCUSDT', type: 'market' } as const
  await fillOrder(address, token, { path: '/perpetual/orders', ...lots, side: 'buy', lots: '2' })
  await fillOrder(address, token, { path: '/perpetual/orders', ...lots, symbol: 'ETHUSDT', side: 'sell', lots: '3' })
  await fillOrder(address, token, { path: '/contract/orders', ...lots, side: 'sell', lots: '0.5', multiple: 10 })
  const quote = await post('/exchange/quotes', { source: 'USDT', target: 'ETH', amount: '900' })
  await post('/exchange/orders', { quote_id: textAt(quote, 'id') })
  for (const type of ['up', 'down']) {
    await call(address, '/option/orders', {
      method: 'POST',
      token,
      body: { symbol: 'BTCUSDT', type, trade_mode: 60, amount: '50' },
      key: newKey(),
    })
  }
  await recordMonth(product, token)
}

/** The worth of a month as the hourly sweep would have kept it: a quiet course that ends near what is owned. */
async function recordMonth(product: Product, token: string): Promise<void> {
  const { data } = await call(product.address, '/account/assets', { token })
  const total = Math.round(Number(textAt(data, 'total_value')) * 1e6)
  const database = product.database()
  const { rows } = await database.query<{ holder: HolderId }>('SELECT max(holder) AS holder FROM holder')
  const holder = rows[0]?.holder ?? 0
  const hour = Date.now() - (Date.now() % hourMs)
  const hours = Array.from({ length: 7 * 24 }, (_, back) => hour - back * hourMs)
  const days = Array.from({ length: 40 }, (_, back) => hour - (hour % dayMs) - back * dayMs)
  const first = days.at(-1) ?? hour
  for (const at of new Set([...hours, ...days])) {
    // two waves and a drift: a course that no eye takes for a line
    const age = (hour - at) / dayMs
    const worth = Math.round(total * (1 - 0.0011 * age + 0.006 * Math.sin(age * 1.3) + 0.002 * Math.sin(age * 7.1)))
    // as if all that this account was given had come before
    await database.query(
      `INSERT INTO worth_sweep (hour, time, seq) SELECT $1, $1, max(seq) FROM ledger_entry ON CONFLICT DO NOTHING`,
      [at],
    )
    await database.query(
      `INSERT INTO worth_sample (holder, hour, coin, contract, option) VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING`,
      [holder, at, worth - 2 * moved * 1e6, moved * 1e6],
    )
  }
  await database.query('UPDATE holder SET opened_at = $1 WHERE holder = $2', [first, holder])
}
