import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAt, textAt, valueAt } from '../client.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'
import { faultsOf } from './books.ts'
import { type Trader, openTrader as openTraderAt, placeMarket, untilOffered } from './trader.ts'

const folder = makeFolder()
let product: Product

beforeAll(async () => {
  product = await startProduct(folder)
})

afterAll(async () => {
  await product.stop()
  await folder.remove()
})

const openTrader = (): Promise<Trader> => openTraderAt({ address: () => product.address, now: Date.now })

const market = { symbol: 'BTCUSDT', side: 'buy', lots: '0.5' } as const

/** What must not change by a restart of what is open; figures at the mark do. */
function lasting(item: unknown): unknown[] {
  const names = [
    'order_id',
    'position_id',
    'status',
    'side',
    'lots',
    'entry_price',
    'margin',
    'stop_loss',
    'fee',
    'multiple',
  ]
  return names.map((name) => valueAt(item, name))
}

async function standing({ read }: Trader) {
  const lists = ['/contract/orders?status=open', '/perpetual/positions?status=open', '/perpetual/orders?status=open']
  const found = await Promise.all(lists.map(read))
  return found.map((list) => listAt(list, 'items').map(lasting))
}

describe('contracts and perpetuals on a fresh install', () => {
  it('are offered on ten markets, with a funded demo and a locked real realm', async () => {
    const trader = await openTrader()
    const terms = await trader.read('/contract/terms')
    const all = Array.isArray(terms) ? terms : []
    expect(all.map((one) => textAt(one, 'symbol'))).toHaveLength(10)
    for (const one of all) {
      expect(valueAt(one, 'leverage_paused')).toEqual({ real: true, demo: false })
      expect(textAt(one, 'insurance', 'demo')).toBe('10000000')
      const symbol = textAt(one, 'symbol')
      const order = await placeMarket(trader, 'contract', { ...market, symbol, lots: '0.01', multiple: 10 })
      expect([symbol, textAt(order, 'status')]).toEqual([symbol, 'filled'])
    }
    expect(listAt(await trader.send('/contract/close', {}), 'closings')).toHaveLength(10)
  })

  it('stand after a kill -9 as they stood before it, and close to the last unit', async () => {
    const trader = await openTrader()
    const index = Number(textAt(await trader.read('/market/BTCUSDT/book?kind=derivative'), 'mark'))
    await trader.send('/perpetual/BTCUSDT/settings', { mode: 'cross', multiple: 20 }, 'PUT')
    const stop = String(Math.round(index * 0.8))
    await placeMarket(trader, 'contract', { ...market, multiple: 10, stop_loss: stop })
    await placeMarket(trader, 'perpetual', market)
    const price = String(Math.round(index * 0.985))
    await trader.send('/perpetual/orders', { ...market, type: 'limit', price, lots: '0.1' })
    const before = await standing(trader)
    expect(before.map(({ length }) => length)).toEqual([1, 1, 1])
    await product.kill()
    product = await startProduct(folder)
    expect(await standing(trader)).toEqual(before)
    expect(await faultsOf(product.database())).toEqual([])
    for (const kind of ['contract', 'perpetual']) {
      await untilOffered(trader, 'BTCUSDT')
      // what the book did not take is closed by asking again
      const closed = async () =>
        listAt(await trader.send(`/${kind}/close`, {}), 'closings').map((one) => textAt(one, 'lots_left'))
      await expect.poll(closed, { timeout: 30_000 }).toEqual(['0'])
    }
    const account = await trader.read('/account/contract')
    const usdt = listAt(account, 'balances').find((one) => textAt(one, 'currency') === 'USDT')
    expect(textAt(usdt, 'frozen')).toBe('0')
    expect(await faultsOf(product.database())).toEqual([])
  }, 180_000)
})
