import { type Exchange, house } from '../engine/door.ts'

/** The live market of a test's server: one index, said again and again until another is said. */
export interface TestMarket {
  /** Says a new index, in tenths of a tick. */
  readonly tick: (indexTenths: number) => Promise<void>
  readonly stop: () => void
}

const everyMs = 250

/** Starts the market at 100 000 USDT; `speaking` tells whether it goes on by itself. */
export async function startTestMarket(exchange: Exchange, speaking: () => boolean): Promise<TestMarket> {
  let quoted = { listing: 0, indexTenths: 1_000_000, dispersionTenths: 0, sources: 4, kind: 'live' as const }
  const quote = async (): Promise<void> => {
    await exchange.command(house, { type: 'quote', time: Date.now(), ...quoted })
  }
  await quote()
  const timer = setInterval(() => {
    if (speaking()) void quote()
  }, everyMs)
  return {
    tick: async (indexTenths) => {
      quoted = { ...quoted, indexTenths }
      await quote()
    },
    stop: () => clearInterval(timer),
  }
}
