import { afterEach, describe, expect, it } from 'vitest'
import { SteadyClock } from '../platform/clock.ts'
import { startVenue } from './feeds/testing/venue.ts'
import type { NamedPrice } from './pastRange.ts'
import { openPriceHistory } from './priceHistory.ts'

const minute = 60_000
const one = 10n ** 12n
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** The history of venues that answer with these; gives what was asked, too. */
async function historyOf(answer: (url: URL) => unknown) {
  const asked: URL[] = []
  const venue = await startVenue((_, response, url) => {
    asked.push(url)
    const body = answer(url)
    if (body === null) response.writeHead(404).end()
    else response.end(JSON.stringify(body))
  })
  const history = openPriceHistory(new SteadyClock(), { fetch: venue.fetch })
  cleanups.push(() => {
    history.stop()
    venue.close()
  })
  return { history, asked }
}

const named = (change: Partial<NamedPrice> = {}): NamedPrice => ({
  source: 'binance',
  symbol: 'BTCUSDT',
  quote: 'USDT',
  sum: 2n * 60_000n * one,
  heard: Date.now() - 20 * minute,
  ...change,
})

const kline = (time: number, low: string, high: string) => [time, low, high, low, high, '1', time + minute - 1, '1', 1]

describe('a price that a source is said to have named', () => {
  it('is compared with what was traded in its minute, the one before and the one after', async () => {
    const one = named()
    const start = Math.floor(one.heard / minute) * minute
    const { history, asked } = await historyOf(() => [
      kline(start - minute, '59990', '59995'),
      kline(start, '59996', '60001'),
      kline(start + minute, '59999', '60010'),
    ])
    expect(await history.compare(one)).toEqual({
      state: 'agrees',
      low: 59_990n * 10n ** 12n,
      high: 60_010n * 10n ** 12n,
    })
    expect(asked[0]?.searchParams.get('startTime')).toBe(String(start - minute))
    expect(asked[0]?.searchParams.get('endTime')).toBe(String(start + 2 * minute - 1))
  })

  it('may stand two thousandths outside, and not a unit further', async () => {
    const { history } = await historyOf((url) => {
      return [kline(Number(url.searchParams.get('startTime')) + minute, '60000', '61000')]
    })
    const stateOf = async (sum: bigint) => (await history.compare(named({ sum }))).state
    expect(await stateOf(2n * 59_880n * one)).toBe('agrees')
    expect(await stateOf(2n * 59_880n * one - 1n)).toBe('apart')
    expect(await stateOf(2n * 61_122n * one)).toBe('agrees')
    expect(await stateOf(2n * 61_122n * one + 1n)).toBe('apart')
  })

  it('is compared with trades where the minutes of a source do not go back so far', async () => {
    const heard = Date.now() - 3 * 24 * 60 * minute
    const trade = (price: string, offset: number, id: number) => [
      price,
      '1',
      (heard + offset) / 1_000,
      'b',
      'l',
      '',
      id,
    ]
    const { history, asked } = await historyOf(() => ({
      error: [],
      result: { XXBTZUSD: [trade('59000', -500, 1), trade('59100', 700, 2), trade('90000', 61_000, 3)], last: '0' },
    }))
    const kraken = named({ source: 'kraken', heard, sum: 2n * 59_050n * one })
    expect(await history.compare(kraken)).toMatchObject({ state: 'agrees', high: 59_100n * one })
    expect(await history.compare({ ...kraken, sum: 2n * 60_000n * one })).toMatchObject({ state: 'apart' })
    expect(asked.every(({ pathname }) => pathname === '/0/public/Trades')).toBe(true)
  })

  it('cannot be told of where the source is unknown, silent, quotes in other money, did not trade or has just spoken', async () => {
    const { history } = await historyOf(({ pathname }) => (pathname.startsWith('/api/v3') ? [] : null))
    const reasonOf = async (change: Partial<NamedPrice>) => {
      const past = await history.compare(named(change))
      return past.state === 'untold' ? past.reason : past.state
    }
    expect(await reasonOf({ source: 'simulated' })).toBe('source_unknown')
    expect(await reasonOf({})).toBe('no_trades')
    expect(await reasonOf({ source: 'okx' })).toBe('refused')
    expect(await reasonOf({ symbol: 'NOSUCH' })).toBe('unlisted')
    expect(await reasonOf({ heard: Date.now() - minute })).toBe('young')
  })
})
