import { expect } from 'vitest'
import { call, listAt, newKey, openDemo, textAt, valueAt } from '../client.ts'

const bookMax = 30_000

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

/**
 * Places a market order, and as a person would once more where the book was just empty, since a busy machine's prices
 * had grown too old for the house; nothing but that is put up with. Gives the order.
 */
export async function placeMarket(
  trader: Trader,
  product: 'contract' | 'perpetual',
  body: Readonly<Record<string, unknown>> & { readonly symbol: string },
): Promise<unknown> {
  const end = performance.now() + bookMax
  for (;;) {
    await untilOffered(trader, body.symbol)
    const order = await trader.send(`/${product}/orders`, { ...body, type: 'market' })
    if (textAt(order, 'status') === 'filled') return order
    expect(order).toMatchObject({ status: 'canceled', reason: 'collar', lots_traded: '0' })
    if (performance.now() > end) throw new Error(`nothing was offered in ${body.symbol} for long enough`)
  }
}
