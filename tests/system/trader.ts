import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { call, listAt, newKey, openDemo, textAt, valueAt } from '../client.ts'
import type { MovedClock } from './clock.ts'

const bookMax = 30_000
/** So many levels a book shows on each side; the house stands on more. */
const levelsShown = 5

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A fresh demo with money in its accounts; what it asks must succeed, but for `ask`. */
export interface Trader {
  readonly token: string
  readonly send: (path: string, body: object, method?: string) => Promise<unknown>
  readonly read: (path: string) => Promise<unknown>
  /** The refusal's reason beside the data. */
  readonly ask: (path: string, body: object, method?: string) => Promise<{ reason: string; data: unknown }>
}

/** What a trader's server is at this moment: where it answers, and what time it has. */
export interface Place {
  readonly address: () => string
  readonly now: () => number
}

/** Opens a demo that has `amount` USDT in each of the accounts named. */
export async function openTrader(
  { address, now }: Place,
  accounts: readonly ('contract' | 'option')[] = ['contract'],
  amount = '50000',
): Promise<Trader> {
  const { token } = await openDemo(address())
  const ask: Trader['ask'] = async (path, body, method = 'POST') => {
    const { code, data } = await call(address(), path, { token, method, body, key: newKey(now()) })
    return { reason: code === 200 ? '' : textAt(data, 'reason') || `${code}`, data }
  }
  const trader: Trader = {
    token,
    ask,
    send: async (path, body, method) => {
      const { reason, data } = await ask(path, body, method)
      if (reason !== '') throw new Error(`${method ?? 'POST'} ${path} was refused: ${reason}`)
      return data
    },
    read: async (path) => {
      const { code, data, message } = await call(address(), path, { token })
      if (code !== 200) throw new Error(`GET ${path} was refused: ${code} ${message}`)
      return data
    },
  }
  for (const to of accounts) await trader.send('/account/transfers', { from: 'coin', to, amount })
  return trader
}

/** A field that must be a text. */
export function textIn(value: unknown, ...path: readonly (string | number)[]): string {
  const found = valueAt(value, ...path)
  if (typeof found !== 'string') throw new Error(`${path.join('.')} is no text in ${JSON.stringify(value)}`)
  return found
}

/** A field that must be a number. */
export function numberIn(value: unknown, ...path: readonly (string | number)[]): number {
  const found = valueAt(value, ...path)
  if (typeof found !== 'number') throw new Error(`${path.join('.')} is no number in ${JSON.stringify(value)}`)
  return found
}

/** Waits until somebody offers something in a market's derivative book: the house does while its prices are young. */
export async function untilOffered(trader: Trader, symbol: string): Promise<void> {
  const levels = async () => listAt(await trader.read(`/market/${symbol}/book?kind=derivative`), 'asks').length
  await expect.poll(levels, { timeout: bookMax }).toBeGreaterThan(0)
}

function readBooks(reader: Trader, symbols: readonly string[]): Promise<unknown[]> {
  return Promise.all(symbols.map((symbol) => reader.read(`/market/${symbol}/book?kind=derivative`)))
}

/** Waits until these markets' derivative books stay as they are; gives them. A busy machine does late what was due before. */
async function untilStill(reader: Trader, symbols: readonly string[]): Promise<unknown[]> {
  const end = performance.now() + bookMax
  let books = await readBooks(reader, symbols)
  for (let before: unknown[] = []; !isDeepStrictEqual(before, books); books = await readBooks(reader, symbols)) {
    if (performance.now() > end) throw new Error('the books did not come to rest')
    before = books
    await wait(400)
  }
  return books
}

/**
 * Stops the clock, and then the market, at a moment at which the house stands in these markets' derivative books, and
 * nothing is under way any more: what is read now is what an order meets, until the market and the clock go on.
 */
export async function stopStill(clock: MovedClock, reader: Trader, symbols: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    clock.holdMarket(false)
    clock.flow()
    await clock.until(clock.now() + 1_500)
    await clock.stopIn(300)
    const books = await untilStill(reader, symbols)
    clock.holdMarket(true)
    // what the market's last look at its clock brought is still on its way
    await wait(100)
    const still = isDeepStrictEqual(books, await readBooks(reader, symbols))
    const sides = books.flatMap((book) => [listAt(book, 'asks'), listAt(book, 'bids')])
    if (still && sides.every(({ length }) => length === levelsShown)) return
  }
  throw new Error('the house did not stand in the books')
}

/**
 * Places a market order, and as a person would once more where the book was just empty or the market not yet open,
 * since a busy machine's prices had grown too old; nothing but that is put up with. Gives the order.
 */
export async function placeMarket(
  trader: Trader,
  product: 'contract' | 'perpetual',
  body: Readonly<Record<string, unknown>> & { readonly symbol: string },
): Promise<unknown> {
  const end = performance.now() + bookMax
  for (;;) {
    await untilOffered(trader, body.symbol)
    const { reason, data: order } = await trader.ask(`/${product}/orders`, { ...body, type: 'market' })
    if (reason === '' && textAt(order, 'status') === 'filled') return order
    if (reason === '') expect(order).toMatchObject({ status: 'canceled', reason: 'collar', lots_traded: '0' })
    else expect(['market_closed', 'market_stale']).toContain(reason)
    if (performance.now() > end) throw new Error(`nothing was offered in ${body.symbol} for long enough`)
    await wait(100)
  }
}
