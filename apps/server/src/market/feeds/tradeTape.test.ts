import { describe, expect, it } from 'vitest'
import { recordedListing } from './recordedFrames.ts'
import type { FeedStep } from './source.ts'
import { TradeTape, type TradeText } from './tradeTape.ts'

const received = 1_700_000_000_000
const listing = recordedListing('kraken', 'BTCUSDT', 'BTC/USDT', 'USDT')

function tape() {
  const own = new TradeTape(listing, true)
  const tell = (id: number, time: number, more: Partial<TradeText> = {}): string[] => {
    const step: FeedStep = { events: [], commands: [] }
    own.tell({ id: String(id), price: '100', quantity: '1', side: 'buy', time, ...more }, null, received, step)
    return step.events.map((event) =>
      event.type === 'trade' ? event.id : event.type === 'refused' ? event.reason : '',
    )
  }
  return { own, tell }
}

describe('the trades of one product at one venue', () => {
  it('go on where the venue numbers them anew after a reconnect', () => {
    const { own, tell } = tape()
    expect(tell(9_000_001, received - 900)).toEqual(['9000001'])
    own.reopen()
    expect([tell(1, received - 500), tell(2, received - 400)]).toEqual([['1'], ['2']])
  })

  it('go on where the venue numbers them anew within a connection', () => {
    const { tell } = tape()
    tell(9_000_001, received - 900)
    expect(tell(1, received - 500)).toContain('1')
    expect(tell(2, received - 400)).toEqual(['2'])
  })

  it('count once what a venue repeats across a reconnect, and what it sends twice', () => {
    const { own, tell } = tape()
    const ids = [5, 6, 7]
    expect(ids.flatMap((id) => tell(id, received - 1_000 + id))).toEqual(['5', '6', '7'])
    own.reopen()
    expect(ids.flatMap((id) => tell(id, received - 1_000 + id))).toEqual([])
    expect(tell(8, received - 100)).toEqual(['8'])
    expect(ids.flatMap((id) => tell(id, received - 1_000 + id))).toEqual([])
  })

  it('are not silenced by one that is stamped a year ahead', () => {
    const { tell } = tape()
    tell(5, received + 365 * 86_400_000)
    expect(tell(6, received - 100)).toEqual(['6'])
    expect(tell(1, received - 50)).toContain('1')
  })

  it('FC-66 are dated by their receipt where the stamp is none', () => {
    const { tell } = tape()
    const step: FeedStep = { events: [], commands: [] }
    new TradeTape(listing, true).tell(
      { id: '1', price: '1', quantity: '1', side: 'sell', time: null },
      null,
      received,
      step,
    )
    expect(step.events).toMatchObject([{ type: 'trade', time: received }])
    expect(tell(1, -62_135_596_800_000)).toEqual(['1'])
  })
})
