import { describe, expect, it } from 'vitest'
import { deskFeedChange, type DeskFeed } from '@truemark/protocol/routes/deskFeed'
import { bodyOf, changedSources, consequencesOf, draftOf, faultsOf, kindsOf, toggled } from './draft.ts'

const feed: DeskFeed = {
  running: 'live',
  kind: 'auto',
  due: false,
  waits: false,
  fixed: null,
  replay: false,
  symbols: [
    { symbol: 'BTCUSDT', offered: ['binance', 'coinbase', 'okx'], sources: ['binance', 'coinbase', 'okx'], heard: 3 },
  ],
}
const draft = draftOf(feed)

describe('where prices come from', () => {
  it('stands as it is', () => {
    expect(consequencesOf(feed, draft)).toEqual([])
    expect(changedSources(feed, draft)).toEqual([])
    expect(kindsOf(feed)).toEqual(['auto', 'live', 'simulated'])
    expect(kindsOf({ ...feed, fixed: 'live' })).toEqual(['auto', 'live'])
    expect(deskFeedChange.body?.safeParse(bodyOf(draft, 'a test')).success).toBe(true)
  })

  it('says what follows from fewer venues', () => {
    const two = toggled(draft, 'BTCUSDT', 'okx')
    expect(consequencesOf(feed, two)).toEqual(['restart', 'fewForReal'])
    const one = toggled(two, 'BTCUSDT', 'binance')
    expect(consequencesOf(feed, one)).toEqual(['restart', 'fewForReal', 'halts'])
    expect(faultsOf(toggled(one, 'BTCUSDT', 'coinbase'))).toEqual(['BTCUSDT'])
    expect(changedSources(feed, toggled(two, 'BTCUSDT', 'okx'))).toEqual([])
  })

  it('says what follows from another kind', () => {
    expect(consequencesOf(feed, { ...draft, kind: 'simulated' })).toEqual(['restart', 'demo', 'kind'])
    expect(consequencesOf(feed, { ...draft, kind: 'live' })).toEqual(['restart'])
  })
})
