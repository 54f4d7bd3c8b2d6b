/** Every constant of the client, in one table: waits in milliseconds, counts, distances in CSS pixels. */
export const client = {
  version: '20250523001',

  // calls
  httpTimeoutMs: 50_000,
  configRetries: 3,
  configRetryDelayMs: 1_000,
  appDataCacheMs: 300_000,

  // the screen
  toastMs: 3_000,
  pullToRefreshPx: 100,
  clockMs: 1_000,
  addressHeadLength: 6,
  addressTailLength: 4,
  decimalsMin: 2,
  decimalsMax: 9,

  // the socket; 25 s and the jittered back-off replace a limit of 10 s, which flaps, and a fixed 1 s, which storms
  heartbeatMs: 10_000,
  silenceCheckMs: 1_000,
  silenceMaxMs: 25_000,
  // the server says something every two seconds; whoever hears nothing for five sees old prices and does not know it
  beatMs: 2_000,
  quietMaxMs: 5_000,
  reconnectDelayMinMs: 1_000,
  reconnectDelayMaxMs: 30_000,
  batchMs: 50,

  // what is kept
  bookLevels: 5,
  symbolsMax: 100,
  candlesMax: 100,
  balanceChangesMax: 10,
  orderChangesMax: 20,
  priceCacheMs: 86_400_000,
  dayAgoPollMs: 60_000,
  dayAgoMs: 86_400_000,
  intervalDefault: '1m',

  // forms
  passwordLengthMin: 6,
  passwordLengthMax: 20,
  nameLengthMin: 1,
  nameLengthMax: 100,
  nicknameLengthMin: 2,
  nicknameLengthMax: 10,
  imageBytesMax: 5 * 1024 ** 2,
  attachmentsMax: 5,
  codeLength: 6,
  codeMinutes: 30,
  lotsMin: '0.01',
  lotsMax: '500',
  spotAmountMin: '1',

  // history calls
  historyCountDefault: 150,
  pageLimitMax: 100,
  pageLimitDefault: 20,
} as const

/**
 * How long to wait before the next attempt to open the socket: from 1 s, doubling, of which up to as much again is
 * drawn at random so that many clients do not return at once; at most 30 s.
 * @param attempt how many attempts have failed since the socket was last open, from 0
 * @param random a number in [0, 1)
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  const base = Math.min(client.reconnectDelayMaxMs / 2, client.reconnectDelayMinMs * 2 ** Math.min(attempt, 10))
  return Math.round(base * (1 + random))
}
