import { describe, expect, it } from 'vitest'
import { clientMessage, parseChannel, serverMessage } from './stream.ts'
import { channelName, parseFrame } from './streamText.ts'

describe('the names of channels', () => {
  it.each([
    'BTCUSDT_1m_Kline',
    'BTCUSDT_1W_Kline',
    'ETHUSDT_Obook',
    'ETHUSDT_Obook20',
    'ETHUSDT_Dbook',
    'ETHUSDT_Dbook20',
    '1INCHUSDT_24H',
  ])('%s reads and writes alike', (name) => {
    const channel = parseChannel(name)
    expect(channel).not.toBeNull()
    if (channel) expect(channelName(channel)).toBe(name)
  })

  it.each([
    '',
    'BTCUSDT',
    'btcusdt_Obook',
    'BTCUSDT_2m_Kline',
    'BTCUSDT_1m_kline',
    'BTCUSDT_Obook ',
    'BTCUSDT_Obook50',
    'BTCUSDT_24H20',
    'A'.repeat(9_000),
    7,
    null,
  ])('refuses %s', (name) => {
    expect(parseChannel(name)).toBeNull()
  })
})

describe('what a client may send', () => {
  it('is bounded', () => {
    expect(clientMessage.safeParse({ type: 'subscribe', symbols: ['BTCUSDT_Obook'] }).success).toBe(true)
    expect(clientMessage.safeParse({ type: 'subscribe', symbols: [] }).success).toBe(false)
    expect(clientMessage.safeParse({ type: 'subscribe', symbols: Array(301).fill('BTCUSDT_Obook') }).success).toBe(
      false,
    )
    expect(clientMessage.safeParse({ type: 'heartbeat' }).success).toBe(true)
    expect(clientMessage.safeParse({ type: 'order' }).success).toBe(false)
  })

  it('asks for 100 one-minute candles unless it says otherwise', () => {
    expect(clientMessage.parse({ type: 'kline_history', params: { symbol: 'BTCUSDT' } })).toEqual({
      type: 'kline_history',
      params: { symbol: 'BTCUSDT', interval: '1m', count: 100 },
    })
  })
})

describe('frames of the server', () => {
  it('carry several messages, or one', () => {
    expect(parseFrame('[{"type":1},{"type":7}]')).toEqual([{ type: 1 }, { type: 7 }])
    expect(parseFrame('{"type":4}')).toEqual([{ type: 4 }])
    expect(parseFrame('{')).toBeNull()
    expect(parseFrame('7')).toBeNull()
  })

  it('bear a seq on balance and order changes', () => {
    const change = { order_id: 'a1', game: 'spot', type: 'canceled' }
    expect(serverMessage.safeParse({ type: 5, seq: 3, data: change }).success).toBe(true)
    expect(serverMessage.safeParse({ type: 5, data: change }).success).toBe(false)
    expect(serverMessage.safeParse({ type: 6, data: change }).success).toBe(false)
  })
})
