import type { Quote } from '@truemark/core/book/mark'
import { afterEach, describe, expect, it } from 'vitest'
import { SteadyClock } from '../platform/clock.ts'
import { SourceConnection } from './feeds/connection.ts'
import { RestGate } from './feeds/restGate.ts'
import { type SourceEvent, type SourceId, feedClockOf, sourceIds } from './feeds/source.ts'
import { Market } from './market.ts'
import { firstSymbols } from './symbols.ts'
import { quotesIn } from './testing/quotesIn.ts'
import { SpeakingVenue, type Tamper } from './testing/speakingVenues.ts'

type Top = Extract<SourceEvent, { type: 'top' }>

const base = 90_000
const unit = 10n ** 12n
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Four venues on real sockets that follow one price, our four connectors, and the market that they feed. */
async function stage() {
  const clock = new SteadyClock()
  const began = performance.now()
  // a fall of 0.02 % in each tenth of a second, and a rise after ten of them
  const mid = (): number => {
    const step = Math.floor((performance.now() - began) / 100) % 20
    return base - 18 * (step < 10 ? step : 20 - step)
  }
  const quotes: Quote[] = []
  const market = new Market({
    specs: firstSymbols.slice(0, 1),
    kind: 'live',
    ranks: [...sourceIds],
    sink: {
      command: (command) => void quotes.push(...quotesIn(command)),
      messages: () => undefined,
      finished: () => undefined,
      fetch: () => undefined,
    },
  })
  const tops = new Map<SourceId, Top>()
  const downs: { source: SourceId; reason: string }[] = []
  const emit = (event: SourceEvent): void => {
    if (event.type === 'top') tops.set(event.source, event)
    if (event.type === 'down' || (event.type === 'refused' && event.withdrawn)) tops.delete(event.source)
    if (event.type === 'down') downs.push({ source: event.source, reason: event.reason })
    market.receive(event, clock.now())
    market.react(clock.now())
  }
  const timer = setInterval(() => market.poll(clock.now()), 50)
  const venues = new Map<SourceId, SpeakingVenue>()
  const own: (() => void)[] = [() => clearInterval(timer)]
  for (const source of sourceIds) {
    const venue = await SpeakingVenue.listen(source, mid)
    venues.set(source, venue)
    const feedClock = feedClockOf(clock)
    const rest = new RestGate({ spacing: 20, clock: feedClock, random: () => 0 })
    const timings = { backoffMin: 100, backoffMax: 200, pingEvery: 100, restartTimeout: 1_000 }
    const connection = new SourceConnection({
      feed: venue.feed(),
      emit,
      rest,
      clock: feedClock,
      random: () => 0,
      timings,
    })
    connection.start()
    own.push(
      () => connection.stop(),
      () => rest.stop(),
      () => venue.close(),
    )
  }
  closers.push(...own)
  const status = () => market.statuses(clock.now())[0]
  for (let tries = 0; tries < 100 && (status()?.sources !== 4 || status()?.status !== 'open'); tries += 1)
    await wait(100)
  return { clock, mid, venues, quotes, tops, downs, status }
}

type Stage = Awaited<ReturnType<typeof stage>>

/** The ms for which a source's standing top was wrong by more than 0.3 % at a stretch, and the index by more than that. */
async function watch(
  own: Stage,
  source: SourceId,
  ms: number,
): Promise<{ source: number; index: number; shut: number }> {
  const worst = { source: 0, index: 0, shut: 0 }
  const since = { source: 0, index: 0, shut: 0 }
  const end = performance.now() + ms
  let last = performance.now()
  while (performance.now() < end) {
    await wait(20)
    const passed = performance.now() - last
    last = performance.now()
    const wrong = (price: number): boolean => Math.abs(price - own.mid()) > base * 0.003
    const top = own.tops.get(source)
    const stands = top !== undefined && own.clock.now() - top.received <= 3_000
    const note = (name: keyof typeof worst, is: boolean): void => {
      since[name] = is ? since[name] + passed : 0
      worst[name] = Math.max(worst[name], since[name])
    }
    note('source', stands && wrong(Number((top.bid + top.ask) / 2n / unit)))
    note('index', wrong((own.quotes.at(-1)?.indexTenths ?? 0) / 100))
    note('shut', own.status()?.status !== 'open')
  }
  return worst
}

const escapes = (bytes: number) => `"${'\\\\'.repeat(bytes / 2)}"`
const levels = (count: number) => Array.from({ length: count }, (_, at) => [`${at + 1}.0`, '1'])

/** A snapshot of very many levels, the worst first: each better than all before it. */
function worstOrder(source: SourceId): string {
  const [bids, asks] = [
    levels(20_000),
    levels(20_000).map(([price], at) => [`${200_000 - at}.0`, price === '' ? '0' : '1']),
  ]
  if (source === 'coinbase') return JSON.stringify({ type: 'snapshot', product_id: 'BTC-USD', bids, asks })
  if (source === 'okx') {
    const data = [{ bids, asks, ts: '1', checksum: 0, seqId: 1, prevSeqId: -1 }]
    return JSON.stringify({ arg: { channel: 'books', instId: 'BTC-USDT' }, action: 'snapshot', data })
  }
  if (source === 'kraken') {
    const shaped = (list: readonly (string | undefined)[][]) => list.map(([price, qty]) => ({ price, qty }))
    const data = [
      { symbol: 'BTC/USDT', bids: shaped(bids.slice(0, 9_000)), asks: shaped(asks.slice(0, 9_000)), checksum: 1 },
    ]
    return JSON.stringify({ channel: 'book', type: 'snapshot', data })
  }
  return JSON.stringify({ data: { e: 'depthUpdate', s: 'BTCUSDT', U: 1, u: 10 ** 9, E: 1, b: bids, a: asks } })
}

const tampers: [string, Tamper][] = [
  ['truncated', (frame, at) => [at % 5 === 0 ? frame.slice(0, frame.length / 2) : frame]],
  ['doubled', (frame) => [frame, frame]],
  ['lost', (frame, at) => (at % 4 === 0 ? [] : [frame])],
  ['unreadable levels', (frame, at) => [at % 5 === 0 ? frame.replaceAll('"1.5"', '"x"') : frame]],
]

/** Frames that are sent beside the right ones, by what is wrong with them. */
const strangers: [string, (source: SourceId) => string][] = [
  ['900 kB of escapes', () => escapes(900_000)],
  ['10 MB of escapes', () => escapes(10_000_000)],
  ['deep', () => '['.repeat(500_000)],
  ['deep and closed', () => `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['6 MB in one array', () => JSON.stringify(Array.from({ length: 3_000_000 }, () => 1))],
  [
    '200 000 bodies in one array',
    () => JSON.stringify([...Array.from({ length: 200_000 }, () => ({})), 'book-10', 'BTC/USDT']),
  ],
  ['the worst order', worstOrder],
]

describe.each(sourceIds)('%s among three others', (source) => {
  it.each(tampers)(
    '%s frames: no wrong price for a second, and the market stays open',
    async (_, tamper) => {
      const own = await stage()
      const venue = own.venues.get(source)
      if (venue === undefined) throw new Error('no venue')
      venue.tamper = tamper
      const worst = await watch(own, source, 3_000)
      expect(worst.source).toBeLessThan(1_000)
      expect(worst.index).toBeLessThan(300)
      expect(worst.shut).toBe(0)
    },
    30_000,
  )

  it('reordered frames and stamps of minutes ahead: the same', async () => {
    const own = await stage()
    const venue = own.venues.get(source)
    if (venue === undefined) throw new Error('no venue')
    let kept: string | null = null
    venue.tamper = (frame) => {
      if (kept === null) {
        kept = frame
        return []
      }
      const pair = [frame, kept]
      kept = null
      return pair
    }
    const disorder = await watch(own, source, 2_000)
    venue.tamper = (frame) => [frame]
    venue.ahead = 280_000
    await wait(500)
    venue.ahead = 0
    const ahead = await watch(own, source, 2_000)
    for (const worst of [disorder, ahead]) {
      expect(worst.source).toBeLessThan(1_000)
      expect(worst.index).toBeLessThan(300)
      expect(worst.shut).toBe(0)
    }
    expect(own.tops.has(source)).toBe(true)
  }, 30_000)

  it('frames that are no frames: the connection ends alone or goes on, and comes back', async () => {
    const own = await stage()
    for (const [, make] of strangers) {
      own.venues.get(source)?.send(make(source))
      const worst = await watch(own, source, 700)
      expect(worst.index).toBeLessThan(300)
      expect(worst.shut).toBe(0)
    }
    expect(own.downs.filter((down) => down.source !== source)).toEqual([])
    await expect.poll(() => own.status()?.sources, { timeout: 10_000 }).toBe(4)
  }, 60_000)

  it('that loses a subscription: it is asked for again on the same connection', async () => {
    const own = await stage()
    const venue = own.venues.get(source)
    if (venue === undefined) throw new Error('no venue')
    venue.loses = true
    venue.drop()
    await expect.poll(() => own.status()?.sources, { timeout: 5_000 }).toBe(3)
    await wait(500)
    venue.loses = false
    await expect.poll(() => own.status()?.sources, { timeout: 8_000 }).toBe(4)
    expect(own.downs).toEqual([{ source, reason: 'closed' }])
  }, 30_000)

  it('FC-63 that says nothing while it answers pings: out of the index within seconds, and given up', async () => {
    const own = await stage()
    const venue = own.venues.get(source)
    if (venue === undefined) throw new Error('no venue')
    venue.frozen = true
    await wait(3_500)
    expect(own.status()).toMatchObject({ status: 'open', sources: 3 })
    await expect.poll(() => own.downs, { timeout: 12_000 }).toContainEqual({ source, reason: 'silent' })
    venue.frozen = false
    await expect.poll(() => own.status()?.sources, { timeout: 10_000 }).toBe(4)
  }, 60_000)
})
