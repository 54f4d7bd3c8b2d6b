import type { Channel } from './stream.ts'

const suffixes = {
  book: 'Obook',
  deepBook: 'Obook20',
  derivativeBook: 'Dbook',
  deepDerivativeBook: 'Dbook20',
  day: '24H',
} as const

/** The name of a channel as the wire writes it: BTCUSDT_1m_Kline, BTCUSDT_Obook, BTCUSDT_Dbook20, BTCUSDT_24H. */
export function channelName(channel: Channel): string {
  return channel.kind === 'kline'
    ? `${channel.symbol}_${channel.interval}_Kline`
    : `${channel.symbol}_${suffixes[channel.kind]}`
}

/** Reads a frame of the server into its messages, also where it carries a single one; null where it is no frame. */
export function parseFrame(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return value
    return typeof value === 'object' && value !== null ? [value] : null
  } catch {
    return null
  }
}
