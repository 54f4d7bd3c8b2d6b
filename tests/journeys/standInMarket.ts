import { workerData } from 'node:worker_threads'
import { runMarketThread } from '../../apps/server/src/market/marketThread.ts'

/**
 * The market's thread with four venues that stand in for the public ones: real accounts trade on live prices alone, and
 * no journey may hang on the world outside. Each says the same calm price again and again, and trades at it.
 */
const venues = ['binance', 'okx', 'kraken', 'coinbase'] as const
const everyMs = 200
const e12 = 1_000_000_000_000n

await runMarketThread((sink, { specs }) => {
  const known = new Map(specs.map((spec) => [spec.code, spec]))
  let trades = 0
  const tell = (): void => {
    const time = Date.now()
    for (const source of venues) {
      for (const { code: symbol, simulation } of known.values()) {
        const mid = (BigInt(Math.round(simulation.price * 1_000_000)) * e12) / 1_000_000n
        const size = { bidSize: e12, askSize: e12 }
        const quote = { source, symbol, quote: 'USDT', time, received: time } as const
        sink({ type: 'top', ...quote, bid: mid - mid / 50_000n, ask: mid + mid / 50_000n, ...size })
        trades += 1
        sink({ type: 'trade', ...quote, price: mid, quantity: e12 / 100n, side: 'buy', id: String(trades) })
      }
    }
  }
  const timer = setInterval(tell, everyMs)
  return {
    fetchCandles: async () => [],
    fetchTrades: async () => [],
    setSymbol: (spec) => void known.set(spec.code, spec),
    stop: () => clearInterval(timer),
  }
}, workerData)
