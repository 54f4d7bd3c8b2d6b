import { call, newKey, openDemo, textAt, valueAt } from '../client.ts'

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
