import { describe, expect, it } from 'vitest'
import { client, reconnectDelayMs } from './client.ts'

describe('the constants of the client', () => {
  it.each([
    ['version', '20250523001'],
    ['httpTimeoutMs', 50_000],
    ['configRetries', 3],
    ['configRetryDelayMs', 1_000],
    ['appDataCacheMs', 300_000],
    ['toastMs', 3_000],
    ['pullToRefreshPx', 100],
    ['clockMs', 1_000],
    ['addressHeadLength', 6],
    ['addressTailLength', 4],
    ['decimalsMin', 2],
    ['decimalsMax', 9],
    ['heartbeatMs', 10_000],
    ['silenceCheckMs', 1_000],
    ['silenceMaxMs', 25_000],
    ['beatMs', 2_000],
    ['quietMaxMs', 5_000],
    ['reconnectDelayMinMs', 1_000],
    ['reconnectDelayMaxMs', 30_000],
    ['batchMs', 50],
    ['bookLevels', 5],
    ['symbolsMax', 100],
    ['candlesMax', 100],
    ['balanceChangesMax', 10],
    ['orderChangesMax', 20],
    ['priceCacheMs', 24 * 60 * 60 * 1_000],
    ['dayAgoPollMs', 60_000],
    ['dayAgoMs', 24 * 60 * 60 * 1_000],
    ['intervalDefault', '1m'],
    ['passwordLengthMin', 6],
    ['passwordLengthMax', 20],
    ['nameLengthMin', 1],
    ['nameLengthMax', 100],
    ['nicknameLengthMin', 2],
    ['nicknameLengthMax', 10],
    ['imageBytesMax', 5_242_880],
    ['attachmentsMax', 5],
    ['codeLength', 6],
    ['codeMinutes', 30],
    ['lotsMin', '0.01'],
    ['lotsMax', '500'],
    ['spotAmountMin', '1'],
    ['historyCountDefault', 150],
    ['pageLimitMax', 100],
    ['pageLimitDefault', 20],
  ] as const)('%s is %s', (name, value) => {
    expect(client[name]).toBe(value)
  })

  it('has no constant without a test', () => {
    expect(Object.keys(client)).toHaveLength(45)
  })
})

describe('the wait before a socket opens again', () => {
  it('is at least 1 s, and spread from the first attempt on', () => {
    expect(reconnectDelayMs(0, 0)).toBe(1_000)
    expect(reconnectDelayMs(0, 0.5)).toBe(1_500)
  })

  it('doubles up to 30 s and stays there', () => {
    expect(reconnectDelayMs(2, 0)).toBe(4_000)
    expect(reconnectDelayMs(10, 0.999_999)).toBe(30_000)
    expect(reconnectDelayMs(1_000, 0.999_999)).toBe(30_000)
  })
})
